// Sums of codes of several channels in lanes of a vector, and their means.
#pragma once

#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/cortex_m/means_of_words.hpp>

namespace ETCH_NAMESPACE {

namespace armv81m {

#if ETCH_HAS_MVE

/// Sums of bytes, of eight channels in lanes of 16 bits.
template <class Code>
struct sums_in_lanes {
  static constexpr int channels = 8;

  int16x8_t sum = vdupq_n_s16(0);

  /// The first `count` channels.
  ETCH_GLUE static mve_pred16_t first(int count) {
    return vctp16q(static_cast<std::uint32_t>(count));
  }
  ETCH_GLUE void add(const std::int8_t* x, mve_pred16_t inside) {
    if constexpr (is_signed) {
      sum = vaddq_s16(sum, vldrbq_z_s16(x, inside));
    } else {
      const auto codes = vldrbq_z_u16(reinterpret_cast<const std::uint8_t*>(x), inside);
      sum = vaddq_s16(sum, vreinterpretq_s16_u16(codes));
    }
  }
  /// Writes end(sums of four channels), brought between limits.
  template <class F>
  ETCH_GLUE void write(std::int8_t* y, mve_pred16_t inside, const limits<Code>& l,
                       const F& end) const {
    int16x8_t t = vqmovnbq_s32(vuninitializedq_s16(), end(part<0>()));
    t = vqmovntq_s32(t, end(part<1>()));
    t = vminq_s16(vmaxq_s16(t, vdupq_n_s16(l.low)), vdupq_n_s16(l.high));
    vstrbq_p_s16(y, t, inside);
  }
  /// f(i, the sum of channel i).
  template <class F>
  ETCH_GLUE void tell(const F& f) const {
    std::int32_t all[8];
    vstrwq_s32(all, part<0>());
    vstrwq_s32(all + 4, part<1>());
    for (int i = 0; i < 8; ++i) f(i, all[i % 2 * 4 + i / 2]);
  }

 private:
  static constexpr bool is_signed = static_cast<Code>(-1) < 0;
  /// Even channels, or odd ones.
  template <int Odd>
  ETCH_GLUE int32x4_t part() const {
    if constexpr (is_signed) {
      return Odd != 0 ? vmovltq_s16(sum) : vmovlbq_s16(sum);
    } else {
      const uint16x8_t u = vreinterpretq_u16_s16(sum);
      return vreinterpretq_s32_u32(Odd != 0 ? vmovltq_u16(u) : vmovlbq_u16(u));
    }
  }
};

/// Sums of halfwords, of four channels.
template <>
struct sums_in_lanes<std::int16_t> {
  static constexpr int channels = 4;

  int32x4_t sum = vdupq_n_s32(0);

  ETCH_GLUE static mve_pred16_t first(int count) {
    return vctp32q(static_cast<std::uint32_t>(count));
  }
  ETCH_GLUE void add(const std::int8_t* x, mve_pred16_t inside) {
    sum = vaddq_s32(sum, vldrhq_z_s32(reinterpret_cast<const std::int16_t*>(x), inside));
  }
  template <class F>
  ETCH_GLUE void write(std::int8_t* y, mve_pred16_t inside, const limits<std::int16_t>& l,
                       const F& end) const {
    const int32x4_t t = vminq_s32(vmaxq_s32(end(sum), vdupq_n_s32(l.low)), vdupq_n_s32(l.high));
    vstrhq_p_s32(reinterpret_cast<std::int16_t*>(y), t, inside);
  }
  template <class F>
  ETCH_GLUE void tell(const F& f) const {
    std::int32_t all[4];
    vstrwq_s32(all, sum);
    for (int i = 0; i < 4; ++i) f(i, all[i]);
  }
};

/// y = what end makes of the sums of four channels: of `channels` channels, whose cells add(sums,
/// byte, inside) adds.
template <class Code, class Add, class F>
ETCH_GLUE void write_in_lanes(std::int8_t* y, int channels, const limits<Code>& l, const Add& add,
                              const F& end) {
  using sums = sums_in_lanes<Code>;
  constexpr int step = sums::channels * static_cast<int>(sizeof(Code));
  for (int left = channels, at = 0; left > 0; left -= sums::channels, at += step) {
    const mve_pred16_t inside = sums::first(left);
    sums all;
    add(all, at, inside);
    all.write(y + at, inside, l, end);
  }
}
/// The means of `channels` channels over rows x columns cells, `column` and `row` bytes apart;
/// `row` counts from the begin of a row. X is a pointer or a row_list; end makes means of four
/// sums.
template <class Code, class X, class F>
ETCH_GLUE void means_of_cells(std::int8_t* y, X x, int channels, int rows, int columns, int column,
                              int row, const limits<Code>& l, const F& end) {
  using sums = sums_in_lanes<Code>;
  if (rows == 2 && columns == 2) {
    const std::int8_t* const first = cortex_m::first_row(x);
    cortex_m::to_next_row(x, row);
    const std::int8_t* const second = cortex_m::first_row(x);
    const auto add = [&](sums& all, int at, mve_pred16_t inside) __attribute__((always_inline)) {
      all.add(first + at, inside), all.add(first + at + column, inside);
      all.add(second + at, inside), all.add(second + at + column, inside);
    };
    write_in_lanes<Code>(y, channels, l, add, end);
  } else {
    const auto add = [&](sums& all, int at, mve_pred16_t inside) __attribute__((always_inline)) {
      X from = x + at;
      for (int u = rows; u > 0; --u, cortex_m::to_next_row(from, row)) {
        const std::int8_t* cell = cortex_m::first_row(from);
        for (int v = columns; v > 0; --v, cell += column) all.add(cell, inside);
      }
    };
    write_in_lanes<Code>(y, channels, l, add, end);
  }
}

/// mean_of<R>(sum, cells) of four sums at once; R is not half_even. Of at most 127 halfwords.
template <rounding R, class Code>
struct means_of_lanes : cortex_m::mean_of_codes<R, Code, 64> {
  using mean = cortex_m::mean_of_codes<R, Code, 64>;
  ETCH_GLUE int32x4_t operator()(int32x4_t sum) const {
    int32x4_t above = vaddq_n_s32(vshlq_n_s32(sum, 1), this->above_);
    if constexpr (mean::half != 0 && R != rounding::half_up) {
      above = vaddq_s32(above, vandq_s32(vshrq_n_s32(sum, 31), vdupq_n_s32(this->below_)));
    }
    const uint32x4_t inverse = vdupq_n_u32(this->inverse_);
    const uint32x4_t whole = vmulhq_u32(vreinterpretq_u32_s32(above), inverse);
    return vsubq_n_s32(vreinterpretq_s32_u32(whole), mean::half);
  }
};

#endif

}  // namespace armv81m

}  // namespace ETCH_NAMESPACE
