// conv2d of Armv8.1-M over windows one behind the other equals the generic kernel on every code,
// many at a time and few, of short and long runs, where they lie partly outside the input.
// Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;

/// By both kernels: where memory is idle, and where it is not.
template <layer L>
void both() {
  constexpr bool runs = ETCH_HAS_MVE != 0;
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_vmladava_lines, runs>();
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_vmladava, runs>();
}

#if ETCH_HAS_MVE
/// The sum of codes that are larger than those before them and of what F loads in their places:
/// wrong where a statement that sets P0 takes it from the compiler.
template <class F>
ETCH_KERNEL int sum_where_larger(const std::int8_t* x, int count, const F& load) {
  const int8x16_t low = vld1q_s8(x), high = vld1q_s8(x + 16);
  const mve_pred16_t larger = vcmpgtq_s8(high, low);
  count = vaddvaq_p_s8(count, vdupq_n_s8(0), larger);  // the lanes are known before
  const int8x16_t loaded = load(x, count);
  return vaddvaq_p_s8(vaddvq_p_s8(loaded, larger), high, larger);
}
#endif

}  // namespace

TEST_CASE("conv2d by lines of short runs equals the generic kernel", "[armv81m]") {
  both<layer{.h = 14, .w = 17, .c = 1, .oc = 8, .kh = 10, .kw = 8, .stride = 2}>();
  both<layer{.n = 2, .h = 5, .w = 7, .c = 2, .oc = 3, .kh = 7, .kw = 5, .around = etch::pad(3)}>();
  both<layer{.h = 12, .w = 9, .c = 1, .oc = 2, .kh = 12, .kw = 9, .around = etch::valid}>();
  both<layer{.h = 9, .w = 7, .c = 5, .oc = 5, .kh = 4, .kw = 3, .dilation = {2, 1}}>();
}
TEST_CASE("conv2d by lines of long runs equals the generic kernel", "[armv81m]") {
  both<layer{.h = 6, .w = 7, .c = 9, .oc = 4, .kh = 3, .kw = 3}>();
  both<layer{.h = 7, .w = 6, .c = 8, .oc = 3, .kh = 4, .kw = 2, .stride = 2}>();
  both<layer{.h = 7, .w = 7, .c = 9, .oc = 2, .kh = 3, .kw = 3, .dilation = 2}>();
}
TEST_CASE("conv2d by lines of groups and of cells apart equals the generic kernel", "[armv81m]") {
  both<layer{.c = 16, .oc = 6, .groups = 2}>();
  both<layer{.n = 2, .h = 4, .w = 6, .c = 21, .oc = 9, .groups = 3}>();
  both<layer{
      .h = 5, .w = 6, .c = 48, .oc = 6, .kh = 2, .kw = 2, .dilation = {1, 2}, .groups = 2}>();
  both<layer{.h = 9, .w = 9, .c = 7, .oc = 3, .around = etch::pad(1), .dilation = 2}>();
}
TEST_CASE("conv2d by strips of groups equals the generic kernel", "[armv81m]") {
  constexpr bool runs = ETCH_HAS_MVE != 0;
  check_layer<kind::conv2d, layer{.h = 3, .w = 43, .c = 16, .oc = 6, .groups = 2},
              etch::conv2d_s8_s8_s8_2x4_vmladava, runs>();
  check_layer<
      kind::conv2d,
      layer{.n = 2, .h = 7, .w = 15, .c = 12, .oc = 9, .kh = 5, .kw = 3, .stride = 2, .groups = 3},
      etch::conv2d_s8_s8_s8_2x4_vmladava, runs>();
}
TEST_CASE("conv2d by strips of few channels equals the generic kernel", "[armv81m]") {
  constexpr bool runs = ETCH_HAS_MVE != 0;
  const auto check = []<layer L>() {
    check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_vmladava, runs>();
  };
  check.operator()<layer{.h = 5, .w = 105, .c = 1, .oc = 2, .kh = 12, .kw = 7, .x_zero = -9}>();
  check.operator()<layer{.n = 2, .h = 6, .w = 21, .c = 2, .oc = 3, .kh = 6, .kw = 5}>();
  check.operator()<layer{.h = 7, .w = 20, .c = 3, .oc = 5, .kh = 5, .kw = 5}>();
  check.operator()<layer{
      .h = 9, .w = 24, .c = 3, .oc = 4, .kh = 4, .kw = 5, .stride = 2, .dilation = {2, 1}}>();
  check.operator()<layer{
      .n = 2, .h = 6, .w = 19, .c = 4, .oc = 2, .kh = 4, .kw = 4, .around = etch::valid}>();
  check.operator()<layer{.n = 2,
                         .h = 5,
                         .w = 21,
                         .c = 32,
                         .oc = 12,
                         .kh = 2,
                         .kw = 5,
                         .dilation = {2, 1},
                         .groups = 4}>();
}
TEST_CASE("conv2d by held weights of cells apart equals the generic kernel", "[armv81m]") {
  constexpr bool runs = ETCH_HAS_MVE != 0;
  check_layer<kind::conv2d, layer{.h = 9, .c = 4, .oc = 4, .dilation = 2},
              etch::conv2d_s8_s8_s8_2x4_vmladav, runs>();
  check_layer<kind::conv2d, layer{.h = 4, .c = 18, .oc = 2, .kh = 1, .kw = 2, .dilation = {1, 3}},
              etch::conv2d_s8_s8_s8_2x4_vmladav, runs>();
}
TEST_CASE("conv2d by lines of narrow weights equals the generic kernel", "[armv81m]") {
  check_layer<kind::conv2d,
              layer{.h = 9, .w = 6, .c = 1, .oc = 5, .kh = 9, .kw = 7, .how = scheme::int4},
              etch::conv2d_s8_s8_s8_2x4_vmladava, ETCH_HAS_MVE != 0>();
  check_layer<kind::conv2d,
              layer{.h = 9, .w = 8, .c = 1, .oc = 5, .kh = 8, .kw = 7, .how = scheme::int4},
              etch::conv2d_s8_s8_s8_2x4_vmladava, ETCH_HAS_MVE != 0>();
}
#if ETCH_HAS_MVE
TEST_CASE("statements that set lanes leave those of the compiler", "[armv81m]") {
  namespace m = etch::armv81m;
  std::int8_t x[32];
  for (int i = 0; i < 32; ++i) x[i] = static_cast<std::int8_t>(i < 16 ? i % 5 : i % 3 + 1);
  int sum = 0;  // three codes are loaded, the others 0
  for (int i = 0; i < 16; ++i) {
    if (x[16 + i] > x[i]) sum += x[16 + i] + (i < 3 ? x[i] : 0);
  }
  CHECK(sum_where_larger(x, 3, [](const std::int8_t* at, int count) {
          return m::load_four<true>(at, at, at, at, count).val[3];
        }) == sum);
  CHECK(sum_where_larger(x, 3, [](const std::int8_t* at, int count) {
          return m::load_inside(at, vdupq_n_s8(0), (1U << count) - 1U);
        }) == sum);
  CHECK(sum_where_larger(x, 3, [](const std::int8_t* at, int count) {
          std::int8_t line[16];
          m::copy_lines<1, 1, 3>(line, 3, at, 0, 0, 0, count / 3);
          return vld1q_s8(line);
        }) == sum);
}
#endif
TEST_CASE("lines of weights with a zero point equal the generic kernel", "[armv81m]") {
  constexpr bool runs = ETCH_HAS_MVE != 0;
  constexpr auto both_of_zeros = []<layer L>() { both<as(L, scheme::zeros)>(); };
  const auto strips = []<layer L>() {
    constexpr layer l = as(L, scheme::zeros);
    check_layer<kind::conv2d, l, etch::conv2d_s8_s8_s8_2x4_vmladava, runs>();
  };
  // copied, the last four of them again, and fewer than four
  both_of_zeros.operator()<layer{.n = 2, .h = 5, .w = 7, .c = 8, .oc = 8, .weights = 3}>();
  both_of_zeros.operator()<layer{.h = 1, .w = 3, .c = 7, .oc = 3, .x_zero = 127, .weights = 2}>();
  both_of_zeros.operator()<layer{.h = 7, .w = 6, .c = 8, .oc = 5, .kh = 4, .kw = 2, .stride = 2}>();
  both_of_zeros.operator()<layer{.h = 5, .w = 9, .c = 21, .oc = 9, .weights = 3, .groups = 3}>();
  // in the input, more than have their sums on the stack at once
  both_of_zeros
      .operator()<layer{.h = 5, .w = 7, .c = 64, .oc = 7, .kh = 1, .kw = 1, .weights = 3}>();
  // strips of two groups, of one, and of few channels in columns with gaps
  strips.operator()<layer{.h = 3, .w = 43, .c = 16, .oc = 6, .x_zero = -128, .groups = 2}>();
  strips.operator()<layer{.h = 7,
                          .w = 15,
                          .c = 12,
                          .oc = 9,
                          .kh = 5,
                          .kw = 3,
                          .stride = 2,
                          .weights = 3,
                          .groups = 3}>();
  strips.operator()<layer{.h = 7, .w = 20, .c = 3, .oc = 5, .kh = 5, .kw = 5, .weights = 3}>();
}
