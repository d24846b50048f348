// Sums of layers that are multiplied as floats, the way of ONNX Runtime and XNNPACK: on Cortex-M0,
// M3 and M4 every kernel of them equals the generic one, on ties too.
// PROCESSORS: cortex-m0 cortex-m3 cortex-m4
#include <etch/kernel/armv6m.hpp>
#include <etch/kernel/armv7em.hpp>
#include <etch/kernel/armv7m.hpp>

#include <cmath>

#include "../support/shapes.hpp"
#include "../support/sums_and_means.hpp"

namespace {

using namespace test;
using etch::activation, etch::rounding;

#if ETCH_HAS_DSP
template <kind K>
using kernels = std::conditional_t<
    K == kind::conv2d,
    etch::list<etch::conv2d_s8_s8_s8_2x8_smlad, etch::conv2d_s8_s8_s8_2x4_smlad,
               etch::conv2d_s8_s8_s8_8x1_smlad, etch::conv2d_s8_s8_s8_2x4_sxtb16>,
    std::conditional_t<K == kind::dense,
                       etch::list<etch::dense_s8_s8_s8_4x1_smlad, etch::dense_s8_s8_s8_8x1_smlad>,
                       etch::list<etch::depthwise_conv2d_s8_s8_s8_4x1_smlabb>>>;
#elif ETCH_HAS_LONG_MULTIPLY
template <kind K>
using kernels = std::conditional_t<
    K == kind::conv2d, etch::list<etch::conv2d_s8_s8_s8_8x1_mul, etch::conv2d_s8_s8_s8_2x4_mul>,
    std::conditional_t<K == kind::dense, etch::list<etch::dense_s8_s8_s8_8x1_mul>,
                       etch::list<etch::depthwise_conv2d_s8_s8_s8_1x1_mla>>>;
#else
template <kind K>
using kernels = std::conditional_t<
    K == kind::conv2d, etch::list<etch::conv2d_s8_s8_s8_8x1_muls, etch::conv2d_s8_s8_s8_1x4_muls>,
    std::conditional_t<K == kind::dense, etch::list<etch::dense_s8_s8_s8_8x1_muls>,
                       etch::list<etch::depthwise_conv2d_s8_s8_s8_1x1_muls>>>;
#endif

/// Kernel M, if it takes the layer, equals the generic one.
template <class M, kind K, layer L>
int equals() {
  using c = etch::call<tried<L, K>::node, 0>;
  if constexpr (M::template accepts<c>) {
    INFO(M::name);
#if ETCH_HAS_M_PROFILE
    for (std::uint32_t seed = 1; seed < 5; ++seed) {
      const auto x = random_codes<tried<L, K>::node, 0>(seed);
      CHECK(rows_of<M, tried<L, K>::node>(1 << 20, x) ==
            rows_of<generic_of<K>, tried<L, K>::node>(1, x));
    }
#endif
    return 1;
  }
  return 0;
}
template <kind K, layer L, class... M>
void all_equal(etch::list<M...>) {
  CHECK((equals<M, K, L>() + ...) > 0);  // one at least takes it
}
constexpr layer in_single(layer l) {
  l.round = rounding::xnnpack;
  return l;
}
template <kind K, layer L>
void check() {
  all_equal<K, in_single(L)>(kernels<K>{});
}

}  // namespace

TEST_CASE("conv2d multiplies sums as floats") {
  check<kind::conv2d, layer{.h = 6, .w = 8, .c = 4, .oc = 7, .how = scheme::tensor}>();
  check<kind::conv2d, layer{.h = 6, .w = 16, .c = 8, .oc = 8, .how = scheme::channels}>();
  check<kind::conv2d, layer{.h = 6, .w = 5, .c = 3, .oc = 6, .how = scheme::halves}>();
  check<kind::conv2d,
        layer{.h = 4, .w = 5, .c = 4, .oc = 5, .how = scheme::halves, .act = activation::relu}>();
  check<kind::conv2d,
        layer{.h = 4, .c = 4, .oc = 3, .factor = 1e-9}>();  // the same for every input
  // a large factor: sums beside steps of the output
  check<kind::conv2d,
        layer{.h = 12, .w = 11, .c = 2, .oc = 11, .kh = 1, .kw = 1, .factor = 0.006}>();
}
TEST_CASE("depthwise_conv2d and dense multiply sums as floats") {
  check<kind::depthwise, layer{.h = 6, .w = 5, .c = 19, .stride = 2, .act = activation::relu}>();
  check<kind::depthwise, layer{.h = 5, .w = 4, .c = 16, .how = scheme::halves}>();
  check<kind::dense, layer{.n = 5, .c = 37, .oc = 15, .kh = 1, .kw = 1, .how = scheme::halves}>();
  check<kind::dense, layer{.n = 9, .c = 24, .oc = 19, .kh = 1, .kw = 1, .factor = 0.006}>();
}

TEST_CASE("one product and the nearest integer, but next to ties, is the product of floats") {
  std::uint32_t random = 1;
  const auto next = [&] { return random = random * 1664525 + 1013904223; };
  int wrong = 0, ties = 0;
  for (int i = 0; i < 20000; ++i) {
    const int shift = 1 + static_cast<int>(next() >> 8) % 22;
    // 24 bits, of which few are set in every other one: products that are ties
    const std::uint32_t bits = (next() >> 9) & (i % 2 == 0 ? 0x7fffff : 0x700000);
    const auto multiplier = static_cast<std::int32_t>((1u << 30) | bits << 7);
    const etch::cortex_m::sum_factor f{multiplier, -3 * 65536 + shift};
    const double factor = multiplier / (2147483648.0 * static_cast<double>(1 << shift));
    const double at = static_cast<double>(static_cast<int>(next() >> 23)) - 256 + 0.5;
    const double sum = at / factor;
    if (sum > 1e9 || sum < -1e9) continue;
    for (int more = -2; more <= 2; ++more) {
      const auto x = static_cast<std::int32_t>(sum) + more;
      const int want = etch::scale_in_single(x, {multiplier, -shift});
      if (want < -256 || want > 256) continue;
      const std::int32_t have = etch::cortex_m::scaled_in_single(f, 5, x - 5);
      wrong += have != want - 3 ? 1 : 0;
      const double below = std::floor(factor * x + 0.5);
      ties += static_cast<int>(below) != want ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
  CHECK(ties > 100);  // or no sum is where the floats matter
}
