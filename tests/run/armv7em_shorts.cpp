// The kernels of Armv7E-M for values of 16 bits equal the generic ones on every code: weights of 8
// and 16 bits, sums of 32 and 64. Elsewhere only what is known at compile time.
// PROCESSORS: cortex-m4 cortex-m7 cortex-m33
#include <etch/kernel/armv7em.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;

template <kind K, layer L>
void check() {
  using kernel =
      std::conditional_t<K == kind::conv2d, etch::conv2d_s16_s16_s16_2x2_smlad,
                         std::conditional_t<K == kind::dense, etch::dense_s16_s16_s16_2x2_smlad,
                                            etch::depthwise_conv2d_s16_s16_s16_4x1_smlabb>>;
  check_layer<K, L, kernel, ETCH_HAS_DSP != 0>();
}
template <kind K, const auto& Table, int C, int OC = 0>
void with_weights_of_16_bits() {
  each_of<Table, scheme::q15, C, OC>([]<layer L>() { check<K, L>(); });
}
constexpr layer without_bias(layer l) {
  l.bias = 0;
  return l;
}
/// Biases need 64 bits; sums without fit in 32.
template <kind K, const auto& Table, int C, int OC = 0>
void with_weights_of_8_bits() {
  each_of<Table, scheme::s16, C, OC>([]<layer L>() {
    using wide = etch::call<tried<L, K>::node, 0>;
    using narrow = etch::call<tried<without_bias(L), K>::node, 0>;
    static_assert(!etch::short_sums::fit_32_bits<wide>());
    static_assert(etch::short_sums::fit_32_bits<narrow>());
    check<K, L>();
    check<K, without_bias(L)>();
  });
}

}  // namespace

TEST_CASE("conv2d of 16-bit codes equals the generic kernel", "[armv7em]") {
  with_weights_of_16_bits<kind::conv2d, shapes::windows, 1>();
  with_weights_of_16_bits<kind::conv2d, shapes::windows, 7>();
  with_weights_of_8_bits<kind::conv2d, shapes::windows, 3>();
}
TEST_CASE("conv2d of 16-bit codes equals the generic kernel for gaps and groups", "[armv7em]") {
  with_weights_of_16_bits<kind::conv2d, shapes::dilated_windows, 1>();
  with_weights_of_8_bits<kind::conv2d, shapes::dilated_windows, 9>();
  with_weights_of_16_bits<kind::conv2d, shapes::grouped_windows, 12>();
}
TEST_CASE("dense of 16-bit codes equals the generic kernel", "[armv7em]") {
  with_weights_of_16_bits<kind::dense, shapes::denses, 0>();
  with_weights_of_8_bits<kind::dense, shapes::denses, 0>();
}
TEST_CASE("depthwise_conv2d of 16-bit codes equals the generic kernel", "[armv7em]") {
  with_weights_of_16_bits<kind::depthwise, shapes::channel_windows, 7>();
  with_weights_of_8_bits<kind::depthwise, shapes::channel_windows, 1>();
  with_weights_of_8_bits<kind::depthwise, shapes::channel_windows, 8>();
}
