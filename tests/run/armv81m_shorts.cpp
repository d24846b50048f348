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
TEST_CASE("conv2d of 16-bit codes sums four pixels at the ends of rows", "[armv81m]") {
  conv2d<layer{.h = 4, .w = 8, .c = 16, .oc = 5, .how = scheme::s16, .bias = 0}>();
  conv2d<layer{.h = 3, .w = 7, .c = 12, .oc = 4, .how = scheme::q15, .bias = 0}>();
  conv2d<layer{.h = 4, .w = 15, .c = 8, .oc = 4, .stride = 2, .how = scheme::s16, .bias = 0}>();
  conv2d<layer{.h = 6, .w = 8, .c = 16, .oc = 4, .dilation = 2, .how = scheme::s16, .bias = 0}>();
  conv2d<layer{.h = 3, .w = 5, .c = 64, .oc = 2, .how = scheme::q15, .bias = 0}>();  // too many
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
#if ETCH_HAS_MVE
TEST_CASE("vectors round sums of posits as their definition does", "[armv81m]") {
  struct ends {
    etch::limits<etch::posit_code<8, 0>> l;
  };
  constexpr ends whole{{{-127}, {127}}}, part{{{0}, {100}}};
  long differ = 0;
  const auto check = [&](std::int32_t first, std::int32_t step) {
    std::int32_t sum[8];
    for (int i = 0; i < 8; ++i) sum[i] = first + i * step;
    const int32x4_t a = vldrwq_s32(sum), b = vldrwq_s32(sum + 4);
    std::int8_t code[8], limited[8];
    vstrbq_s16(code, etch::armv81m::posit_tile::codes_of_sums<whole>(a, b));
    vstrbq_s16(limited, etch::armv81m::posit_tile::codes_of_sums<part>(a, b));
    for (int i = 0; i < 8; ++i) {
      const int want = etch::posit8_of_sum<12>(sum[i % 2 * 4 + i / 2]).bits;
      differ += code[i] != want;
      differ += limited[i] != etch::clamp(want, 0, 100);
    }
  };
  for (std::int32_t n = -(1 << 13); n < 1 << 13; n += 8) check(n, 1);
  for (std::int32_t n = -(1 << 19); n < 1 << 19; n += 64) check(n - 4, 1);  // ties and next to them
  for (int k = 19; k < 31; ++k) {
    check((std::int32_t{1} << k) - 4, 1);
    check(-(std::int32_t{1} << k) - 4, 1);
  }
  check(INT32_MAX - 7, 1);
  check(INT32_MIN, 1);
  CHECK(differ == 0);
}
#endif
