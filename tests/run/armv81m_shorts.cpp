// The kernels of Armv8.1-M for values of 16 bits and for posits of 8 equal the generic ones on
// every code: weights of 8 and 16 bits, sums of 32 and 64, pixels beyond the offsets of loads, NaR.
// Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv7em.hpp>
#include <etch/kernel/armv81m.hpp>

#include "../support/posit_layers.hpp"
#include "../support/short_layers.hpp"

namespace {

using namespace test;

struct by_vmladava {
  using conv2d = etch::conv2d_s16_s16_s16_2x4_vmladava;
  using dense = etch::dense_s16_s16_s16_4x1_vmladava;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_MVE != 0;
};
struct posits_by_vmladava {
  using conv2d = etch::conv2d_p8_p8_p8_2x4_vmladava;
  using dense = etch::dense_p8_p8_p8_4x1_vmladava;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_4x1_smlabb;
  static constexpr bool runs = ETCH_HAS_MVE != 0;
};
using shorts = short_layers<by_vmladava>;
using posits_of_8 = posit_layers<posits_by_vmladava>;

template <layer L>
void conv2d() {
  check_layer<kind::conv2d, L, by_vmladava::conv2d, by_vmladava::runs>();
}
/// Channels in lanes: sums are those of 32 bits.
template <layer L>
void channels() {
  check_layer<kind::depthwise, shorts::without_bias(L),
              etch::depthwise_conv2d_s16_s16_s16_8x2_vmullb, by_vmladava::runs>();
}
/// Rows of eight pixels of C channels.
constexpr layer deep(int c, scheme how, int filters = 5, int stride = 1) {
  return {.h = 3,
          .w = 9,
          .c = c,
          .oc = filters,
          .kh = 2,
          .kw = 2,
          .stride = stride,
          .how = how,
          .bias = 0};
}

}  // namespace

TEST_CASE("conv2d of 16-bit codes equals the generic kernel", "[armv81m]") { shorts::windows(); }
TEST_CASE("conv2d of 16-bit codes equals the generic kernel for gaps and groups", "[armv81m]") {
  shorts::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes equals the generic kernel", "[armv81m]") { shorts::denses(); }
TEST_CASE("conv2d of 16-bit codes reads pixels far apart", "[armv81m]") {
  conv2d<deep(8, scheme::s16)>();
  conv2d<deep(16, scheme::s16, 4)>();
  conv2d<deep(42, scheme::q15, 2)>();
  conv2d<deep(43, scheme::q15, 1)>();
  conv2d<deep(48, scheme::s16, 6)>();
  conv2d<deep(64, scheme::s16, 3, 2)>();
  conv2d<deep(127, scheme::q15)>();
  conv2d<deep(128, scheme::q15)>();
}
TEST_CASE("conv2d of posits equals the generic kernel", "[armv81m]") { posits_of_8::windows(); }
TEST_CASE("conv2d of posits equals the generic kernel for gaps and groups", "[armv81m]") {
  posits_of_8::gaps_and_groups();
}
TEST_CASE("conv2d of posits sums in 64 bits, and widens rows in pieces", "[armv81m]") {
  posits_of_8::pieces();
}
TEST_CASE("dense of posits equals the generic kernel", "[armv81m]") { posits_of_8::denses(); }
TEST_CASE("depthwise_conv2d of 16-bit codes equals the generic kernel", "[armv81m]") {
  constexpr auto check = []<layer L>() { channels<L>(); };
  each_of<shapes::channel_windows, scheme::q15, 8>(check);
  each_of<shapes::channel_windows, scheme::s16, 17>(check);
  each_of<shapes::channel_windows, scheme::s16, 24>(check);
  // cells beyond the offsets of loads
  channels<layer{.h = 4, .w = 6, .c = 64, .how = scheme::q15}>();
  channels<layer{.h = 3, .w = 5, .c = 130, .kh = 2, .kw = 2, .how = scheme::s16}>();
  channels<layer{.h = 3, .w = 7, .c = 16, .kh = 1, .kw = 6, .how = scheme::q15}>();
}
TEST_CASE("depthwise_conv2d of posits in lanes equals the generic kernel", "[armv81m]") {
  constexpr auto check = []<layer L>() {
    check_layer<kind::depthwise, L, etch::depthwise_conv2d_p8_p8_p8_8x2_vmullb,
                posits_by_vmladava::runs>();
  };
  each_of<shapes::channel_windows, scheme::p8, 8>(check);
  each_of<shapes::channel_windows, scheme::p8, 17>(check);
}
