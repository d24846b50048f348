// The kernels of Armv8.1-M for 8-bit codes with any zero points equal the generic ones on every
// code: unsigned codes, weights of 9 bits, roundings of all kinds. Elsewhere only what is known at
// compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv7em.hpp>
#include <etch/kernel/armv81m.hpp>

#include "../support/byte_layers.hpp"

namespace {

struct by_vmladava {
  using conv2d = etch::conv2d_u8_u8_u8_2x4_vmladava;
  using dense = etch::dense_u8_u8_u8_4x1_vmladava;
  using depthwise = etch::depthwise_conv2d_u8_u8_u8_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_MVE != 0;
};
using checked = test::byte_layers<by_vmladava>;

using namespace test;
template <layer L>
void by_lanes() {
  check_layer<kind::depthwise, L, etch::depthwise_conv2d_u8_u8_u8_8x2_vmullb, by_vmladava::runs>();
}

}  // namespace

TEST_CASE("conv2d of any 8-bit codes equals the generic kernel", "[armv81m]") {
  checked::windows();
}
TEST_CASE("layers of any 8-bit codes widen rows in pieces", "[armv81m]") { checked::pieces(); }
TEST_CASE("layers of any 8-bit codes round as the generic kernels", "[armv81m]") {
  checked::roundings();
}
TEST_CASE("dense of any 8-bit codes equals the generic kernel", "[armv81m]") { checked::denses(); }
TEST_CASE("depthwise_conv2d of any 8-bit codes equals the generic kernel", "[armv81m]") {
  checked::channels();
}
TEST_CASE("depthwise_conv2d of any 8-bit codes in lanes equals the generic kernel", "[armv81m]") {
  using etch::rounding;
  constexpr auto check = []<layer L>() { by_lanes<L>(); };
  each_of<shapes::channel_windows, scheme::u8, 8>(check);
  each_of<shapes::channel_windows, scheme::wide, 19>(check);
  by_lanes<bytes::channels_in_pieces>();
  by_lanes<layer{.h = 3, .w = 5, .c = 33, .how = scheme::u8, .round = rounding::tflite_single}>();
  by_lanes<layer{.h = 6, .w = 8, .c = 9, .kh = 1, .kw = 7, .how = scheme::u8}>();
  by_lanes<layer{.h = 4, .w = 4, .c = 11, .how = scheme::u8, .round = rounding::xnnpack}>();
  by_lanes<layer{.h = 4, .w = 7, .c = 9, .how = scheme::channels, .round = rounding::xnnpack}>();
  by_lanes<layer{.c = 8, .how = scheme::q, .round = rounding::half_away}>();
  by_lanes<layer{.c = 8, .how = scheme::q, .round = rounding::toward_zero}>();
}
