// conv2d on bfloat16, 16 filters of one pixel at a time, bit for bit as bfdot_arithmetic says.
//
// Needs: BFDOT; FPCR as it is after reset (no FEAT_EBF16 behaviour, no flushing); an even number of
// input channels, so that no pair joins two cells; one group.
// Reads: x (N,H,W,C), weights (O,KH,KW,C).
// Writes: y (N,OH,OW,O) in any floating-point format.
#pragma once

#include <etch/kernel/aarch64/bfdot_rows.hpp>
#include <etch/op/conv2d.hpp>

namespace ETCH_NAMESPACE {

/// conv2d on bfloat16 by BFDOT.
struct conv2d_bf16_bf16_bf16_1x16_bfdot {
  using op = ops::conv2d;
  static constexpr const char* name = "conv2d_bf16_bf16_bf16_1x16_bfdot";

  template <class C>
  static constexpr bool accepts = [] {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return bfdot_rows::multiplies<C>() && g.groups == 1 && g.c % 2 == 0;
  }();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    return bfdot_rows::pack_pairs<C, g.oc, g.kh * g.kw, g.c>();
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_BF16
    constexpr window_geometry g = C::attributes.at(C::inputs());
    products<g>(a.template out<0>(), a.template in<0>(),
                packed<conv2d_bf16_bf16_bf16_1x16_bfdot, C>, rows);
#else
    static_assert(sizeof(A) == 0,
                  "conv2d_bf16_bf16_bf16_1x16_bfdot: compile with -march=armv8.2-a+bf16");
#endif
  }

 private:
#if ETCH_HAS_BF16
  template <window_geometry G, class Y, class X, class P>
  ETCH_KERNEL static void products(Y* y,        // (N,OH,OW,O)
                                   const X* x,  // (N,H,W,C)
                                   const P& p, row_block rows) {
    constexpr int group = bfdot_rows::group, cell = P::pairs * 2 * group;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const X* image = x + r / G.oh * G.h * G.w * G.c;
      const int top = r % G.oh * G.stride_h - G.pad_top;
      for (int j = 0; j < G.ow; ++j) {
        const int left = j * G.stride_w - G.pad_left;
        for (int o = 0; o < G.oc; o += group) {
          bfdot_rows::sums s;
          const std::uint16_t* weight = p.weight + o / group * G.kh * G.kw * cell;
          for (int u = 0; u < G.kh; ++u) {
            const int h = top + u * G.dilation_h;
            if (h < 0 || h >= G.h) continue;
            for (int v = 0; v < G.kw; ++v) {
              const int w = left + v * G.dilation_w;
              if (w < 0 || w >= G.w) continue;
              bfdot_rows::add_products<G.c>(s, &image[(h * G.w + w) * G.c].bits,
                                            weight + (u * G.kw + v) * cell);
            }
          }
          bfdot_rows::finish(y + (r * G.ow + j) * G.oc + o, s, p, o, minimum(group, G.oc - o));
        }
      }
    }
  }
#endif
};

}  // namespace ETCH_NAMESPACE
