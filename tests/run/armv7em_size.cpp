// What -Os leaves out on Armv7E-M, and its shorter loops: the generic kernel's codes. This program
// is compiled with -Os.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/neighbouring_pairs.hpp"

namespace {

using namespace test;
using etch::activation;

/// Layer L, by pairs of neighbouring filters where its weights make such.
template <layer L>
void conv2d() {
  static_assert(ETCH_SAVES_FLASH &&
                !etch::armv7em::doubles_weights(etch::layer_of<conv2d_call<L>>));
  static_assert(!etch::conv2d_s8_s8_s8_2x8_smlad::accepts<conv2d_call<L>>);
  check_layer<kind::conv2d, L, etch::conv2d_s8_s8_s8_2x4_smlad, ETCH_HAS_DSP != 0>();
}
constexpr auto channels = scheme::channels, tensor = scheme::tensor;

/// 1 x 1 windows of so many channels.
template <int C>
constexpr layer deep = in_pairs(channels, {.h = 3, .w = 5, .c = C, .oc = 5, .kh = 1, .kw = 1});

}  // namespace

TEST_CASE("layers that would take more flash run by bytes", "[armv7em]") {
  conv2d<in_pairs(channels, {.h = 9, .w = 16, .c = 16, .oc = 6})>();
  conv2d<in_pairs(tensor, {.h = 46,
                           .w = 45,
                           .c = 8,
                           .oc = 5,
                           .kh = 1,
                           .kw = 1,
                           .act = activation::relu,
                           .x_zero = -128})>();
  static_assert(!etch::conv2d_s8_s8_s4_2x8_smlad::accepts<
                conv2d_call<layer{.h = 28, .w = 28, .how = scheme::int4}>>);
}
TEST_CASE("windows of any number of steps enter the shorter loop where they must", "[armv7em]") {
  conv2d<deep<4>>();
  conv2d<deep<8>>();
  conv2d<deep<12>>();
  conv2d<deep<16>>();
  conv2d<deep<20>>();
  conv2d<deep<24>>();
  conv2d<deep<33>>();
  conv2d<deep<64>>();
  conv2d<in_pairs(channels, {.h = 7, .w = 9, .c = 3, .oc = 4, .kh = 5, .kw = 4})>();
  conv2d<in_pairs(tensor, {.n = 2, .h = 9, .w = 5, .c = 17, .oc = 3, .stride = 2})>();
}
TEST_CASE("weights of one row each", "[armv7em]") {  // no pairs of neighbours
  conv2d<layer{.h = 6, .w = 9, .c = 5, .oc = 4, .how = channels}>();
  conv2d<layer{.h = 6, .w = 9, .c = 24, .oc = 3, .how = tensor}>();
  conv2d<layer{.h = 3, .w = 9, .c = 40, .oc = 2, .kh = 1, .kw = 1, .how = channels}>();
}
