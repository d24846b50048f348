// What the pools of signed 8-bit codes share: means of eight channels at a time in lanes of 16
// bits.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Base of kernel K of operator Op, a pool: the function K::rows_by<C, X>() of (geometry, limits,
/// x, y, rows) runs it, where X is a pointer to the value, and y to the output, or rows that lie
/// apart, and y the first row.
template <class K, class Op>
struct pool_kernel : kernel_base {
  using op = Op;

  template <class C>
  static constexpr auto pack() {
    return C::attributes.at(C::inputs());
  }
  template <class C>
  static constexpr bool reads_rows = pack<C>().kh <= cortex_m::most_rows_apart;

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    const auto run_rows = [&]<class X>(X x, std::int8_t* y) __attribute__((always_inline)) {
      constexpr auto by = K::template rows_by<C, X>();
      by(kernel_constants<K, C>(a), output_limits<C>(), x, y, rows);
    };
    if constexpr (requires { a.out_rows(); }) {
      run_rows(a.template rows<0>(), out_row<C>(a, rows.first));
    } else {
      run_rows(a.template in<0>(), a.template out<0>());
    }
#else
    static_assert(sizeof(A) == 0, "pools of signed bytes: compile with -mcpu=cortex-m55");
#endif
  }
};

#if ETCH_HAS_MVE

/// cortex_m::for_each_window of geometry g, over a pointer or rows that lie apart.
template <class F>
ETCH_GLUE void for_each_pool(const window_geometry& g, const std::int8_t* x, std::int8_t* y,
                             row_block rows, const F& f) {
  cortex_m::for_each_window(g, strided_rows{x, g.w * g.c}, y, rows, f);
}
template <class Rows, class F>
ETCH_GLUE void for_each_pool(const window_geometry& g, Rows x, std::int8_t* y, row_block rows,
                             const F& f) {
  cortex_m::for_each_window_of_rows(g, x, y, rows, f);
}

/// y[c] = epilogue(sums of channel c, four at a time) over rows x columns cells, `column` and `row`
/// codes apart; `row` counts from the begin of a row. X is a pointer or a row_list.
template <class X, class F>
ETCH_GLUE void means_of_cells(std::int8_t* y, X x, int channels, int rows, int columns, int column,
                              int row, limits<std::int8_t> l, const F& epilogue) {
  for (int left = channels; left > 0; left -= 8, x = x + 8, y += 8) {
    const mve_pred16_t inside = vctp16q(static_cast<std::uint32_t>(left));
    int16x8_t sum = vdupq_n_s16(0);
    X from = x;
    for (int u = rows; u > 0; --u, cortex_m::to_next_row(from, row)) {
      const std::int8_t* at = cortex_m::first_row(from);
      for (int v = columns; v > 0; --v, at += column) {
        sum = vaddq_s16(sum, vldrbq_z_s16(at, inside));
      }
    }
    int16x8_t t = vqmovnbq_s32(vuninitializedq_s16(), epilogue(vmovlbq_s16(sum)));
    t = vqmovntq_s32(t, epilogue(vmovltq_s16(sum)));
    vstrbq_p_s16(y, vminq_s16(vmaxq_s16(t, vdupq_n_s16(l.low)), vdupq_n_s16(l.high)), inside);
  }
}

/// Where 2 d divides: q = n inverse / 2^32 is floor(n / (2 d)) for 0 <= n < 2^23, 1 <= d <= 256.
ETCH_GLUE std::uint32_t inverse_of(int cells) {
  return UINT32_MAX / (2U * static_cast<std::uint32_t>(cells)) + 1U;
}

/// mean_of<R>(sum, cells) of four sums of as many codes; R is not half_even. 128 more makes what is
/// divided positive: floor(sum / cells + 1/2), one less for ties of a negative sum.
template <rounding R>
ETCH_GLUE int32x4_t means_of(int32x4_t sum, int cells, std::uint32_t inverse) {
  const int32x4_t sign = vshrq_n_s32(sum, 31);
  if constexpr (R == rounding::toward_zero) {
    const uint32x4_t twice = vreinterpretq_u32_s32(vshlq_n_s32(vabsq_s32(sum), 1));
    const uint32x4_t whole = vmulhq_u32(twice, vdupq_n_u32(inverse));
    return vsubq_s32(veorq_s32(vreinterpretq_s32_u32(whole), sign), sign);
  } else {
    int32x4_t above = vaddq_n_s32(vshlq_n_s32(sum, 1), 257 * cells);
    if constexpr (R != rounding::half_up) above = vaddq_s32(above, sign);
    const uint32x4_t whole = vmulhq_u32(vreinterpretq_u32_s32(above), vdupq_n_u32(inverse));
    return vsubq_n_s32(vreinterpretq_s32_u32(whole), 128);
  }
}

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
