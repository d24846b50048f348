// depthwise_conv2d of 8-bit codes by SMLAL: 8 channels of 4 pixels at a time. The zero point is
// taken off as the input is widened (SSUBL); cells outside the input are left out.
//
// Needs: Advanced SIMD; hwc; one filter a channel; at least 8 channels. Window, dilation, padding
// and stride are free. Reads: x (N,H,W,C), weights (1,KH,KW,C), bias (C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/aarch64/channel_constants.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/pixels.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

#if ETCH_HAS_NEON

/// Channels c .. c + 7 of Pixels pixels, 1 or an even number; see for_each_block_of_pixels.
template <window_geometry G, int Pixels, epilogue_rules F, class P>
ETCH_GLUE void make_channels(std::int8_t* y, const std::int8_t* x, const window_cells& in,
                             int8x8_t zero, const P& p, int c) {
  int32x4_t low[Pixels], high[Pixels];
  const int32x4_t bias_low = vld1q_s32(p.bias + c), bias_high = vld1q_s32(p.bias + c + 4);
  unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
    low[Q] = bias_low;
    high[Q] = bias_high;
  });
  const auto add = [&](int at, int tap) __attribute__((always_inline)) {
    const int16x8_t w = vmovl_s8(vld1_s8(p.weights + tap + c));
    unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
      const int16x8_t number = vsubl_s8(vld1_s8(x + at + Q * G.stride_w * G.c + c), zero);
      low[Q] = vmlal_s16(low[Q], vget_low_s16(number), vget_low_s16(w));
      high[Q] = vmlal_high_s16(high[Q], number, w);
    });
  };
  if constexpr (Pixels > 1) for_each_cell<G>(add);
  else for_each_cell<G>(in, add);
  write_channels<Pixels, F>(y + c, low, high, p.places(), c);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, epilogue_rules F, class P>
ETCH_KERNEL void channel_rows(std::int8_t* y,        // (N,OH,OW,C)
                              const std::int8_t* x,  // (N,H,W,C)
                              int zero, const P& p, row_block rows) {
  const int8x8_t off = vdup_n_s8(static_cast<std::int8_t>(zero));
  const auto block =
      [&]<int Pixels>(std::int8_t* to, const std::int8_t* from, const window_cells& in, int c)
          __attribute__((always_inline)) { make_channels<G, Pixels, F>(to, from, in, off, p, c); };
  for_each_block_of_pixels<G, 8>(y, x, rows, block);
}

#endif

/// 8 channels of 4 pixels by SMLAL.
struct smlal_8x4 {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_epilogue(l) && l.has_filter_per_channel() && l.g.c >= 8;
  }

  template <class C>
  static constexpr auto pack() {
    constexpr int weights = layer_of<C>.taps() * layer_of<C>.g.c;
    auto p = pack_channels<C, weights, false>();
    for (int i = 0; i < weights; ++i) p.weights[i] = static_cast<std::int8_t>(C::bytes(1)[i]);
    return p;
  }

  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_NEON
    channel_rows<layer_of<C>.g, rules_of<C>>(a.template out<0>(), a.template in<0>(),
                                             layer_of<C>.x_zero, kernel_constants<K, C>(a), rows);
#else
    static_assert(sizeof(A) == 0, "depthwise_conv2d by SMLAL: compile for AArch64");
#endif
  }
};

}  // namespace neon

/// depthwise_conv2d of 8-bit codes by SMLAL.
struct depthwise_conv2d_s8_s8_s8_8x4_smlal
    : layer_kernel<depthwise_conv2d_s8_s8_s8_8x4_smlal, ops::depthwise_conv2d, neon::smlal_8x4> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_8x4_smlal";
};

}  // namespace ETCH_NAMESPACE
