// What recurrent layers of 8-bit codes are made of on AArch64: sums of rows of bytes, gates and
// their products, functions of gates, and states of gru and of svdf equal their definitions.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64/matrix_rows.hpp>

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

}  // namespace

TEST_CASE("sums of rows of bytes are those of products", "[aarch64]") {
  constexpr std::make_integer_sequence<int, 34> all;
  CHECK(equal_units<multiply::smlal>(weights::symmetric, all));
  CHECK(equal_units<multiply::smull>(weights::any, all));
  CHECK(starts_with_limits<vectors, 16>());
#if ETCH_HAS_DOTPROD
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
  constexpr std::make_integer_sequence<int, 26> factors;
  CHECK(equal_factors<vectors, 16, tflite_double, -20>(factors));
  CHECK(equal_factors<vectors, 16, tflite_single, -20>(factors));
  CHECK(equal_codes_by<vectors, 16, tflite_double, -20>(factors));
  CHECK(equal_codes_by<vectors, 16, tflite_single, -20>(factors));
  CHECK(equal_shifts<vectors, 16>(std::make_integer_sequence<int, 24>{}));
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
TEST_CASE("states of svdf move and meet their weights", "[aarch64]") {
  constexpr std::make_integer_sequence<int, 28> memories;
  CHECK(equal_moves_of<std::int32_t, std::int8_t>(memories));
  CHECK(equal_moves_of<std::int32_t, std::int16_t>(memories));
  CHECK(equal_moves_of<std::int64_t, std::int16_t>(memories));
  CHECK(equal_narrow_sums<vectors, 16>());
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
