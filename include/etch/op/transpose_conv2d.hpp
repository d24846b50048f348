#pragma once

#include <etch/op/products.hpp>
#include <etch/op/weighted.hpp>
#include <etch/op/window.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void transpose_conv2d_the_weights_are_not_O_KH_KW_I_of_the_channels(long /*rank*/,
                                                                           long /*channels*/) {}
inline void transpose_conv2d_a_stride_the_output_or_the_padding_is_out_of_range(long, long) {}
}  // namespace error

namespace ops {

/// y[n,i,j,o] = bias[o] + the sum over h, w, c of x[n,h,w,c] w[o, i + top - h stride, j + left -
/// w stride, c] where these are inside the window: a transposed convolution.
///
/// x (H,W,C) or (N,H,W,C), weights (O,KH,KW,C), bias (O), y (N,OH,OW,O). The output is a sum, as
/// that of conv2d.
struct transpose_conv2d {
  static constexpr const char* name = "transpose_conv2d";
  static constexpr bool packs_parameters = true;
  static constexpr bool fuses_activation = true;
  static constexpr bool in_place = false;
  static constexpr auto codes = channel_codes::sums;

  pair stride{};
  int top = 0, left = 0;  ///< rows and columns cropped at the top and at the left
  int oh = 0, ow = 0;     ///< rows and columns of the output

  static constexpr bool runs_on_xnnpack(const operands& x, const operand&) {
    return xnnpack::is_int8(x[0].number);
  }
  static constexpr int kinds_of_products = 1;
  constexpr sums_of_products products(const operands& x, int) const {
    const extents &e = x[0].shape, &w = x[1].shape;
    const int bits = sum_bits(x);
    return {.bias = x.count > 2 ? 2 : -1,
            .window = {.h = e.h(),
                       .w = e.w(),
                       .c = e.c(),
                       .oh = oh,
                       .ow = ow,
                       .oc = w.n(),
                       .kh = w.h(),
                       .kw = w.w(),
                       .stride_h = stride.h,
                       .stride_w = stride.w,
                       .pad_top = top,
                       .pad_left = left},
            .transposed = true,
            .bits = bits,
            .accumulator_bits = bits};
  }
  constexpr inference infer(const operands& x) const {
    const extents &e = x[0].shape, &w = x[1].shape;
    if (w.rank != 4 || w.c() != e.c() || e.rank < 3 || e.rank > 4) {
      return {{.refuse = error::transpose_conv2d_the_weights_are_not_O_KH_KW_I_of_the_channels,
               .message = "transpose_conv2d: the weights need four dimensions (O, KH, KW, I), not "
                          "{}, as many I as channels, {}",
               .have = w.rank,
               .want = e.c()}};
    }
    const bool sound = in(stride.h) && in(stride.w) && in(oh) && in(ow) && top >= 0 && left >= 0 &&
                       top < w.h() && left < w.w();
    if (!sound) {
      return {{.refuse = error::transpose_conv2d_a_stride_the_output_or_the_padding_is_out_of_range,
               .message = "transpose_conv2d: strides and output are 1 to 4096 and the padding less "
                          "than the window"}};
    }
    if (const diagnosis d = check_weighted(x, w.n())) return {d};
    return {{},
            {sum_format(x[0].number, x[1].number, sum_bits(x)), with_hwc(e, oh, ow, w.n()),
             x[0].layout}};
  }
  constexpr long long macs(const operands& x, const operand&) const {
    return static_cast<long long>(x[0].shape.size()) * (x[1].shape.size() / x[1].shape.c());
  }
  constexpr row_range input_rows(const operands& x, int, int y) const {
    const int last = y + top, first = etch::maximum(last - x[1].shape.h() + 1, 0);
    return {ceil_div(first, stride.h), last / stride.h};
  }

 private:
  static constexpr bool in(int size) { return size >= 1 && size <= 4096; }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
