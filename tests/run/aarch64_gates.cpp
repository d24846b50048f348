// What recurrent layers of 8-bit codes are made of on AArch64: sums of rows of bytes, gates and
// their products, functions of gates, and states of gru and of svdf equal their definitions.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64/matrix_rows.hpp>

#include <algorithm>

#include <catch2/catch.hpp>

#include "../support/vectors_of_gates.hpp"

#if ETCH_HAS_NEON

namespace {

using namespace test;
using etch::products::multiply;

template <multiply By>
struct by : etch::products::matrix_products<By> {
  template <class Sums, int Rows, int Length>
  using matrix = etch::products::rows_of_bytes<By, Sums, Rows, Length>;
};
using vectors = by<multiply::smlal>;

template <multiply By, int... Rows>
bool equal_units(weights kind, std::integer_sequence<int, Rows...>) {
  return (equal_rows < by<By>, 16, Rows % 2 == 0 ? 2 : -3, Rows + 1,
          4 + 12 * (Rows % 3) > (kind) && ...) &&
         (equal_rows<by<By>, 16, 0, Rows + 1, 16>(kind) && ...);
}
template <multiply By>
struct by_halves {
  template <class Sums, int Rows, int Length>
  using matrix = etch::products::rows_of_halves<By, Rows, Length>;
};
template <multiply By, int... Rows>
bool equal_halves(std::integer_sequence<int, Rows...>) {
  return (equal_rows<by_halves<By>, 16, 0, Rows, 12 + 5 * (Rows % 7), std::int16_t>(weights::any) &&
          ...);
}
template <class Sum, class Code, int... I>
bool equal_moves_of(std::integer_sequence<int, I...>) {
  return (equal_moves<vectors, 16, 8 + I, Sum, Code>() && ...);
}

/// Weights and biases of some matrices that look random.
template <int Rows, int Length, int Matrices>
struct noise_of_matrices {
  std::int8_t w[Matrices][Rows * Length]{};
  std::int32_t bias[Matrices][Rows]{};
  constexpr noise_of_matrices() {
    std::uint32_t state = 9;
    const auto next = [&] { return state = state * 1664525U + 1013904223U; };
    for (auto& matrix : w)
      for (auto& weight : matrix) weight = static_cast<std::int8_t>((next() >> 16) % 255 - 127);
    for (auto& matrix : bias)
      for (auto& start : matrix) start = static_cast<std::int32_t>(next() >> 2);
  }
};
/// Whether the rows of some matrices together sum as those of each.
template <multiply By, int Rows, int Length, int Matrices>
bool equal_joint_rows() {
  static constexpr noise_of_matrices<Rows, Length, Matrices> of;
  using joint = etch::products::rows_of_bytes<By, sums_of_bytes<-3>, Rows, Length, Matrices>;
  constexpr auto rows_of = [](const auto& from) {
    return joint(
        [&](auto& to, int m) {
          for (int i = 0; i < Rows * Length; ++i) to[i] = from.w[m][i];
        },
        [&](auto& to, int m) {
          for (int i = 0; i < Rows; ++i) to[i] = from.bias[m][i];
        });
  };
  static constexpr joint rows = rows_of(of);
  std::int8_t x[Length];
  std::mt19937 random(9);
  for (auto& code : x) code = static_cast<std::int8_t>(random());
  static noise_of_matrices<Rows, Length, Matrices> same = of;
  const joint made_here = rows_of(same);
  bool equal = std::equal(rows.start, rows.start + joint::places, made_here.start) &&
               std::equal(rows.weights, std::end(rows.weights), made_here.weights);
  for (int first = 0; first < Rows; first += 16) {
    std::int32_t s[Matrices * 16]{};
    rows.add_here(s, x, first);
    for (int i = 0; i < Matrices * 16; ++i) {
      const int m = i / 16, r = first + i % 16;
      if (r >= Rows) continue;
      auto want = static_cast<std::uint32_t>(of.bias[m][r]);
      for (int k = 0; k < Length; ++k)
        want += static_cast<std::uint32_t>(of.w[m][r * Length + k] * (x[k] + 3));
      equal = equal && s[i] == static_cast<std::int32_t>(want);
    }
  }
  return equal;
}
template <multiply By>
bool equal_joint_rows_of() {
  return equal_joint_rows<By, 16, 40, 4>() && equal_joint_rows<By, 37, 12, 4>() &&
         equal_joint_rows<By, 16, 20, 3>() && equal_joint_rows<By, 7, 16, 3>();
}
/// Whether two functions found together are those found alone.
template <class F, class G>
bool equal_pairs(const F& f, const G& g) {
  bool equal = true;
  for (int first = -32768; first < 32768; first += 16) {
    std::int16_t a[16], b[16];
    for (int i = 0; i < 16; ++i) {
      a[i] = static_cast<std::int16_t>(first + i);
      b[i] = static_cast<std::int16_t>(-1 - a[i]);
    }
    vectors::activate_both(a, f, b, g);
    for (int i = 0; i < 16; ++i)
      equal = equal && a[i] == f(first + i, 0) && b[i] == g(-1 - first - i, 0);
  }
  return equal;
}
/// Whether the states of a block of filters move and are summed together.
template <class Sum, class Code, bool HasLowest>
bool equal_block() {
  if constexpr (!vectors::moves_whole_blocks<16, Sum, Code>) {
    return !ETCH_HAS_DOTPROD && sizeof(Code) == 1;
  } else {
    constexpr int lowest = -(1 << (8 * sizeof(Code) - 1));
    std::mt19937 random(8);
    bool equal = true;
    for (int run = 0; run < 16; ++run) {
      Code past[257], moved[257], w[256], last[16];
      std::int32_t start[16];
      Sum sum[16];
      for (auto& code : past) code = static_cast<Code>(run < 4 ? lowest : random());
      for (auto& code : last) code = static_cast<Code>(run < 4 ? lowest : random());
      for (auto& weight : w) {
        weight = static_cast<Code>(run % 2 == 0 ? lowest : random());
        if (!HasLowest && weight == lowest) ++weight;
      }
      for (auto& number : start) number = static_cast<std::int32_t>(random()) / 4;
      for (int i = 0; i < 257; ++i) moved[i] = past[i];
      vectors::move_block<16, HasLowest>(sum, start, moved, last, w);
      for (int f = 0; f < 16; ++f) {
        Sum want = start[f];
        for (int i = 0; i < 16; ++i) {
          const Code code = i < 15 ? past[16 * f + i + 1] : last[f];
          want += Sum{code} * w[16 * f + i];
          equal = equal && moved[16 * f + i] == code;
        }
        equal = equal && sum[f] == want;
      }
      equal = equal && moved[256] == past[256];
    }
    return equal;
  }
}

}  // namespace

TEST_CASE("sums of rows of bytes are those of products", "[aarch64]") {
  constexpr auto all = tried_below<34>();
  CHECK(equal_units<multiply::smlal>(weights::symmetric, all));
  CHECK(equal_units<multiply::smull>(weights::any, all));
  CHECK(starts_with_limits<vectors, 16>());
  CHECK(equal_joint_rows_of<multiply::smlal>());
#if ETCH_HAS_DOTPROD
  CHECK(equal_joint_rows_of<multiply::sdot>());
  CHECK(equal_units<multiply::sdot>(weights::any, all));
#endif
}
TEST_CASE("sums of rows of bytes and codes of 16 bits are those of products", "[aarch64]") {
  [[maybe_unused]] constexpr std::integer_sequence<int, 1, 5, 9, 13, 16, 18, 24, 27, 48> rows;
#if ETCH_HAS_DOTPROD
  CHECK(equal_halves<multiply::sdot>(rows));
#endif
#if ETCH_HAS_I8MM
  CHECK(equal_halves<multiply::smmla>(rows));
#endif
}
TEST_CASE("gates by vectors end as one by one", "[aarch64]") {
  using enum rounding;
  constexpr auto factors = tried_below<26>();
  CHECK(equal_factors<vectors, 16, tflite_double, -20>(factors));
  CHECK(equal_factors<vectors, 16, tflite_single, -20>(factors));
  CHECK(equal_codes_by<vectors, 16, tflite_double, -20>(factors));
  CHECK(equal_codes_by<vectors, 16, tflite_single, -20>(factors));
  CHECK(equal_shifts<vectors, 16>(tried_below<24>()));
}
TEST_CASE("functions of gates by vectors are those one by one", "[aarch64]") {
  using enum activation_function;
  for (const double scale : {0x1p-12, 0x1p-11, 0x1p-15, 0x1p-9, 0.0003, 0x1p-24}) {
    CHECK(equal_functions<vectors, 16>(etch::interpolated_activation<sigmoid>{scale}));
    CHECK(equal_functions<vectors, 16>(etch::interpolated_activation<tanh>{scale}));
  }
  for (int shift = 0; shift <= 11; ++shift) {
    CHECK(equal_functions<vectors, 16>(etch::legacy_activation<sigmoid, std::int16_t>{shift}));
    CHECK(equal_functions<vectors, 16>(etch::legacy_activation<tanh, std::int16_t>{shift}));
  }
}
TEST_CASE("two functions of gates are found together", "[aarch64]") {
  using enum activation_function;
  constexpr etch::interpolated_activation<sigmoid> fine{0x1p-12}, other{0.0003};
  constexpr etch::interpolated_activation<tanh> t{0x1p-12};
  CHECK(equal_pairs(fine, fine));
  CHECK(equal_pairs(t, fine));
  CHECK(equal_pairs(fine, other));
  CHECK(equal_pairs(etch::legacy_activation<sigmoid, std::int16_t>{8},
                    etch::legacy_activation<tanh, std::int16_t>{8}));
}
TEST_CASE("states of svdf move and meet their weights", "[aarch64]") {
  constexpr auto memories = tried_below<28>();
  CHECK(equal_moves_of<std::int32_t, std::int8_t>(memories));
  CHECK(equal_moves_of<std::int32_t, std::int16_t>(memories));
  CHECK(equal_moves_of<std::int64_t, std::int16_t>(memories));
  CHECK(equal_narrow_sums<vectors, 16>());
  CHECK(equal_block<std::int32_t, std::int8_t, true>());
  CHECK(equal_block<std::int64_t, std::int16_t, true>());
  CHECK(equal_block<std::int64_t, std::int16_t, false>());
}
TEST_CASE("gates are multiplied and added by vectors", "[aarch64]") {
  using enum rounding;
  CHECK(equal_products<vectors, 16, tflite_double, fixed_point_factor{1 << 30, -14}>());
  CHECK(equal_products<vectors, 16, tflite_double, fixed_point_factor{1518500250, -17}>());
  CHECK(equal_products<vectors, 16, tflite_double, fixed_point_factor{1518500250, 0}>());
  CHECK(equal_products<vectors, 16, tflite_single, fixed_point_factor{1 << 30, -14}>());
  CHECK(equal_products<vectors, 16, tflite_single, fixed_point_factor{1518500250, -22}>());
}
TEST_CASE("states of gru by vectors are those one by one", "[aarch64]") {
  using etch::power_state, etch::scaled_state;
  using bytes = value_of<etch::affine<std::int8_t, 1.0 / 128, -4>, std::int8_t>;
  using shorts = value_of<etch::affine<std::int16_t, 1.0 / 30000>, std::int16_t>;
  using q7 = value_of<etch::q<0, 7>, std::int8_t>;
  using q15 = value_of<etch::q<0, 15>, std::int16_t>;
  using enum rounding;
  CHECK(equal_blends<vectors, 16, scaled_state<bytes, tflite_double>, std::int8_t>());
  CHECK(equal_blends<vectors, 16, scaled_state<bytes, tflite_single>, std::int8_t>());
  CHECK(equal_blends<vectors, 16, scaled_state<shorts, tflite_double>, std::int16_t>());
  CHECK(equal_blends<vectors, 16, power_state<q7, half_up>, std::int8_t>());
  CHECK(equal_blends<vectors, 16, power_state<q15, half_up>, std::int16_t>());
}

#else
TEST_CASE("gates by vectors end as one by one") { std::puts("skipped: not AArch64"); }
#endif
