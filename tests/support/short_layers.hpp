// The layers that each target's kernels for values of 16 bits are held to: weights of 8 and 16
// bits, sums of 32 and 64.
#pragma once

#include <etch/kernel/layer/short_sums.hpp>

#include "shapes.hpp"

namespace test {

/// Compares the kernels of family F, where F::runs, with the generic ones. F has F::conv2d,
/// F::dense and F::depthwise.
template <class F>
struct short_layers {
  template <kind K, layer L>
  static void check() {
    using kernel = std::conditional_t<
        K == kind::conv2d, typename F::conv2d,
        std::conditional_t<K == kind::dense, typename F::dense, typename F::depthwise>>;
    check_layer<K, L, kernel, F::runs>();
  }
  template <kind K, const auto& Table, int C, int OC = 0>
  static void with_weights_of_16_bits() {
    each_of<Table, scheme::q15, C, OC>([]<layer L>() { check<K, L>(); });
  }
  /// Weights as large as they can be: sums leave 32 bits, but for those of one product.
  template <kind K, const auto& Table, int C, int OC = 0>
  static void with_sums_of_64_bits() {
    each_of<Table, scheme::q15_wide, C, OC>([]<layer L>() {
      using wide = etch::call<tried<L, K>::node, 0>;
      static_assert(tried<L, K>::taps < 3 || !etch::short_sums::fit_32_bits<wide>());
      check<K, L>();
    });
  }
  static constexpr layer without_bias(layer l) {
    l.bias = 0;
    return l;
  }
  /// Biases need 64 bits; sums without fit in 32.
  template <kind K, const auto& Table, int C, int OC = 0>
  static void with_weights_of_8_bits() {
    each_of<Table, scheme::s16, C, OC>([]<layer L>() {
      using wide = etch::call<tried<L, K>::node, 0>;
      using narrow = etch::call<tried<without_bias(L), K>::node, 0>;
      static_assert(!etch::short_sums::fit_32_bits<wide>());
      static_assert(etch::short_sums::fit_32_bits<narrow>());
      check<K, L>();
      check<K, without_bias(L)>();
    });
  }

  /// Biases of 32 bits, so that sums end as those of bytes do.
  template <kind K, const auto& Table, int C, int OC = 0>
  static void with_biases_of_32_bits() {
    each_of<Table, scheme::s16_short, C, OC>([]<layer L>() { check<K, L>(); });
    check<K, rounded_once(as(Table[0], scheme::s16_short, C == 0 ? 37 : C, OC))>();
  }
  static constexpr layer rounded_once(layer l) {
    l.round = etch::rounding::tflite_single;
    return l;
  }

  static void windows() {
    with_weights_of_16_bits<kind::conv2d, shapes::windows, 1>();
    with_weights_of_16_bits<kind::conv2d, shapes::windows, 7>();
    with_weights_of_8_bits<kind::conv2d, shapes::windows, 3>();
    with_sums_of_64_bits<kind::conv2d, shapes::windows, 7>();
    with_biases_of_32_bits<kind::conv2d, shapes::windows, 3>();
  }
  static void gaps_and_groups() {
    with_weights_of_16_bits<kind::conv2d, shapes::dilated_windows, 1>();
    with_weights_of_8_bits<kind::conv2d, shapes::dilated_windows, 9>();
    with_weights_of_16_bits<kind::conv2d, shapes::grouped_windows, 12>();
  }
  static void denses() {
    with_weights_of_16_bits<kind::dense, shapes::denses, 0>();
    with_weights_of_8_bits<kind::dense, shapes::denses, 0>();
    with_sums_of_64_bits<kind::dense, shapes::denses, 0>();
    with_biases_of_32_bits<kind::dense, shapes::denses, 0>();
  }
  static void channels() {
    with_weights_of_16_bits<kind::depthwise, shapes::channel_windows, 7>();
    with_weights_of_8_bits<kind::depthwise, shapes::channel_windows, 1>();
    with_weights_of_8_bits<kind::depthwise, shapes::channel_windows, 8>();
    with_sums_of_64_bits<kind::depthwise, shapes::channel_windows, 8>();
    with_biases_of_32_bits<kind::depthwise, shapes::channel_windows, 8>();
  }
};

}  // namespace test
