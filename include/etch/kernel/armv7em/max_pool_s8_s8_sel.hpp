// max_pool of 8-bit codes, four channels of a window at a time, by SSUB8 and SEL: without scratch
// memory, and over rows that may lie apart.
//
// Needs: DSP instructions; hwc; at least 4 channels; windows of at most 12 rows where these lie
// apart. Window, dilation, padding and stride are free.
// Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/cortex_m/gather.hpp>
#include <etch/kernel/layer/means_of_bytes.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

/// max_pool of signed 8-bit codes of any format.
struct max_pool_s8_s8_sel : kernel_base {
  using op = ops::max_pool;
  static constexpr const char* name = "max_pool_s8_s8_sel";

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = C::attributes.least == 0 && pools_bytes<C> && geometry<C>.c >= 4;
  template <class C>
  static constexpr bool reads_rows = geometry<C>.kh <= cortex_m::most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return cortex_m::make_window_shape(geometry<C>, 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_DSP
    pool_rows(kernel_constants<max_pool_s8_s8_sel, C>(a), output_limits<C>(), a.template rows<0>(),
              out_row<C>(a, rows.first), rows);
#else
    static_assert(sizeof(A) == 0, "max_pool_s8_s8_sel: compile with -mcpu=cortex-m4");
#endif
  }

#if ETCH_HAS_DSP
 private:
  template <class Rows>
  ETCH_KERNEL static void pool_rows(const cortex_m::window_shape& p, limits<std::int8_t> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const std::uint32_t low = static_cast<std::uint8_t>(l.low) * 0x01010101u;
    const std::uint32_t high = static_cast<std::uint8_t>(l.high) * 0x01010101u;
    const int column = p.dilation_w * p.c, row = p.dilation_h * cortex_m::distance_of_rows(x);
    cortex_m::for_each_window_of_rows(
        p, x, y, rows,
        [&](auto* to, auto from, cell_run u, cell_run v) __attribute__((always_inline)) {
          for (int next = 0; next < p.c; next += 4) {
            // The last four overlap those before: what both write is the same.
            const int c = minimum(next, p.c - 4);
            std::uint32_t most = low;
            auto window = from + c;
            for (int i = u.count; i > 0; --i, cortex_m::to_next_row(window, row)) {
              const std::int8_t* at = cortex_m::first_row(window);
              for (int j = v.count; j > 0; --j, at += column) {
                most = armv7em::maximum_of_bytes(most, armv7em::load_word(at));
              }
            }
            reinterpret_cast<armv7em::unaligned_word*>(to + c)->value =
                armv7em::minimum_of_bytes(most, high);
          }
        });
  }
#endif
};

}  // namespace ETCH_NAMESPACE
