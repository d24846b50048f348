#pragma once

#include <etch/op/numerics.hpp>
#include <etch/op/products.hpp>
#include <etch/op/weighted.hpp>
#include <etch/op/window.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void dense_the_weights_need_two_dimensions_O_K(long /*rank*/, long) {}
inline void dense_the_weights_read_another_number_of_inputs_than_the_value_has(long /*weights*/,
                                                                               long /*value*/) {}
}  // namespace error

namespace ops {

/// y[b,o] = bias[o] + sum over k of x[b,k] w[o,k], a fully connected layer.
///
/// x holds B K elements in logical (N,H,W,C) order, weights (O,K), bias (O), y (O) or, when B > 1
/// or x has a batch dimension, (B,O).
struct dense {
  static constexpr const char* name = "dense";
  static constexpr bool packs_parameters = true;
  static constexpr bool folds_scale_and_offset = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::sums;
  static constexpr bool single_precision_product = true;  // of both scales, as TensorFlow Lite

  int unused = 0;  // an operator is bit-cast to ints, and an empty struct has one byte

  /// As a 1 x 1 convolution: a row of B pixels with K channels each.
  constexpr window_geometry at(const operands& x) const {
    const extents& w = x[1].shape;
    const int batch = x[0].shape.size() / w.d[1];
    return {.w = batch, .c = w.d[1], .ow = batch, .oc = w.d[0]};
  }
  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number) && x[1].number.zero == 0;
  }
  /// LiteRT's FULLY_CONNECTED multiplies sums of 64 bits in double precision.
  static constexpr rounding own_rounding(numerics n, const operands& x, const operand& y) {
    if (n == numerics::onnxruntime && xnnpack::is_int8(y.number)) return rounding::xnnpack;
    const bool wide = x.count > 2 && x[2].number.bits == 64;
    return n == numerics::litert_xnnpack && wide && is_scaled(y.number) ? rounding::half_away
                                                                        : rounding::standard;
  }
  static constexpr int kinds_of_products = 1;
  constexpr sums_of_products products(const operands& x, int) const {
    const int bits = sum_bits(x);
    return {.bias = x.count > 2 ? 2 : -1,
            .window = {.c = x[1].shape.d[1], .oc = x[1].shape.d[0]},
            .bits = bits,
            .accumulator_bits = bits};
  }
  constexpr inference infer(const operands& x) const {
    const extents& w = x[1].shape;
    if (w.rank != 2) {
      return {{.refuse = error::dense_the_weights_need_two_dimensions_O_K,
               .message = "dense: the weights have {} dimensions, not two (O, K)",
               .have = w.rank}};
    }
    const extents& in = x[0].shape;
    const bool batched = in.rank == 2 || in.rank == 4;
    const int per_batch = batched ? in.size() / in.d[0] : in.size();
    if (per_batch != w.d[1]) {
      return {{.refuse = error::dense_the_weights_read_another_number_of_inputs_than_the_value_has,
               .message = "dense: the weights read {} inputs, the value has {}",
               .have = w.d[1],
               .want = per_batch}};
    }
    if (const diagnosis d = check_weighted(x, w.d[0])) return {d};
    const extents out = batched ? extents{2, {in.d[0], w.d[0]}} : extents{1, {w.d[0]}};
    return {{}, {sums(x[0].number, x[1].number, sum_bits(x), bias_frac(x)), out, &layout_id<hwc>}};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return static_cast<long long>(y.shape.size()) * x[1].shape.d[1];
  }
  constexpr row_range input_rows(const operands& x, int, int) const { return all_rows(x[0]); }

 private:
  /// The format of the sums: one scale, the product of both, so that a separate `to` multiplies by
  /// the same factor as a fused one.
  static constexpr format sums(const format& x, const format& w, int bits, int frac) {
    format sum = sum_format(x, w, bits, frac);
    if (is_accumulator(sum) && is_scaled(w) && w.channel_scale == nullptr) {
      const float product = static_cast<float>(x.unit()) * static_cast<float>(w.unit());
      sum.scale = static_cast<double>(product);
      sum.factor = 1;
    }
    return sum;
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
