// What recurrent layers of x86-64 are made of, by each of the vectors that the compiler has: sums
// of rows of bytes, gates, functions of gates, and states of svdf equal their definitions.
// PROCESSORS: host
// LONG: instrumented
#include <etch/kernel/x86_64/matrix_rows.hpp>

#include <catch2/catch.hpp>
#include <random>
#include <utility>

#if ETCH_HAS_X86

namespace {

using etch::activation_function, etch::fixed_point_factor, etch::rounding;
namespace x86 = etch::x86;

template <int Zero>
struct sums {
  using type = std::int32_t;
  using code = std::int8_t;
  static constexpr int zero = Zero;
};
/// Weight i of a matrix: any, none -128, or such that no pair comes to more than 128.
enum class weights { any, symmetric, small };
constexpr std::int8_t weight(int i, weights kind) {
  const int any = static_cast<int>(static_cast<unsigned>(i + 7) * 2654435761U >> 13 & 0xff) - 128;
  if (kind == weights::small) return static_cast<std::int8_t>(any / 2);
  if (kind == weights::any) return static_cast<std::int8_t>(i % 5 < 2 ? -128 : any);
  return static_cast<std::int8_t>(any < -127 ? 127 : any);
}

/// Whether all sums of a matrix by V are those of the definition, and 0 behind the last.
template <class V, int Zero, int Rows, int Length>
bool equal_rows(weights kind) {
  using matrix = x86::filter_rows<V, sums<Zero>, Rows, Length>;
  const auto load = [=](std::int8_t(&to)[Rows * Length]) {
    for (int i = 0; i < Rows * Length; ++i) to[i] = weight(i, kind);
  };
  const matrix rows(load);
  std::int8_t w[Rows * Length], x[Length];
  load(w);
  std::mt19937 random(1);
  bool equal = true;
  for (int run = 0; run < 4; ++run) {
    for (int k = 0; k < Length; ++k) {
      const int any = static_cast<int>(random() & 255) - 128;
      x[k] = static_cast<std::int8_t>(run == 0 ? -128 : run == 1 ? 127 : any);
    }
    const typename matrix::vector codes(x);
    for (int first = 0; first < Rows; first += 16) {
      std::int32_t s[16];
      for (auto& sum : s) sum = 12345;
      rows.template add<16>(s, codes, first);
      for (int i = 0; i < 16; ++i) {
        std::int32_t want = 0;
        for (int k = 0; k < Length && first + i < Rows; ++k)
          want += w[(first + i) * Length + k] * (x[k] - Zero);
        equal = equal && s[i] == want;
      }
    }
  }
  return equal;
}
template <class V, int Length, int... Rows>
bool equal_units(weights kind, std::integer_sequence<int, Rows...>) {
  return (equal_rows < V, Rows % 2 == 0 ? -3 : 0, Rows, Length > (kind) && ...);
}
template <class V>
void check_rows(weights kind) {
  CHECK(equal_units<V, 7>(kind, std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                                      13, 14, 15, 16, 17, 24, 33>{}));
  CHECK(equal_units<V, 16>(kind, std::integer_sequence<int, 4, 8, 13, 16, 20, 33>{}));
  CHECK(equal_units<V, 4>(kind, std::integer_sequence<int, 4, 16, 17>{}));
  CHECK(equal_units<V, 29>(kind, std::integer_sequence<int, 9, 32>{}));
}

constexpr std::int64_t most = (std::int64_t{1} << 22) - 1, far_most = (std::int64_t{1} << 28) - 1;

/// 16 sums near ties, limits and powers of two.
template <std::int64_t Most>
struct some_sums {
  std::int32_t at[16];
  some_sums(std::mt19937& random, int run) {
    for (int i = 0; i < 16; ++i) {
      const auto any = static_cast<std::int32_t>(random());
      const std::int32_t near = any % 3000, power = std::int32_t{1} << (any >> 8 & 15);
      const std::int32_t far = run % 3 == 0 ? static_cast<std::int32_t>(Most) - near * near / 4
                                            : (run % 3 == 1 ? near : near * power / 16 + near % 3);
      at[i] =
          static_cast<std::int32_t>(etch::clamp<std::int64_t>(any < 0 ? -far : far, -Most, Most));
    }
  }
};
/// Whether gates by V are those of EndA and EndB, of sums of at most Most.
template <class V, class EndA, class EndB, std::int64_t Most = most>
bool equal_gates() {
  if constexpr (!x86::gate_ends<V>::template ends_gates<EndA, EndB>) {
    return false;
  } else {
    std::mt19937 random(2);
    bool equal = true;
    for (int run = 0; run < 3000; ++run) {
      const some_sums<Most> a(random, run), b(random, run + 1);
      std::int16_t one[16], joined[16];
      x86::gate_ends<V>::template end_gates<EndA>(one, a.at);
      x86::gate_ends<V>::template join_gates<EndA, EndB>(joined, a.at, b.at);
      for (int i = 0; i < 16; ++i) {
        const std::int32_t of_a = EndA{}(a.at[i]);
        equal =
            equal && one[i] == of_a && joined[i] == etch::within_16_bits(of_a + EndB{}(b.at[i]));
      }
    }
    return equal;
  }
}
template <rounding R, int Shift, std::int64_t Most = most>
using end_by = etch::known_gate<R, fixed_point_factor{1518500250 + 4093 * Shift, Shift}, Most>;
template <rounding R, int Shift>
using end_by_half = etch::known_gate<R, fixed_point_factor{1 << 30, Shift}, most>;

template <class V, rounding R, int Least, int... I>
void check_factors(std::integer_sequence<int, I...>) {
  CHECK((equal_gates<V, end_by<R, Least + I>, end_by_half<R, Least + (I + 2) % 6>>() && ...));
}
/// The same of large sums, where V ends them.
template <class V, int Least, int... I>
void check_large_sums(std::integer_sequence<int, I...>) {
  const auto equal = []<int Shift>() {
    using end = end_by<rounding::tflite_double, Shift, far_most>;
    if constexpr (x86::gate_ends<V>::template ends_gates<end>)
      return equal_gates<V, end, end, far_most>();
    else return true;
  };
  CHECK((equal.template operator()<Least + I>() && ...));
}
/// Whether codes by V are those of sums by a factor.
template <class V, rounding R, fixed_point_factor F>
bool equal_codes() {
  using ends = x86::gate_ends<V>;
  if constexpr (!ends::template scales_codes<R, F, most>) {
    return false;
  } else {
    std::mt19937 random(3);
    bool equal = true;
    for (int run = 0; run < 3000; ++run) {
      const some_sums<most> s(random, run);
      std::int8_t state[16], code[16], some[16];
      ends::template scale_states<R, F, -20>(state, s.at);
      ends::template scale_codes<R, F, 9, -128, 127>(code, s.at);
      ends::template scale_codes<R, F, -7, -7, 101>(some, s.at);
      for (int i = 0; i < 16; ++i) {
        const std::int32_t y = etch::scale_by_known<R, F, most>(s.at[i]);
        const std::int32_t narrow = etch::within_bits<8>(y);
        equal = equal && state[i] == static_cast<std::int8_t>(narrow - 20) &&
                code[i] == etch::within_bits<8>(y + 9) &&
                some[i] == etch::clamp<std::int32_t>(y - 7, -7, 101);
      }
    }
    return equal;
  }
}
template <class V, rounding R, int Least, int... I>
void check_codes(std::integer_sequence<int, I...>) {
  CHECK((equal_codes<V, R, fixed_point_factor{1518500250 + 4093 * I, Least + I}>() && ...));
  CHECK((equal_codes<V, R, fixed_point_factor{1 << 30, Least + I}>() && ...));
}
template <class V>
void check_ends() {
  using enum rounding;
  check_factors<V, tflite_double, -6>(std::make_integer_sequence<int, 12>{});
  check_large_sums<V, -16>(std::make_integer_sequence<int, 18>{});
  check_codes<V, tflite_double, -14>(std::make_integer_sequence<int, 18>{});
  check_codes<V, tflite_single, -14>(std::make_integer_sequence<int, 18>{});
  if constexpr (V::multiplies_signed) {
    check_factors<V, tflite_double, -20>(std::make_integer_sequence<int, 14>{});
    check_factors<V, tflite_single, -20>(std::make_integer_sequence<int, 25>{});
  }
  CHECK(equal_gates<V, etch::known_shift<0>, etch::known_shift<1>>());
  CHECK(equal_gates<V, etch::known_shift<5>, etch::known_shift<13>>());
}

template <int Count, class Sum, class Code>
bool equal_states() {
  std::mt19937 random(4);
  Code past[Count + 1], moved[Count + 1], w[Count + 1];
  bool equal = true;
  for (int run = 0; run < 8; ++run) {
    for (int i = 0; i <= Count; ++i) {
      past[i] = moved[i] = static_cast<Code>(run < 6 ? random() : 1U << (8 * sizeof(Code) - 1));
      w[i] = static_cast<Code>(random());
      if (run == 7) w[i] = past[i];
    }
    const auto last = run == 7 ? past[0] : static_cast<Code>(random());
    const auto sum = x86::moving_states::move_and_add<Count>(Sum{1000}, moved, last, w);
    std::uint64_t want = 1000;
    for (int i = 0; i < Count; ++i) {
      const Code code = i + 1 < Count ? past[i + 1] : last;
      want += static_cast<std::uint64_t>(std::int64_t{code} * w[i]);
      equal = equal && moved[i] == code;
    }
    equal = equal && moved[Count] == past[Count] && sum == static_cast<Sum>(want);
  }
  return equal;
}
template <class Sum, class Code, int... I>
bool equal_memories(std::integer_sequence<int, I...>) {
  return (equal_states<1 + I, Sum, Code>() && ...);
}

#if ETCH_HAS_AVX2
template <activation_function F>
bool equal_lines(double scale) {
  const etch::interpolated_activation<F> f{scale};
  bool equal = true;
  for (int first = -32768; first < 32768; first += 16) {
    std::int16_t gate[16];
    for (int i = 0; i < 16; ++i) gate[i] = static_cast<std::int16_t>(first + i);
    x86::lines_of_gates::activate(gate, f);
    for (int i = 0; i < 16; ++i) equal = equal && gate[i] == f(first + i, 0);
  }
  return equal;
}
#endif

}  // namespace

TEST_CASE("sums of rows of bytes are those of products", "[x86_64]") {
  check_rows<x86::sse2_widened>(weights::any);
#if ETCH_HAS_AVX2
  check_rows<x86::avx2_widened>(weights::any);
  check_rows<x86::avx2_signed>(weights::symmetric);
  check_rows<x86::avx2_unsigned>(weights::small);
#endif
#if ETCH_HAS_AVX512_VNNI
  check_rows<x86::vnni_512>(weights::any);
#endif
}
TEST_CASE("gates by vectors end as one by one", "[x86_64]") {
  check_ends<x86::sse2_widened>();
#if ETCH_HAS_AVX2
  check_ends<x86::avx2>();
#endif
#if ETCH_HAS_AVX512_VNNI
  check_ends<x86::vnni_512>();
#endif
}
TEST_CASE("states of svdf move and meet their weights", "[x86_64]") {
  constexpr std::make_integer_sequence<int, 34> memories;
  CHECK(equal_memories<std::int32_t, std::int8_t>(memories));
  CHECK(equal_memories<std::int64_t, std::int8_t>(memories));
  CHECK(equal_memories<std::int64_t, std::int16_t>(memories));
  CHECK(equal_memories<std::int32_t, std::int16_t>(memories));
}
#if ETCH_HAS_AVX2
TEST_CASE("functions of gates by vectors are those one by one", "[x86_64]") {
  for (const double scale : {0x1p-12, 0x1p-11, 0x1p-15, 0x1p-9, 0.0003}) {
    CHECK(equal_lines<activation_function::sigmoid>(scale));
    CHECK(equal_lines<activation_function::tanh>(scale));
  }
}
#endif

#else
TEST_CASE("gates by vectors end as one by one") { std::puts("skipped: not x86-64"); }
#endif
