// What recurrent layers of 8-bit codes are made of on AArch64 equals its definition: sums of rows
// with biases, gates and their products, functions of gates, states of gru and of svdf. Elsewhere
// there is nothing to run.
// PROCESSORS: aarch64
#include <catch2/catch.hpp>
#include <etch/kernel/aarch64.hpp>
#include <random>
#include <utility>

#if ETCH_HAS_NEON

namespace {

using etch::activation_function, etch::fixed_point_factor, etch::rounding;
namespace neon = etch::neon;
using ends = neon::gate_ends;

template <int Zero>
struct sums {
  using type = std::int32_t;
  using code = std::int8_t;
  static constexpr int zero = Zero;
};
/// Whether all sums of a matrix are those of the definition.
template <etch::products::multiply By, int Zero, int Rows, int Length>
bool equal_rows() {
  using matrix = etch::products::rows_of_tiles<By, sums<Zero>, Rows, Length>;
  std::mt19937 random(1);
  std::int8_t w[Rows * Length], x[Length];
  std::int32_t bias[Rows];
  for (auto& code : w) code = static_cast<std::int8_t>(static_cast<int>(random() % 255) - 127);
  for (auto& sum : bias) sum = static_cast<std::int32_t>(random());
  const auto load = [&](std::int8_t(&to)[Rows * Length]) {
    for (int i = 0; i < Rows * Length; ++i) to[i] = w[i];
  };
  const matrix plain(load), biased(load, bias);
  bool equal = true;
  for (auto& code : x) code = static_cast<std::int8_t>(random());
  for (int first = 0; first < Rows; first += 16) {
    std::int32_t a[16], b[16];
    plain.template add<16>(a, x, first);
    biased.template add<16>(b, x, first);
    for (int i = 0; i < 16 && first + i < Rows; ++i) {
      std::int32_t want = 0;
      for (int k = 0; k < Length; ++k) want += w[(first + i) * Length + k] * (x[k] - Zero);
      const auto more = static_cast<std::uint32_t>(bias[first + i]);
      equal = equal && a[i] == want &&
              static_cast<std::uint32_t>(b[i]) == static_cast<std::uint32_t>(want) + more;
    }
  }
  return equal;
}
template <etch::products::multiply By, int... Rows>
bool equal_units(std::integer_sequence<int, Rows...>) {
  return (equal_rows<By, Rows % 2 == 0 ? -3 : 0, Rows, 4 + 12 * (Rows % 3)>() && ...);
}

constexpr std::int64_t most = (std::int64_t{1} << 28) - 1;
/// 16 sums near ties, limits and powers of two.
struct some_sums {
  std::int32_t at[16];
  some_sums(std::mt19937& random, int run) {
    for (auto& sum : at) {
      const auto any = static_cast<std::int32_t>(random());
      const std::int32_t near = any % 3000, power = std::int32_t{1} << (any >> 8 & 15);
      std::int64_t far = std::int64_t{near} * power + near % 3;
      if (run % 3 == 0) far = most - near * near / 4;
      if (run % 3 == 1) far = near;
      far = any < 0 ? -far : far;
      sum = static_cast<std::int32_t>(etch::clamp<std::int64_t>(far, -most, most));
    }
  }
};
/// Whether gates are those of EndA and EndB.
template <class EndA, class EndB>
bool equal_gates() {
  if constexpr (!ends::ends_gates<EndA, EndB>) {
    return false;
  } else {
    std::mt19937 random(2);
    bool equal = true;
    for (int run = 0; run < 3000; ++run) {
      const some_sums a(random, run), b(random, run + 1);
      std::int16_t one[16], joined[16];
      ends::end_gates<EndA>(one, a.at);
      ends::join_gates<EndA, EndB>(joined, a.at, b.at);
      for (int i = 0; i < 16; ++i) {
        const std::int32_t of_a = EndA{}(a.at[i]);
        equal =
            equal && one[i] == of_a && joined[i] == etch::within_16_bits(of_a + EndB{}(b.at[i]));
      }
    }
    return equal;
  }
}
/// Whether codes are those of sums by a factor.
template <rounding R, fixed_point_factor F>
bool equal_codes() {
  std::mt19937 random(3);
  bool equal = ends::scales_codes<R, F, most>;
  if constexpr (ends::scales_codes<R, F, most>) {
    for (int run = 0; run < 3000; ++run) {
      const some_sums s(random, run);
      std::int8_t state[16], code[16], some[16];
      ends::scale_states<R, F, -20>(state, s.at);
      ends::scale_codes<R, F, 9, -128, 127>(code, s.at);
      ends::scale_codes<R, F, -7, -7, 101>(some, s.at);
      for (int i = 0; i < 16; ++i) {
        const std::int32_t y = etch::scale_by_known<R, F, most>(s.at[i]);
        const std::int32_t narrow = etch::within_bits<8>(y);
        equal = equal && state[i] == static_cast<std::int8_t>(narrow - 20) &&
                code[i] == etch::within_bits<8>(y + 9) &&
                some[i] == etch::clamp<std::int32_t>(y - 7, -7, 101);
      }
    }
  }
  return equal;
}
template <rounding R, int... I>
void check_factors(std::integer_sequence<int, I...>) {
  constexpr auto factor = [](int i) {
    return fixed_point_factor{i % 3 == 0 ? 1 << 30 : 1518500250 + 4093 * i, i - 30};
  };
  CHECK((equal_gates<etch::known_gate<R, factor(I), most>,
                     etch::known_gate<R, factor((I + 11) % 33), most>>() &&
         ...));
  CHECK((equal_codes<R, factor(I)>() && ...));
}

/// 16 gates of each kind.
struct some_gates {
  std::int16_t at[16];
  some_gates(std::mt19937& random, bool is_share) {
    for (auto& gate : at) {
      const auto any = static_cast<std::int32_t>(random());
      const int kind = any & 7;
      const int code = kind == 0 ? 32767 : kind == 1 ? -32768 : kind < 4 ? any >> 24 : any >> 16;
      gate = static_cast<std::int16_t>(is_share ? code & 0x7fff : code);
    }
  }
};
template <rounding R, fixed_point_factor F>
bool equal_products() {
  std::mt19937 random(5);
  bool equal = ends::multiplies_gates<R, F>;
  for (int run = 0; run < 3000; ++run) {
    const some_gates a(random, true), b(random, false), c(random, false);
    std::int16_t product[16], sum[16], limited[16];
    std::int8_t code[16];
    ends::multiply_gates<R, F>(product, a.at, b.at);
    ends::add_gates<0>(sum, b.at, c.at);
    ends::add_gates<20000>(limited, b.at, c.at);
    ends::narrow_gates<-4>(code, b.at);
    for (int i = 0; i < 16; ++i) {
      const std::int32_t all = etch::within_16_bits(b.at[i] + c.at[i]);
      equal = equal && sum[i] == all &&
              product[i] == etch::scale_by_known<R, F, 32767 * 32768, 16>(a.at[i] * b.at[i]) &&
              limited[i] == etch::clamp<std::int32_t>(all, -20000, 20000) &&
              code[i] == etch::within_bits<8>(b.at[i] - 4);
    }
  }
  return equal;
}

template <class F>
bool equal_function(const F& f) {
  bool equal = neon::lines_of_gates::activates<F>;
  for (int first = -32768; first < 32768; first += 16) {
    std::int16_t gate[16];
    for (int i = 0; i < 16; ++i) gate[i] = static_cast<std::int16_t>(first + i);
    neon::lines_of_gates::activate(gate, f);
    for (int i = 0; i < 16; ++i) equal = equal && gate[i] == f(first + i, 0);
  }
  return equal;
}

template <class Number, class Code>
struct value {
  struct described {
    etch::format number = Number::descriptor;
  };
  static constexpr described is{};
  using storage = Code;
};

template <template <class, rounding> class State, class Number, class Code, rounding R>
bool equal_states() {
  using blocks = neon::blocks_of_states;
  using state = State<value<Number, Code>, R>;
  std::mt19937 random(6);
  bool equal = blocks::blends_states<state>;
  for (int run = 0; run < 5000; ++run) {
    const some_gates z(random, true), a(random, false), b(random, false);
    Code h[16], written[16];
    for (auto& code : h) code = static_cast<Code>(random());
    std::int16_t read[16], product[16], blended[16];
    blocks::read_states<state>(read, h);
    blocks::write_states<state>(written, a.at);
    blocks::multiply_states<state>(product, z.at, b.at);
    blocks::blend_states<state>(blended, z.at, a.at, b.at);
    for (int i = 0; i < 16; ++i) {
      equal = equal && read[i] == state::read(h[i]) && written[i] == state::write(a.at[i]) &&
              product[i] == state::product(z.at[i], b.at[i]) &&
              blended[i] == state::blend(z.at[i], a.at[i], b.at[i]);
    }
  }
  return equal;
}
template <int Count, class Sum, class Code>
bool equal_moves() {
  std::mt19937 random(4);
  bool equal = true;
  for (int filters = 1; filters <= 16; ++filters) {
    Code past[16 * Count + 1], moved[16 * Count + 1], w[16 * Count], last[16];
    Sum sum[16];
    for (auto& code : past) code = static_cast<Code>(random());
    for (auto& code : w)
      code = static_cast<Code>(sizeof(Sum) == 8 ? random() : random() % 256 - 128);
    for (auto& code : last) code = static_cast<Code>(random());
    for (int i = 0; i <= 16 * Count; ++i) moved[i] = past[i];
    for (auto& start : sum) start = 1000;
    neon::moving_states::move_states<Count>(sum, moved, last, w, filters);
    for (int f = 0; f < 16; ++f) {
      Sum want = 1000;
      for (int i = 0; i < Count; ++i) {
        const int at = f * Count + i;
        const Code code = f >= filters ? past[at] : i + 1 < Count ? past[at + 1] : last[f];
        if (f < filters) want += code * w[at];
        equal = equal && moved[at] == code;
      }
      equal = equal && sum[f] == want;
    }
    equal = equal && moved[16 * Count] == past[16 * Count];
  }
  return equal;
}
template <class Sum, class Code, int... I>
bool equal_memories(std::integer_sequence<int, I...>) {
  return (equal_moves<8 + I, Sum, Code>() && ...);
}

}  // namespace

TEST_CASE("sums of rows of bytes begin with biases", "[aarch64]") {
  constexpr std::make_integer_sequence<int, 34> all;
  const auto rows = []<int... I>(std::integer_sequence<int, I...>) {
    return std::integer_sequence<int, I + 1 ...>{};
  };
  CHECK(equal_units<etch::products::multiply::smlal>(rows(all)));
  CHECK(equal_units<etch::products::multiply::smull>(rows(all)));
#if ETCH_HAS_DOTPROD
  CHECK(equal_units<etch::products::multiply::sdot>(rows(all)));
#endif
}
TEST_CASE("gates by vectors end as one by one", "[aarch64]") {
  check_factors<rounding::tflite_double>(std::make_integer_sequence<int, 33>{});
  check_factors<rounding::tflite_single>(std::make_integer_sequence<int, 33>{});
  CHECK(equal_gates<etch::known_shift<0>, etch::known_shift<1>>());
  CHECK(equal_gates<etch::known_shift<5>, etch::known_shift<13>>());
  CHECK(equal_gates<etch::known_shift<16>, etch::known_shift<21>>());
}
TEST_CASE("gates are multiplied and added", "[aarch64]") {
  using enum rounding;
  CHECK(equal_products<tflite_double, fixed_point_factor{1 << 30, -14}>());
  CHECK(equal_products<tflite_double, fixed_point_factor{1518500250, -17}>());
  CHECK(equal_products<tflite_double, fixed_point_factor{1518500250, 0}>());
  CHECK(equal_products<tflite_single, fixed_point_factor{1 << 30, -14}>());
  CHECK(equal_products<tflite_single, fixed_point_factor{1518500250, -22}>());
}
TEST_CASE("functions of gates by vectors are those one by one", "[aarch64]") {
  using sigmoid = etch::interpolated_activation<activation_function::sigmoid>;
  using tanh = etch::interpolated_activation<activation_function::tanh>;
  for (const double scale : {0x1p-12, 0x1p-11, 0x1p-15, 0x1p-9, 0.0003}) {
    CHECK(equal_function(sigmoid{scale}));
    CHECK(equal_function(tanh{scale}));
  }
  for (const int shift : {0, 5, 8, 11}) {
    using legacy = std::int16_t;
    CHECK(equal_function(etch::legacy_activation<activation_function::sigmoid, legacy>{shift}));
    CHECK(equal_function(etch::legacy_activation<activation_function::tanh, legacy>{shift}));
  }
}
TEST_CASE("states of gru by vectors are those one by one", "[aarch64]") {
  using etch::power_state, etch::scaled_state;
  using bytes = etch::affine<std::int8_t, 1.0 / 128, -4>;
  using shorts = etch::affine<std::int16_t, 1.0 / 30000>;
  using enum rounding;
  CHECK(equal_states<scaled_state, bytes, std::int8_t, tflite_double>());
  CHECK(equal_states<scaled_state, bytes, std::int8_t, tflite_single>());
  CHECK(equal_states<scaled_state, shorts, std::int16_t, tflite_double>());
  CHECK(equal_states<power_state, etch::q<0, 7>, std::int8_t, half_up>());
  CHECK(equal_states<power_state, etch::q<0, 15>, std::int16_t, half_up>());
}
TEST_CASE("states of svdf move and meet their weights", "[aarch64]") {
  constexpr std::make_integer_sequence<int, 28> memories;
  CHECK(equal_memories<std::int32_t, std::int8_t>(memories));
  CHECK(equal_memories<std::int32_t, std::int16_t>(memories));
  CHECK(equal_memories<std::int64_t, std::int16_t>(memories));
  for (const std::int64_t sum : std::initializer_list<std::int64_t>{
           INT64_MIN, -(1LL << 31), -INT32_MAX + 1LL, 5LL, INT32_MAX - 1LL, INT32_MAX + 0LL,
           1LL << 32, INT64_MAX}) {
    for (int i = 0; i < 16; ++i) {
      std::int64_t sums[16]{};
      std::int32_t narrow[16];
      sums[i] = sum;
      const bool fit = sum < INT32_MAX && sum > -INT32_MAX;
      CHECK(neon::moving_states::narrow_sums(narrow, sums) == fit);
      CHECK((!fit || narrow[i] == sum));
    }
  }
}

#else

TEST_CASE("no vectors of AArch64", "[aarch64]") {}

#endif
