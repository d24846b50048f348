#pragma once

#include <etch/op/products.hpp>
#include <etch/op/weighted.hpp>
#include <etch/op/window.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void conv2d_the_weights_need_four_dimensions_O_KH_KW_I(long /*rank*/, long) {}
inline void conv2d_the_weights_have_other_input_channels_than_the_value(long /*weights*/,
                                                                        long /*value*/) {}
inline void conv2d_the_groups_do_not_divide_the_channels(long /*groups*/, long /*channels*/) {}
}  // namespace error

namespace ops {

/// y[n,i,j,o] = bias[o] + sum over u,v,c of x[n, i s + u d - p, j s + v d - p, c] w[o,u,v,c].
///
/// x (N,H,W,C), weights (O,KH,KW,C/groups), bias (O), y (N,OH,OW,O). Padding is real 0.
/// The output is a 32-bit sum in units of scale x * scale w until `to<F>`; for f32 it is a number.
struct conv2d {
  static constexpr const char* name = "conv2d";
  static constexpr bool packs_parameters = true;
  static constexpr bool folds_scale_and_offset = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::sums;

  window move{};
  int groups = 1;

  constexpr window_geometry at(const operands& x) const {
    const extents& w = x[1].shape;
    return geometry(move, x[0].shape, w.h(), w.w(), w.n(), groups);
  }
  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  static constexpr int kinds_of_products = 1;
  constexpr sums_of_products products(const operands& x, int) const {
    const int bits = sum_bits(x);
    return {.bias = x.count > 2 ? 2 : -1, .window = at(x), .bits = bits, .accumulator_bits = bits};
  }
  constexpr inference infer(const operands& x) const {
    const extents& w = x[1].shape;
    if (w.rank != 4) {
      return {{.refuse = error::conv2d_the_weights_need_four_dimensions_O_KH_KW_I,
               .message = "conv2d: the weights have {} dimensions, not four (O, KH, KW, I)",
               .have = w.rank}};
    }
    if (const diagnosis d = check_window(move, x[0], w.h(), w.w())) return {d};
    const int channels = x[0].shape.c();
    if (groups < 1 || channels % groups != 0 || w.n() % groups != 0) {
      return {{.refuse = error::conv2d_the_groups_do_not_divide_the_channels,
               .message = "conv2d: {} groups do not divide {} channels",
               .have = groups,
               .want = groups > 0 && channels % groups == 0 ? w.n() : channels}};
    }
    if (w.c() * groups != channels) {
      return {{.refuse = error::conv2d_the_weights_have_other_input_channels_than_the_value,
               .message = "conv2d: the weights have {} input channels, the value has {}",
               .have = w.c() * groups,
               .want = channels}};
    }
    if (const diagnosis d = check_weighted(x, w.n())) return {d};
    const window_geometry g = at(x);
    return {{},
            {sum_format(x[0].number, x[1].number, sum_bits(x), bias_frac(x)),
             with_hwc(x[0].shape, g.oh, g.ow, g.oc), x[0].layout}};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return static_cast<long long>(y.shape.size()) * x[1].shape.size() / x[1].shape.n();
  }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    return window_rows(move, x[0].shape.h(), x[1].shape.h(), y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
