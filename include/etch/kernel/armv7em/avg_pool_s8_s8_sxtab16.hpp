// avg_pool of signed 8-bit codes, four channels at a time, two sums a word, by SXTAB16.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 256 cells; ties as in
// CMSIS-NN or TensorFlow Lite. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// mean_of<R>(sum, cells) for the sum of as many codes; R is not half_even. 128 more makes what is
/// divided positive, so that UDIV rounds down: floor(sum / cells + 1/2), one less for ties of a
/// negative sum.
template <rounding R>
constexpr std::int32_t mean_of_codes(std::int32_t sum, int cells) {
  if constexpr (R == rounding::toward_zero) {
    return mean_of<R>(sum, cells);
  } else {
    const std::int32_t tie = R == rounding::half_up ? 0 : sum >> 31;
    const auto above = static_cast<std::uint32_t>(2 * sum + 257 * cells + tie);
    return static_cast<std::int32_t>(above / static_cast<std::uint32_t>(2 * cells)) - 128;
  }
}
#if ETCH_HAS_DSP

/// Sums of four channels over rows x columns cells, `column` and `row` codes apart; `row` counts
/// from the begin of a row.
struct sums_of_four {
  std::uint32_t even = 0, odd = 0;
  ETCH_GLUE sums_of_four(const std::int8_t* x, int rows, int columns, int column, int row) {
    for (; rows > 0; --rows, x += row) {
      const std::int8_t* at = x;
      for (int v = columns; v > 0; --v, at += column) {
        const std::uint32_t codes = load_word(at);
        even = add_even(even, codes);
        odd = add_odd(odd, codes);
      }
    }
  }
  /// The sum of channel I.
  template <int I>
  ETCH_GLUE std::int32_t of() const {
    const std::uint32_t word = I % 2 == 0 ? even : odd;
    return I / 2 == 0 ? static_cast<std::int16_t>(word) : static_cast<std::int32_t>(word) >> 16;
  }
};

#endif

}  // namespace armv7em

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_sxtab16 : kernel_base {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_s8_s8_sxtab16";

  template <class C>
  static constexpr bool accepts = averages_bytes<C, 4>();
  template <class C>
  static constexpr auto pack() {
    return cortex_m::make_window_shape(C::attributes.at(C::inputs()), 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    constexpr limits<std::int8_t> l = output_limits<C>();
    mean_rows<C::round, (l.low > -128 || l.high < 127)>(
        packed<avg_pool_s8_s8_sxtab16, C>, l, a.template rows<0>(), a.template out<0>(), rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool_s8_s8_sxtab16: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <rounding R, bool Limited>
  ETCH_KERNEL static void mean_rows(const cortex_m::window_shape& p, limits<std::int8_t> l,
                                    strided_rows<const std::int8_t> x,  // (N H, W C)
                                    std::int8_t* y,                     // (N OH, OW C)
                                    row_block rows) {
    cortex_m::for_each_window(
        p, x, y, rows,
        [&](auto* to, auto* from, cell_run u, cell_run v) __attribute__((always_inline)) {
          for (int next = 0; next < p.c; next += 4) {
            // The last four overlap those before: what both write is the same.
            const int c = minimum(next, p.c - 4);
            const armv7em::sums_of_four sum(from + c, u.count, v.count, p.dilation_w * p.c,
                                            p.dilation_h * x.stride);
            unroll<4>([&]<int I>() __attribute__((always_inline)) {
              std::int32_t mean =
                  armv7em::mean_of_codes<R>(sum.template of<I>(), u.count * v.count);
              if constexpr (Limited) mean = clamp<std::int32_t>(mean, l.low, l.high);
              to[c + I] = static_cast<std::int8_t>(mean);
            });
          }
        });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
