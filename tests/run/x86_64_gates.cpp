// What recurrent layers of x86-64 are made of, by each of the vectors that the compiler has: sums
// of rows of bytes, gates, functions of gates, and states of svdf equal their definitions.
// PROCESSORS: host
// LONG: instrumented
#include <etch/kernel/x86_64/matrix_rows.hpp>

#include <catch2/catch.hpp>

#include "../support/vectors_of_gates.hpp"

#if ETCH_HAS_X86

namespace {

using namespace test;
namespace x86 = etch::x86;

/// As vectors V do it.
template <class V>
struct by : x86::gate_ends<V>, x86::lines_of_gates, x86::moving_states {
  template <class Sums, int Rows, int Length>
  using matrix = x86::filter_rows<V, Sums, Rows, Length>;
};

template <class V, int Length, int... Rows>
bool equal_units(weights kind, std::integer_sequence<int, Rows...>) {
  return (equal_rows < by<V>, 16, Rows % 2 == 0 ? -3 : 0, Rows, Length > (kind) && ...);
}
template <class V>
void check_rows(weights kind) {
  CHECK(equal_units<V, 7>(kind, std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                                      13, 14, 15, 16, 17, 24, 33>{}));
  CHECK(equal_units<V, 16>(kind, std::integer_sequence<int, 4, 8, 13, 16, 20, 33>{}));
  CHECK(equal_units<V, 4>(kind, std::integer_sequence<int, 4, 16, 17>{}));
  CHECK(equal_units<V, 29>(kind, std::integer_sequence<int, 9, 32>{}));
}

template <class V, rounding R, int Least, int... I>
void check_factors(std::integer_sequence<int, I...>) {
  CHECK(
      (equal_gates<by<V>, 16, end_by<R, Least + I>, end_by_half<R, Least + (I + 2) % 6>>() && ...));
}
/// The same of large sums, where V ends them.
template <class V, int Least, int... I>
void check_large_sums(std::integer_sequence<int, I...>) {
  const auto equal = []<int Shift>() {
    using end = end_by<rounding::tflite_double, Shift, far_most>;
    if constexpr (by<V>::template ends_gates<end>)
      return equal_gates<by<V>, 16, end, end, far_most>();
    else return true;
  };
  CHECK((equal.template operator()<Least + I>() && ...));
}
template <class V, rounding R, int Least, int... I>
void check_codes(std::integer_sequence<int, I...>) {
  CHECK((equal_codes<by<V>, 16, R, fixed_point_factor{1518500250 + 4093 * I, Least + I}>() && ...));
  CHECK((equal_codes<by<V>, 16, R, fixed_point_factor{1 << 30, Least + I}>() && ...));
}
/// The same of all sums, where AVX2 makes their codes.
template <class V, int... Places>
void check_codes_of_all(std::integer_sequence<int, Places...>) {
  const auto equal = []<rounding R, int Shift>() {
    return equal_codes<by<V>, 16, R, fixed_point_factor{1518500250 + 4093 * Shift, Shift},
                       INT32_MAX>() &&
           equal_codes<by<V>, 16, R, fixed_point_factor{1 << 30, Shift}, INT32_MAX>();
  };
  CHECK((equal.template operator()<rounding::tflite_double, -Places>() && ...));
  CHECK((equal.template operator()<rounding::tflite_single, -Places>() && ...));
}
template <class V>
void check_ends() {
  using enum rounding;
  check_factors<V, tflite_double, -6>(tried_below<12>());
  check_large_sums<V, -16>(tried_below<18>());
  check_codes<V, tflite_double, -14>(tried_below<18>());
  check_codes<V, tflite_single, -14>(tried_below<18>());
  if constexpr (V::multiplies_signed) {
    check_factors<V, tflite_double, -20>(tried_below<14>());
    check_factors<V, tflite_single, -20>(tried_below<25>());
  }
  if constexpr (ETCH_HAS_AVX2)
    check_codes_of_all<V>(std::integer_sequence<int, 0, 1, 5, 19, 29, 30>{});
  CHECK(equal_gates<by<V>, 16, etch::known_shift<0>, etch::known_shift<1>>());
  CHECK(equal_gates<by<V>, 16, etch::known_shift<5>, etch::known_shift<13>>());
}

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
  constexpr auto memories = tried_below<34>();
  CHECK(equal_memories<x86::moving_states, std::int32_t, std::int8_t>(memories));
  CHECK(equal_memories<x86::moving_states, std::int64_t, std::int8_t>(memories));
  CHECK(equal_memories<x86::moving_states, std::int64_t, std::int16_t>(memories));
  CHECK(equal_memories<x86::moving_states, std::int32_t, std::int16_t>(memories));
}
TEST_CASE("states of svdf of many filters move and meet their weights", "[x86_64]") {
  using by = x86::moving_states;
  const auto check = []<int Count, class Sum, class Code>() {
    CHECK(equal_moves<by, 16, Count, Sum, Code>());
    CHECK(by::moves_whole_blocks<Count, Sum, Code>);
    CHECK(equal_moves_from_biases<by, Count, 16, Sum, Code>());
  };
  const auto check_all = [&]<int Count>() {
    check.template operator()<Count, std::int32_t, std::int8_t>();
    check.template operator()<Count, std::int32_t, std::int16_t>();
#if ETCH_HAS_AVX2
    check.template operator()<Count, std::int64_t, std::int16_t>();
#endif
  };
  check_all.template operator()<1>();
  check_all.template operator()<9>();
  check_all.template operator()<16>();
  check_all.template operator()<27>();
#if ETCH_HAS_AVX2
  CHECK(equal_narrow_sums<by, 16>());
#endif
}
TEST_CASE("products of gates by vectors are those one by one", "[x86_64]") {
  using by = x86::gate_products;
  using etch::rounding;
  using factor = etch::fixed_point_factor;
  CHECK(equal_products<by, 16, rounding::tflite_double, factor{1 << 30, -14}>());
  CHECK(equal_products<by, 16, rounding::tflite_double, factor{1518500250, -17}>());
  CHECK(equal_products<by, 16, rounding::tflite_double, factor{INT32_MAX, 0}>());
  CHECK(equal_products<by, 16, rounding::tflite_single, factor{1 << 30, -14}>());
  CHECK(equal_products<by, 16, rounding::tflite_single, factor{1518500250, -17}>());
  CHECK(equal_products<by, 16, rounding::tflite_single, factor{INT32_MAX, 0}>());
}
TEST_CASE("functions of gates by vectors are those one by one", "[x86_64]") {
  for (const double scale : {0x1p-12, 0x1p-11, 0x1p-15, 0x1p-9, 0.0003}) {
    using etch::interpolated_activation;
    using lines = x86::lines_of_gates;
    CHECK(equal_functions<lines, 16>(interpolated_activation<activation_function::sigmoid>{scale}));
    CHECK(equal_functions<lines, 16>(interpolated_activation<activation_function::tanh>{scale}));
  }
}

#else
TEST_CASE("gates by vectors end as one by one") { std::puts("skipped: not x86-64"); }
#endif
