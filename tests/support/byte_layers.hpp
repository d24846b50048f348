// The layers that each target's kernels for 8-bit codes with any zero points are held to: unsigned
// codes and weights, signed ones with weights of 9 bits, roundings of all kinds.
#pragma once

#include <etch/kernel/layer/byte_sums.hpp>

#include "shapes.hpp"

namespace test {
namespace bytes {

using etch::activation, etch::rounding;

constexpr layer many{.h = 4, .w = 5, .c = 37, .oc = 11, .how = scheme::u8};
/// Pixels of a row that do not lie on the stack at once.
constexpr layer in_pieces{.h = 3, .w = 41, .c = 16, .oc = 4, .stride = {1, 2}, .how = scheme::u8};
constexpr layer deep{.h = 3, .w = 4, .c = 100, .oc = 2, .how = scheme::u8};
constexpr layer too_deep{.h = 3, .w = 4, .c = 200, .oc = 2, .how = scheme::u8};
constexpr layer channels_in_pieces{.h = 3, .w = 41, .c = 20, .how = scheme::u8};
/// Weights of 4 bits.
constexpr layer narrow(int c, int oc, layer l = {}) { return l.oc = oc, as(l, scheme::int4, c); }
constexpr layer narrow_row(int k, int o, layer l = {}) { return l.kh = l.kw = 1, narrow(k, o, l); }
template <scheme How, rounding R>
constexpr layer rounded{.h = 4, .w = 5, .oc = 6, .how = How, .round = R, .y_zero = 9};

/// Compares kernels of weights of 4 bits with the generic ones.
template <class Conv2d, class Dense, bool Runs>
struct narrow_layers {
  template <layer L>
  static void conv2d() {
    check_layer<kind::conv2d, L, Conv2d, Runs>();
  }
  template <layer L>
  static void dense() {
    check_layer<kind::dense, L, Dense, Runs>();
  }
  /// Filters: those of each layer, or OC.
  template <int OC = 0>
  static void all() {
    constexpr auto windows = []<layer L>() { conv2d<L>(); };
    each_of<shapes::windows, scheme::int4, 1, OC>(windows);
    each_of<shapes::windows, scheme::int4, 3, OC>(windows);
    each_of<shapes::windows, scheme::int4, 8, OC>(windows);
    each_of<shapes::dilated_windows, scheme::int4, 3, OC>(windows);
    each_of<shapes::denses, scheme::int4>([]<layer L>() { dense<L>(); });
  }
  /// Eight filters at a time and the rest of them, where sums of 16 taps reach furthest.
  static void eights() {
    conv2d<narrow(5, 8, {.weights = 1})>();
    conv2d<narrow(9, 17, {.h = 4, .w = 5, .kw = 5, .act = activation::relu, .weights = 2})>();
    conv2d<narrow(17, 16, {.h = 3, .w = 4, .around = etch::pad(2, 0, 0, 2), .x_zero = 127})>();
    conv2d<narrow(7, 19, {.round = rounding::tflite_single, .y_zero = 10})>();
    conv2d<narrow(31, 10, {.kh = 1, .kw = 1, .stride = 2, .act = activation::clamp})>();
    dense<narrow_row(16, 8, {.x_zero = -128, .weights = 7})>();
    dense<narrow_row(49, 8, {.weights = 7})>();
    dense<narrow_row(50, 9, {.n = 2, .weights = 1})>();
    dense<narrow_row(63, 10, {.weights = 7})>();
    dense<narrow_row(145, 27, {.act = activation::relu, .x_zero = 127})>();
    dense<narrow_row(256, 24, {.round = rounding::xnnpack, .weights = 2})>();
  }
  /// Groups, whose windows are copied: of whole words and others, of eights and rests of filters.
  static void groups() {
    conv2d<narrow(16, 16, {.n = 2, .h = 4, .w = 5, .x_zero = -9, .groups = 2})>();
    conv2d<narrow(6, 22, {.h = 5, .w = 6, .stride = 2, .x_zero = 127, .groups = 2})>();
    conv2d<narrow(15, 9, {.h = 7, .w = 8, .kw = 2, .dilation = 2, .weights = 7, .groups = 3})>();
    conv2d<narrow(60, 20, {.h = 3, .w = 4, .around = etch::pad(2, 0, 0, 2), .groups = 2})>();
    conv2d<narrow_row(24, 18, {.h = 4, .w = 3, .act = activation::relu, .groups = 2})>();
    conv2d<narrow_row(10, 20, {.h = 5, .w = 4, .stride = {2, 1}, .weights = 2, .groups = 2})>();
    conv2d<narrow(256, 4, {.h = 1, .w = 2, .kh = 1, .kw = 8, .groups = 2})>();
    using too_long = etch::call<
        tried<narrow(258, 4, {.h = 1, .w = 2, .kh = 1, .kw = 8, .groups = 2}), kind::conv2d>::node,
        0>;
    static_assert(!Conv2d::template accepts<too_long>);
  }
};

}  // namespace bytes

/// Compares the kernels of family F, where F::runs, with the generic ones. F has F::conv2d,
/// F::dense and F::depthwise.
template <class F>
struct byte_layers {
  template <kind K, layer L>
  static void check() {
    using kernel = std::conditional_t<
        K == kind::conv2d, typename F::conv2d,
        std::conditional_t<K == kind::dense, typename F::dense, typename F::depthwise>>;
    check_layer<K, L, kernel, F::runs>();
  }
  template <kind K, scheme How, const auto& Table, int C, int OC = 0>
  static void check_each() {
    each_of<Table, How, C, OC>([]<layer L>() { check<K, L>(); });
  }

  static void windows() {
    check_each<kind::conv2d, scheme::u8, shapes::windows, 1>();
    check_each<kind::conv2d, scheme::u8, shapes::windows, 6>();
    check_each<kind::conv2d, scheme::wide, shapes::windows, 7>();
    check_each<kind::conv2d, scheme::u8, shapes::dilated_windows, 4>();
    check_each<kind::conv2d, scheme::u8, shapes::grouped_windows, 12>();
    check_each<kind::conv2d, scheme::zeros, shapes::grouped_windows, 12>();
    check<kind::conv2d, bytes::many>();
  }
  static void pieces() {
    check<kind::conv2d, bytes::in_pieces>();
    check<kind::conv2d, bytes::deep>();
    check<kind::depthwise, bytes::channels_in_pieces>();
    using refused = etch::call<tried<bytes::too_deep, kind::conv2d>::node, 0>;
    static_assert(!F::conv2d::template accepts<refused>);
  }
  template <scheme How, etch::rounding R>
  static void check_rounding() {
    check<kind::conv2d, bytes::rounded<How, R>>();
    check<kind::depthwise, bytes::rounded<How, R>>();
  }
  static void roundings() {
    using etch::rounding;
    check_rounding<scheme::u8, rounding::tflite_single>();
    check_rounding<scheme::u8, rounding::xnnpack>();
    check_rounding<scheme::u8, rounding::half_even>();
    check_rounding<scheme::q, rounding::half_away>();
    check_rounding<scheme::q, rounding::toward_zero>();
    check_rounding<scheme::channels, rounding::half_away>();
  }
  static void denses() {
    check_each<kind::dense, scheme::u8, shapes::denses, 0>();
    check_each<kind::dense, scheme::wide, shapes::denses, 0>();
  }
  static void channels() {
    check_each<kind::depthwise, scheme::u8, shapes::channel_windows, 7>();
    check_each<kind::depthwise, scheme::wide, shapes::channel_windows, 1>();
    check_each<kind::depthwise, scheme::u8, shapes::channel_windows, 8>();
  }
};

}  // namespace test
