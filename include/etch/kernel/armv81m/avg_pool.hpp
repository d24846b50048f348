// avg_pool of codes of 8 to 16 bits, eight channels at a time, of 16 bits four, by VADD.
//
// Needs: MVE; hwc; windows of at most 256 cells, of 16 bits 127, and of at most 12 rows where these
// lie apart; ties as in CMSIS-NN or TensorFlow Lite. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
#pragma once

#include <etch/kernel/armv81m/sums_in_lanes.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

/// Base of the avg_pool kernel K of codes Code.
template <class K, class Code>
struct avg_pool_in_lanes : kernel_base {
  using op = ops::avg_pool;

  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts =
      averages_codes<C, 1, Code>() &&
      (sizeof(Code) == 1 || geometry<C>.kh * geometry<C>.kw <= cortex_m::most_halfwords_by_inverse);
  template <class C>
  static constexpr bool reads_rows = geometry<C>.kh <= cortex_m::most_rows_apart;
  template <class C>
  static constexpr auto pack() {
    return cortex_m::make_window_shape(in_bytes(geometry<C>, sizeof(Code)), 0);
  }
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_MVE
    mean_rows<C::round>(kernel_constants<K, C>(a), limits<Code>(output_limits<C>()),
                        in_bytes(a.template rows<0>()), etch::as_bytes(out_row<C>(a, rows.first)),
                        rows);
#else
    static_assert(sizeof(A) == 0, "avg_pool by VADD: compile with -mcpu=cortex-m55");
#endif
  }

#if ETCH_HAS_MVE
 private:
  template <rounding R, class Rows>
  ETCH_KERNEL static void mean_rows(const cortex_m::window_shape& p, limits<Code> l,
                                    Rows x,          // (N H, W C)
                                    std::int8_t* y,  // the first row of (N OH, OW C)
                                    row_block rows) {
    const int column = p.dilation_w * p.c, row = p.dilation_h * cortex_m::distance_of_rows(x);
    const int channels = p.c / static_cast<int>(sizeof(Code));
    means_of_lanes<R, Code> mean;
    cortex_m::for_each_window_of_rows(
        p, x, y, rows,
        [&](std::int8_t* to, auto from, cell_run u, cell_run v) __attribute__((always_inline)) {
          mean.over(u.count * v.count);
          means_of_cells(to, from, channels, u.count, v.count, column, row, l, mean);
        });
  }
#endif
};

}  // namespace armv81m

/// avg_pool of signed 8-bit codes of any format.
struct avg_pool_s8_s8_vadd : armv81m::avg_pool_in_lanes<avg_pool_s8_s8_vadd, std::int8_t> {
  static constexpr const char* name = "avg_pool_s8_s8_vadd";
};
/// avg_pool of unsigned 8-bit codes.
struct avg_pool_u8_u8_vadd : armv81m::avg_pool_in_lanes<avg_pool_u8_u8_vadd, std::uint8_t> {
  static constexpr const char* name = "avg_pool_u8_u8_vadd";
};
/// avg_pool of signed codes of 9 to 16 bits.
struct avg_pool_s16_s16_vadd : armv81m::avg_pool_in_lanes<avg_pool_s16_s16_vadd, std::int16_t> {
  static constexpr const char* name = "avg_pool_s16_s16_vadd";
};

}  // namespace ETCH_NAMESPACE
