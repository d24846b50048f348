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

}  // namespace

TEST_CASE("conv2d by lines of short runs equals the generic kernel", "[armv81m]") {
  both<layer{.h = 14, .w = 13, .c = 1, .oc = 8, .kh = 10, .kw = 8, .stride = 2}>();
  both<layer{.n = 2, .h = 5, .w = 6, .c = 2, .oc = 3, .kh = 7, .kw = 5, .around = etch::pad(3)}>();
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
}
