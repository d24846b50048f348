#pragma once

#include <etch/op/conv2d.hpp>
#include <etch/op/dense.hpp>
#include <etch/op/depthwise_conv2d.hpp>
#include <etch/op/numerics.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void dynamic_range_is_for_f32_values_with_affine_weights_of_at_most_9_bits(long /*bits*/,
                                                                                  long) {}
inline void dynamic_range_the_bias_needs_one_f32_for_each_output_channel(long /*bias*/,
                                                                         long /*channels*/) {}
inline void dynamic_range_a_sum_of_so_many_products_leaves_32_bits(long /*products*/, long) {}
}  // namespace error

namespace ops {

/// Dynamic range quantisation: a conv2d, depthwise_conv2d or dense of f32 values with integer
/// weights. Each run quantises the whole value to 8 bits by its own range, sums integers and scales
/// the sums back.
///
/// min is the least and max the largest element, widened to include 0: Q = 255 / (max - min), zero
/// = round(-Q min), code = round(Q x) + zero, 0 .. 255; y = (sum of (code - zero) (w - zero w))
/// unit w / Q + bias. Infinities and NaNs do not count for the range; +infinity becomes the last
/// code, -infinity the first, and NaN real 0. With the value's rounding onnxruntime x and min are
/// divided by 1 / Q, as ONNX Runtime does, which differs next to ties. x as for the layer, in f32;
/// weights affine of 1 to 9 bits; bias and y f32. Source: dynamic range quantisation with Q and RQM
/// = -zero.
struct dynamic_range {
  enum class layer : int { conv2d, depthwise_conv2d, dense };

  static constexpr const char* name = "dynamic_range";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;

  layer of = layer::conv2d;
  window move{};
  int groups = 1;

  static constexpr rounding own_rounding(numerics n, const operands&, const operand&) {
    return n == numerics::onnxruntime ? rounding::onnxruntime : rounding::standard;
  }
  constexpr window_geometry at(const operands& x) const {
    if (of == layer::conv2d) return ops::conv2d{move, groups}.at(x);
    return ops::depthwise_conv2d{move}.at(x);
  }
  constexpr inference infer(const operands& x) const {
    const format& w = x[1].number;
    if (!is_f32(x[0].number) || !is_scaled(w) || w.bits > 9) {
      return {
          {.refuse = error::dynamic_range_is_for_f32_values_with_affine_weights_of_at_most_9_bits,
           .message = "dynamic_range is for f32 values with affine weights of at most 9 bits",
           .have = w.bits}};
    }
    operand as_integers[2]{x[0], x[1]};
    as_integers[0].number = affine<std::uint8_t, 1.0>::descriptor;
    inference made = infer_layer({as_integers, 2});
    if (made.refused) return made;
    const int channels = of == layer::conv2d  ? x[1].shape.n()
                         : of == layer::dense ? x[1].shape.d[0]
                                              : x[1].shape.c();
    if (x.count > 2 && (!is_f32(x[2].number) || x[2].shape.size() != channels)) {
      return {{.refuse = error::dynamic_range_the_bias_needs_one_f32_for_each_output_channel,
               .message = "dynamic_range: the bias has {} numbers, needed are {} in f32",
               .have = x[2].shape.size(),
               .want = channels}};
    }
    const int products = of == layer::depthwise_conv2d ? x[1].shape.h() * x[1].shape.w()
                                                       : x[1].shape.size() / channels;
    if (255LL * products << w.bits > 2147483647) {
      return {{.refuse = error::dynamic_range_a_sum_of_so_many_products_leaves_32_bits,
               .message = "dynamic_range: a sum of {} products leaves 32 bits",
               .have = products}};
    }
    made.output.number = f32::descriptor;
    return made;
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    switch (of) {
      case layer::conv2d: return ops::conv2d{move, groups}.macs(x, y);
      case layer::dense: return ops::dense{}.macs(x, y);
      default: return ops::depthwise_conv2d{move}.macs(x, y);
    }
  }
  /// The range is that of the whole value.
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }

 private:
  constexpr inference infer_layer(const operands& x) const {
    switch (of) {
      case layer::conv2d: return ops::conv2d{move, groups}.infer(x);
      case layer::dense: return ops::dense{}.infer(x);
      default: return ops::depthwise_conv2d{move}.infer(x);
    }
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
