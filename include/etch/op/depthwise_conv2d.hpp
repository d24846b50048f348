#pragma once

#include <etch/op/conv2d.hpp>
#include <etch/op/operator.hpp>
#include <etch/op/products.hpp>
#include <etch/op/weighted.hpp>
#include <etch/op/window.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void depthwise_conv2d_the_weights_need_dimensions_1_KH_KW_CM(long /*rank*/, long) {}
inline void depthwise_conv2d_the_channels_do_not_divide_the_filters(long /*filters*/,
                                                                    long /*channels*/) {}
}  // namespace error

namespace ops {

/// y[n,i,j,c M + m] = bias[c M + m] + sum over u,v of x[n, i s + u d - p, j s + v d - p, c]
/// w[u,v,c M + m].
///
/// x (N,H,W,C), weights (KH,KW,C M) or (1,KH,KW,C M), bias (C M), y (N,OH,OW,C M); M is the
/// depth multiplier. Padding is real 0.
struct depthwise_conv2d {
  static constexpr const char* name = "depthwise_conv2d";
  static constexpr bool packs_parameters = true;
  static constexpr bool folds_scale_and_offset = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr bool moves_with_zero = true;
  static constexpr auto codes = channel_codes::sums;
  static constexpr bool weights_by_channel = true;

  window move{};

  constexpr window_geometry at(const operands& x) const {
    const extents& w = x[1].shape;
    return geometry(move, x[0].shape, w.h(), w.w(), w.c(), x[0].shape.c());
  }
  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  /// Where a channel has several filters: a conv2d of which it is a group.
  constexpr same_sums by_filter(const operands& x) const {
    const extents& w = x[1].shape;
    const int channels = x[0].shape.c();
    if (w.c() == channels) return {};
    return {&op_id<conv2d>, pack(conv2d{move, channels}), {4, {w.c(), w.h(), w.w(), 1}}};
  }
  static constexpr int kinds_of_products = 1;
  constexpr sums_of_products products(const operands& x, int) const {
    const int bits = sum_bits(x);
    return {.bias = x.count > 2 ? 2 : -1,
            .window = at(x),
            .by_channel = true,
            .bits = bits,
            .accumulator_bits = bits};
  }
  constexpr inference infer(const operands& x) const {
    const extents& w = x[1].shape;
    if (w.rank < 3 || w.rank > 4 || w.n() != 1) {
      return {{.refuse = error::depthwise_conv2d_the_weights_need_dimensions_1_KH_KW_CM,
               .message = "depthwise_conv2d: the weights need dimensions (1, KH, KW, C M)",
               .have = w.rank}};
    }
    if (const diagnosis d = check_window(move, x[0], w.h(), w.w())) return {d};
    if (w.c() % x[0].shape.c() != 0) {
      return {{.refuse = error::depthwise_conv2d_the_channels_do_not_divide_the_filters,
               .message = "depthwise_conv2d: {} filters are not a multiple of {} channels",
               .have = w.c(),
               .want = x[0].shape.c()}};
    }
    if (const diagnosis d = check_weighted(x, w.c())) return {d};
    const window_geometry g = at(x);
    return {{},
            {sum_format(x[0].number, x[1].number, sum_bits(x), bias_frac(x)),
             with_hwc(x[0].shape, g.oh, g.ow, g.oc), x[0].layout}};
  }
  constexpr long long macs(const operands& x, const operand& y) const {
    return static_cast<long long>(y.shape.size()) * x[1].shape.h() * x[1].shape.w();
  }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    return window_rows(move, x[0].shape.h(), x[1].shape.h(), y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
