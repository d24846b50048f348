// A window over channels, as the row loops of depthwise_conv2d and avg_pool see it.
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// The geometry of a window with as many output channels as input channels. Lengths in codes.
struct channel_plan {
  int h, w, oh, ow, c;
  int kh, kw, stride_h, stride_w, dilation_h, dilation_w, pad_top, pad_left;
  int zero = 0;
  int shift = 0, headroom = 0, lift = 0;  ///< as in epilogue_numbers
};
constexpr channel_plan make_channel_plan(const window_geometry& g) {
  return {g.h,        g.w,        g.oh,         g.ow,         g.c,       g.kh,      g.kw,
          g.stride_h, g.stride_w, g.dilation_h, g.dilation_w, g.pad_top, g.pad_left};
}

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
