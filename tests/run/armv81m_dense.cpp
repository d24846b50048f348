// The kernels of dense of Armv8.1-M by eight filters for numbers of 16 bits and for 8-bit weights
// with a zero point equal the generic ones on every code: weights of 8 and 16 bits, rows with and
// without NaR. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;

constexpr bool has_mve = ETCH_HAS_MVE != 0;

/// dense by eight filters and one to seven, of rows of even and odd steps with and without a rest.
constexpr layer eights[]{
    {.n = 3, .c = 1, .oc = 9, .kh = 1, .kw = 1},
    {.n = 5, .c = 8, .oc = 8, .kh = 1, .kw = 1},
    {.n = 2, .c = 9, .oc = 15, .kh = 1, .kw = 1, .act = etch::activation::relu},
    {.n = 4, .c = 23, .oc = 20, .kh = 1, .kw = 1},
    {.n = 2, .c = 32, .oc = 13, .kh = 1, .kw = 1},
    {.n = 2, .c = 90, .oc = 18, .kh = 1, .kw = 1, .act = etch::activation::relu6},
};

/// Sums of 32 bits have no bias of 64.
constexpr layer without_bias(layer l) {
  l.bias = 0;
  return l;
}

}  // namespace

TEST_CASE("dense of 16-bit codes by eight filters equals the generic kernel", "[armv81m]") {
  constexpr auto check = []<layer L>() {
    check_layer<kind::dense, without_bias(L), etch::dense_s16_s16_s16_8x1_vmladava, has_mve>();
  };
  each_of<eights, scheme::s16>(check);
  each_of<eights, scheme::q15>(check);
}
TEST_CASE("dense of posits by eight filters equals the generic kernel", "[armv81m]") {
  each_of<eights, scheme::p8>(
      []<layer L>() { check_layer<kind::dense, L, etch::dense_p8_p8_p8_8x1_vmladava, has_mve>(); });
}
TEST_CASE("dense of weights with a zero point equals the generic kernel", "[armv81m]") {
  constexpr auto check = []<layer L>() {
    check_layer<kind::dense, L, etch::dense_s8_s8_s8_8x1_vmladava, has_mve>();
  };
  each_of<shapes::denses, scheme::zeros>(check);
  each_of<eights, scheme::zeros>(check);
  check.operator()<layer{.n = 2,
                         .c = 16,
                         .oc = 9,
                         .kh = 1,
                         .kw = 1,
                         .how = scheme::zeros,
                         .round = etch::rounding::xnnpack}>();
}
