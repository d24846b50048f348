// What recurrent layers of Armv8.1-M are made of: sums of rows of bytes, gates and their products,
// functions of gates, and states of gru and of svdf equal their definitions.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m/matrix_rows.hpp>

#include <catch2/catch.hpp>

#include "../support/vectors_of_gates.hpp"

#if ETCH_HAS_MVE

namespace {

using namespace test;

struct by : etch::armv81m::matrix_products {
  template <class Sums, int Rows, int Length>
  using matrix = etch::armv81m::rows_of_bytes<Sums, Rows, Length>;
};

template <int Length, int... Rows>
bool equal_units(std::integer_sequence<int, Rows...>) {
  return (equal_rows < by, 8, Rows % 2 == 0 ? -3 : 0, Rows, Length > (weights::any) && ...);
}

}  // namespace

TEST_CASE("sums of rows of bytes are those of products", "[armv81m]") {
  constexpr std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 33> some;
  CHECK(equal_units<7>(some));
  CHECK(equal_units<16>(some));
  CHECK(equal_units<29>(some));
  CHECK(equal_units<1>(std::integer_sequence<int, 1, 8, 9>{}));
  CHECK(equal_units<64>(std::integer_sequence<int, 3, 16>{}));
  CHECK(starts_with_limits<by, 8>());
}
TEST_CASE("gates by vectors end as one by one", "[armv81m]") {
  using enum rounding;
  constexpr auto factors = tried_below<26>();
  CHECK(equal_factors<by, 8, tflite_double, -20>(factors));
  CHECK(equal_factors<by, 8, tflite_single, -20>(factors));
  CHECK(equal_codes_by<by, 8, tflite_double, -20>(factors));
  CHECK(equal_codes_by<by, 8, tflite_single, -20>(factors));
  CHECK(equal_shifts<by, 8>(tried_below<24>()));
}
TEST_CASE("functions of gates by vectors are those one by one", "[armv81m]") {
  using enum activation_function;
  for (const double scale : {0x1p-12, 0x1p-11, 0x1p-15, 0x1p-9, 0.0003, 0x1p-24}) {
    CHECK(equal_functions<by, 8>(etch::interpolated_activation<sigmoid>{scale}));
    CHECK(equal_functions<by, 8>(etch::interpolated_activation<tanh>{scale}));
  }
  for (int shift = 0; shift <= 11; ++shift) {
    CHECK(equal_functions<by, 8>(etch::legacy_activation<sigmoid, std::int16_t>{shift}));
    CHECK(equal_functions<by, 8>(etch::legacy_activation<tanh, std::int16_t>{shift}));
  }
}
TEST_CASE("states of svdf move and meet their weights by vectors", "[armv81m]") {
  constexpr auto memories = tried_below<34>();
  CHECK(equal_memories<by, std::int32_t, std::int8_t>(memories));
  CHECK(equal_memories<by, std::int64_t, std::int8_t>(memories));
  CHECK(equal_memories<by, std::int64_t, std::int16_t>(memories));
  CHECK(equal_memories<by, std::int32_t, std::int16_t>(memories));
}
TEST_CASE("states of svdf move eight at a time", "[armv81m]") {
  CHECK(equal_moves<by, 8, 16, std::int32_t, std::int8_t>());
  CHECK(equal_moves<by, 8, 48, std::int32_t, std::int8_t>());
  CHECK(equal_moves<by, 8, 8, std::int32_t, std::int16_t>());
  CHECK(equal_moves<by, 8, 32, std::int32_t, std::int16_t>());
  CHECK(equal_moves<by, 8, 16, std::int64_t, std::int16_t>());
  CHECK(equal_moves<by, 8, 32, std::int64_t, std::int8_t>());
  CHECK(equal_moves_from_biases<by, 8>());
  CHECK(equal_moves_from_biases<by, 16>());
  CHECK(equal_moves_from_biases<by, 32>());
  CHECK(equal_narrow_sums<by, 8>());
}
TEST_CASE("gates are multiplied and added by vectors", "[armv81m]") {
  using enum rounding;
  CHECK(equal_products<by, 8, tflite_double, fixed_point_factor{1 << 30, -14}>());
  CHECK(equal_products<by, 8, tflite_double, fixed_point_factor{1518500250, -17}>());
  CHECK(equal_products<by, 8, tflite_double, fixed_point_factor{1518500250, 0}>());
  CHECK(equal_products<by, 8, tflite_single, fixed_point_factor{1 << 30, -14}>());
  CHECK(equal_products<by, 8, tflite_single, fixed_point_factor{1 << 30, 0}>());
  CHECK(equal_products<by, 8, tflite_single, fixed_point_factor{1518500250, -22}>());
}
TEST_CASE("states of gru by vectors are those one by one", "[armv81m]") {
  using etch::power_state, etch::scaled_state;
  using powers = value_of<etch::affine<std::int8_t, 1.0 / 128, -4>, std::int8_t>;
  using bytes = value_of<etch::affine<std::int8_t, 1.0 / 100, 7>, std::int8_t>;
  using shorts = value_of<etch::affine<std::int16_t, 1.0 / 30000>, std::int16_t>;
  using units = value_of<etch::affine<std::int16_t, 0x1p-15>, std::int16_t>;
  using enum rounding;
  CHECK(equal_blends<by, 8, scaled_state<powers, tflite_double>, std::int8_t>());
  CHECK(equal_blends<by, 8, scaled_state<powers, tflite_single>, std::int8_t>());
  CHECK(equal_blends<by, 8, scaled_state<bytes, tflite_double>, std::int8_t>());
  CHECK(equal_blends<by, 8, scaled_state<bytes, tflite_single>, std::int8_t>());
  CHECK(equal_blends<by, 8, scaled_state<shorts, tflite_double>, std::int16_t>());
  CHECK(equal_blends<by, 8, scaled_state<units, tflite_double>, std::int16_t>());
  using q7 = power_state<value_of<etch::q<0, 7>, std::int8_t>, half_up>;
  using q15 = power_state<value_of<etch::q<0, 15>, std::int16_t>, half_up>;
  CHECK(equal_blends<by, 8, q7, std::int8_t>());
  CHECK(equal_blends<by, 8, q15, std::int16_t>());
}

#else
TEST_CASE("gates by vectors end as one by one") { std::puts("skipped: not Armv8.1-M"); }
#endif
