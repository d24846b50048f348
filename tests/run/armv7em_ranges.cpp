// conv2d and dense over ranges by Armv7E-M: the generic kernel's numbers, bit for bit.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/range_layers.hpp"

namespace {

using namespace test;
using etch::activation, etch::pad, etch::rounding;
using by_smlad = etch::dynamic_range_f32_f32_s8_2x4_smlad;

constexpr bool runs = ETCH_HAS_DSP != 0;

template <layer L>
void conv2d() {
  check_over_range<by_smlad, kind::conv2d, L, runs>();
}
template <layer L>
void dense() {
  check_over_range<by_smlad, kind::dense, L, runs>();
}
constexpr layer row(int k, int o, layer l = {}) {
  l.c = k, l.oc = o, l.kh = l.kw = 1;
  return l;
}
template <kind K, layer L>
constexpr bool takes = by_smlad::accepts<etch::call<over_range<L, K>::node, 0>>;

}  // namespace

TEST_CASE("conv2d over ranges equals the generic kernel", "[armv7em]") {
  constexpr auto check = []<layer L>() { conv2d<L>(); };
  each_of<shapes::windows, scheme::channels, 3>(check);
  each_of<shapes::windows, scheme::channels, 8>(check);
  each_of<shapes::windows, scheme::int4, 1>(check);
  each_of<shapes::windows, scheme::int4, 8>(check);
}
TEST_CASE("conv2d over ranges ends as the generic kernel", "[armv7em]") {
  conv2d<layer{.c = 5, .oc = 6, .how = scheme::int4, .act = activation::relu, .weights = 3}>();
  conv2d<layer{.c = 4, .oc = 5, .how = scheme::tensor, .act = activation::relu6}>();
  conv2d<layer{.c = 4, .oc = 5, .how = scheme::tensor, .act = activation::clamp, .weights = 4}>();
  conv2d<layer{.n = 2, .c = 3, .oc = 7, .round = rounding::onnxruntime}>();
}
TEST_CASE("dense over ranges equals the generic kernel", "[armv7em]") {
  dense<row(1, 1)>();
  dense<row(7, 13, {.how = scheme::int4})>();
  dense<row(23, 5, {.n = 3, .act = activation::relu, .weights = 1})>();
  dense<row(64, 10, {.how = scheme::int4, .weights = 3})>();
}
TEST_CASE("numbers without a range of their own are brought to bytes", "[armv7em]") {
#if ETCH_HAS_DSP
  constexpr float all = std::numeric_limits<float>::infinity(), half = 0.5F;
  // 1 / Q is 1: ties are codes and a half
  std::vector<float> x{-100,    155,  half,  -half,
                       1.5F,    2.5F, -2.5F, 1e-40F,
                       -1e-40F, all,  -all,  std::numeric_limits<float>::quiet_NaN()};
  for (int i = -300; i < 300; ++i) x.push_back(static_cast<float>(i) / 2);
  for (const auto& [low, high] : {std::pair{-100.0F, 155.0F}, {0, 0}, {0, 1e-37F}, {-2, 1e38F}}) {
    const auto r = etch::byte_range({low, high});
    std::vector<std::int8_t> codes(x.size()), divided(x.size());
    const int count = static_cast<int>(x.size());
    etch::armv7em::bring_to_bytes<false>(codes.data(), x.data(), count, r);
    etch::armv7em::bring_to_bytes<true>(divided.data(), x.data(), count, r);
    auto divides = r;
    divides.divides = true;
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(x[i] << " in " << low << " to " << high);
      CHECK(codes[i] == r.encode(x[i]) - 128);
      CHECK(divided[i] == divides.encode(x[i]) - 128);
    }
  }
#endif
}
TEST_CASE("weights of 4 bits over ranges take half the flash of bytes", "[armv7em]") {
  using narrow = etch::call<over_range<layer{.how = scheme::int4}, kind::conv2d>::node, 0>;
  using wide = etch::call<over_range<layer{}, kind::conv2d>::node, 0>;
  constexpr int half = 16 * 3 * 3 * 8 / 2;
  CHECK(etch::constant_size<by_smlad, wide> - etch::constant_size<by_smlad, narrow> == half);
}
TEST_CASE("what of ranges SMLAD leaves to the generic kernel", "[armv7em]") {
  static_assert(takes<kind::conv2d, layer{}> && takes<kind::dense, row(8, 8)>);
  static_assert(!takes<kind::depthwise, layer{}>);
  static_assert(!takes<kind::conv2d, layer{.dilation = 2}>);
  static_assert(!takes<kind::conv2d, layer{.groups = 2}>);
}
