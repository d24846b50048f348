// The kernels of Armv7E-M for values of 16 bits equal the generic ones on every code: weights of 8
// and 16 bits, sums of 32 and 64; max_pool and relu. Elsewhere only what is known at compile time.
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

TEST_CASE("max_pool of 16-bit codes equals the generic kernel", "[armv7em]") {
  using etch::activation, etch::q;
  const auto check = []<class Node>() {
    using window = etch::max_pool_s16_s16_ssub16;
    using columns = etch::max_pool_s16_s16_ssub16_lines;
    using c = etch::call<Node::node, 0>;
    constexpr bool runs = ETCH_HAS_DSP != 0;
    check_kernel<window, etch::max_pool_generic, Node::node, runs>();
    static_assert(columns::accepts<c> == (c::template in<0>::is.shape.c() % 2 == 0));
    if constexpr (columns::accepts<c>) {
      check_kernel<columns, etch::max_pool_generic, Node::node, runs>();
    }
  };
  check.operator()<pooled<q<0, 15>, 5, 7, 6, 2, 2, 2, 2, 0, 0, activation::none>>();
  check.operator()<pooled<q<0, 15>, 6, 5, 3, 3, 2, 1, 2, 1, 1, activation::relu>>();
  check.operator()<pooled<q<2, 9>, 6, 5, 10, 3, 3, 2, 1, 2, 1, activation::relu6>>();
  check.operator()<
      pooled<etch::affine<std::int16_t, 0.01>, 9, 4, 2, 4, 1, 3, 1, 0, 0, activation::none>>();
}
TEST_CASE("relu of 16-bit codes equals the generic kernel", "[armv7em]") {
  const auto check = []<class Node>() {
    check_kernel<etch::relu_s16_s16_sel, etch::relu_generic, Node::node, ETCH_HAS_DSP != 0>();
  };
  check.operator()<rectified<etch::q<0, 15>, 3, 5, 7>>();
  check.operator()<rectified<etch::q<0, 15>, 2, 1, 9>>();
  check.operator()<rectified<etch::affine<std::int16_t, 0.01>, 1, 1, 2>>();
}
