// conv2d of Armv7E-M by pairs of neighbouring filters over windows that lie in one row of words:
// the generic kernel's codes, whatever the window, the memory for its rows and the filters.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/neighbouring_pairs.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

/// Layer L by weights that make such pairs.
template <layer L>
void conv2d() {
  static_assert(etch::armv7em::by_whole_windows<conv2d_call<L>>);
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_smlad, ETCH_HAS_DSP != 0>();
}
constexpr auto channels = scheme::channels, tensor = scheme::tensor;

template <layer L>
constexpr auto plan = etch::armv7em::smlad_2x4<false>::plan<conv2d_call<L>>;

constexpr layer few_rows = in_pairs(channels, {.h = 19, .w = 9, .c = 16, .oc = 6});

constexpr layer some_of_one_code =
    in_pairs(channels, {.h = 6, .w = 9, .c = 8, .oc = 9, .x_zero = -128, .bias = 1'500'000});
template <layer L>
constexpr int filters_of_one_code = [] {
  int count = 0;
  for (int o = 0; o < L.oc; ++o) count += etch::armv7em::has_one_code<conv2d_call<L>>(o) ? 1 : 0;
  return count;
}();

}  // namespace

TEST_CASE("columns of a ring lie behind one another, until its memory ends", "[armv7em]") {
  static_assert(plan<few_rows>.how == etch::armv7em::arrangement::columns);
  static_assert(plan<few_rows>.rows_at_once > 1 && plan<few_rows>.rows_at_once < 19);
  conv2d<few_rows>();
  conv2d<in_pairs(tensor, {.n = 2, .h = 9, .w = 5, .c = 4, .oc = 2, .act = activation::relu})>();
  conv2d<in_pairs(channels, {.h = 11, .w = 17, .c = 8, .oc = 5, .stride = 2, .x_zero = -128})>();
  conv2d<in_pairs(channels,
                  {.n = 2, .h = 8, .w = 8, .c = 24, .oc = 3, .act = activation::clamp})>();
  conv2d<in_pairs(channels, {.h = 12, .w = 7, .c = 4, .oc = 4, .kh = 5, .kw = 4})>();
  conv2d<in_pairs(tensor, {.h = 10,
                           .w = 16,
                           .c = 12,
                           .oc = 7,
                           .kh = 3,
                           .kw = 3,
                           .around = etch::pad(2, 1, 1, 2),
                           .round = rounding::tflite_single})>();
  conv2d<in_pairs(channels, {.h = 13,
                             .w = 12,
                             .c = 8,
                             .oc = 4,
                             .kh = 1,
                             .kw = 3,
                             .stride = {3, 2},
                             .around = etch::valid})>();
}
TEST_CASE("tiles of a ring lie behind one another", "[armv7em]") {
  constexpr layer three = in_pairs(channels, {.h = 9, .w = 32, .c = 3, .oc = 8});
  static_assert(plan<three>.how == etch::armv7em::arrangement::tiles);
  static_assert(plan<three>.rows_at_once > 1 && plan<three>.rows_at_once < 9);
  conv2d<three>();
  conv2d<in_pairs(tensor, {.n = 2, .h = 9, .w = 8, .c = 3, .oc = 3, .act = activation::relu})>();
  conv2d<in_pairs(channels,
                  {.h = 9, .w = 17, .c = 1, .oc = 2, .kh = 4, .kw = 5, .x_zero = -128})>();
  conv2d<in_pairs(channels, {.h = 7, .w = 20, .c = 2, .oc = 5, .around = etch::valid})>();
  conv2d<in_pairs(channels, {.h = 8,
                             .w = 16,
                             .c = 8,
                             .oc = 4,
                             .kh = 3,
                             .kw = 2,
                             .stride = 2,
                             .around = etch::pad(1, 1, 1, 1)})>();
}
TEST_CASE("short windows of many pixels meet doubled weights", "[armv7em]") {
  constexpr layer first = in_pairs(channels, {.h = 91, .w = 93, .c = 3, .oc = 6, .stride = 2});
  static_assert(etch::armv7em::doubles_weights(etch::layer_of<conv2d_call<first>>));
  conv2d<first>();
  constexpr layer pointwise = in_pairs(tensor, {.h = 46,
                                                .w = 45,
                                                .c = 8,
                                                .oc = 5,
                                                .kh = 1,
                                                .kw = 1,
                                                .act = activation::relu,
                                                .x_zero = -128});
  static_assert(etch::armv7em::doubles_weights(etch::layer_of<conv2d_call<pointwise>>));
  conv2d<pointwise>();
  // the most steps, one more, and one alone
  constexpr layer most = in_pairs(channels, {.h = 46, .w = 45, .c = 40, .oc = 3, .kh = 1, .kw = 1});
  static_assert(etch::armv7em::doubles_weights(etch::layer_of<conv2d_call<most>>));
  conv2d<most>();
  constexpr layer more = in_pairs(channels, {.h = 46, .w = 45, .c = 41, .oc = 2, .kh = 1, .kw = 1});
  static_assert(!etch::armv7em::doubles_weights(etch::layer_of<conv2d_call<more>>));
  conv2d<more>();
  conv2d<in_pairs(channels, {.h = 46, .w = 45, .c = 1, .oc = 2, .kh = 1, .kw = 1})>();
}
TEST_CASE("filters of one code have no weights", "[armv7em]") {
  static_assert(filters_of_one_code<some_of_one_code> > 0 &&
                filters_of_one_code<some_of_one_code> < some_of_one_code.oc);
  conv2d<some_of_one_code>();
  conv2d<in_pairs(tensor, {.h = 6, .w = 9, .c = 8, .oc = 12, .y_zero = 3, .bias = 1'500'000})>();
  conv2d<in_pairs(channels, {.h = 6,
                             .w = 9,
                             .c = 8,
                             .oc = 12,
                             .act = activation::relu,
                             .round = rounding::tflite_single,
                             .bias = 1'500'000})>();
  conv2d<in_pairs(channels, {.h = 91, .w = 93, .c = 3, .oc = 8, .stride = 2, .bias = 600'000})>();
}
TEST_CASE("windows of one channel that move by two read couples of codes", "[armv7em]") {
  constexpr layer speech = in_pairs(
      channels, {.h = 29, .w = 40, .c = 1, .oc = 8, .kh = 10, .kw = 8, .stride = 2, .x_zero = 3});
  static_assert(plan<speech>.how == etch::armv7em::arrangement::couples);
  static_assert(plan<speech>.rows_at_once > 1 && plan<speech>.rows_at_once < plan<speech>.oh);
  conv2d<speech>();
  // the last tap of a row alone, margins of an odd number of codes, an odd number of filters
  conv2d<in_pairs(tensor, {.n = 2,
                           .h = 9,
                           .w = 31,
                           .c = 1,
                           .oc = 5,
                           .kh = 5,
                           .kw = 5,
                           .stride = 2,
                           .around = etch::pad(1, 2, 3, 4),
                           .x_zero = -128})>();
  conv2d<in_pairs(
      channels,
      {.h = 12, .w = 24, .c = 1, .oc = 4, .kh = 4, .kw = 2, .stride = 2, .around = etch::valid})>();
  constexpr layer doubled =
      in_pairs(channels, {.h = 90, .w = 95, .c = 1, .oc = 6, .kh = 5, .kw = 5, .stride = 2});
  static_assert(etch::armv7em::doubles_weights(etch::layer_of<conv2d_call<doubled>>));
  static_assert(plan<doubled>.how == etch::armv7em::arrangement::couples);
  conv2d<doubled>();
}
TEST_CASE("sums that end by a shift", "[armv7em]") {
  constexpr auto q = [](layer l) {
    l.round = rounding::half_up;
    return in_pairs(scheme::q, l);
  };
  conv2d<q({.h = 8, .w = 8, .c = 8, .oc = 5})>();
  conv2d<q({.n = 2, .h = 9, .w = 5, .c = 4, .oc = 2, .act = activation::relu})>();
  conv2d<q({.h = 8, .w = 8, .c = 1, .oc = 8, .act = activation::relu})>();
  conv2d<q({.h = 9, .w = 21, .c = 3, .oc = 4, .act = activation::clamp})>();
  conv2d<q({.h = 5, .w = 5, .c = 66, .oc = 3, .kh = 1, .kw = 1})>();
  conv2d<q({.h = 13, .w = 40, .c = 1, .oc = 3, .kh = 5, .kw = 4, .stride = 2})>();
}
TEST_CASE("patches are read in one row", "[armv7em]") {
  constexpr layer pointwise =
      in_pairs(channels, {.h = 5, .w = 5, .c = 64, .oc = 9, .kh = 1, .kw = 1});
  static_assert(plan<pointwise>.how == etch::armv7em::arrangement::patches);
  conv2d<pointwise>();
  // a step, a whole loop, one step more and one less
  conv2d<in_pairs(channels, {.h = 3, .w = 3, .c = 1, .oc = 2, .kh = 1, .kw = 1})>();
  conv2d<in_pairs(channels, {.h = 3, .w = 3, .c = 32, .oc = 3, .kh = 1, .kw = 1})>();
  conv2d<in_pairs(channels, {.h = 3, .w = 3, .c = 33, .oc = 2, .kh = 1, .kw = 1})>();
  conv2d<in_pairs(tensor, {.h = 3, .w = 3, .c = 36, .oc = 2, .kh = 1, .kw = 1})>();
  conv2d<in_pairs(channels, {.h = 4, .w = 1, .c = 66, .oc = 4, .kh = 1, .kw = 1, .stride = 2})>();
  // windows of a few pixels
  conv2d<in_pairs(channels, {.h = 21, .w = 10, .c = 1, .oc = 6, .kh = 10, .kw = 4, .stride = 2})>();
  conv2d<in_pairs(
      tensor, {.n = 2, .h = 6, .w = 5, .c = 3, .oc = 7, .act = activation::relu6, .y_zero = 10})>();
}
