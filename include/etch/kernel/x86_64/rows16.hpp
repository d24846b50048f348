// Rows of 8-bit codes as 16-bit numbers without zero point, with their padding: a ring in scratch
// memory that holds as many input rows as a window reaches over, and one row of zeros.
#pragma once

#include <etch/kernel/requantise.hpp>
#include <etch/kernel/x86_64/lanes.hpp>
#include <etch/op/window.hpp>

namespace etch::inline ETCH_ABI {
namespace x86 {

/// Whether call C multiplies signed bytes by constant signed bytes into signed bytes: what the
/// kernels on s8 (by a factor) and on q7 (by a shift) take.
enum class codes { s8, q7 };
template <class C, codes Kind>
constexpr bool multiplies() {
  if constexpr (!has_signed_bytes<typename C::template in<0>> ||
                !has_signed_bytes<typename C::template in<1>> ||
                !has_signed_bytes<typename C::template out<>>) {
    return false;
  } else {
    constexpr operand x = C::template in<0>::is, w = C::template in<1>::is;
    constexpr operand y = C::template out<>::is;
    constexpr bool shifts = by_shift(x.number, w.number, y.number);
    return sum_bits(C::inputs()) == 32 && C::norm_count == 0 && w.is_constant && !x.is_constant &&
           x.layout == &layout_id<hwc> && y.layout == &layout_id<hwc> &&
           shifts == (Kind == codes::q7);
  }
}

/// Where rows and pixels of window geometry G lie in the ring, in numbers.
template <window_geometry G>
struct ring {
  /// Columns that the windows of an output row cover, padding included.
  static constexpr int covered = (G.ow - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  /// Input columns among them.
  static constexpr int columns = minimum(G.w, covered - G.pad_left);
  static constexpr int left = G.pad_left * G.c;
  static constexpr int right = (covered - columns) * G.c - left;
  static constexpr int rows = minimum(reach(G.kh, G.dilation_h), G.h);
  static constexpr int pitch = round_up(covered * G.c, 16) + 16;  // what is read in excess is there
  static constexpr int zeros = rows * pitch;                      ///< where the row of zeros begins
  static constexpr int bytes = 2 * (rows + 1) * pitch;
  static constexpr int pixel = G.stride_w * G.c;  ///< from one output pixel to the next

  /// The first input row of the window of output row i, and whether input row h exists.
  static constexpr int top(int i) { return i * G.stride_h - G.pad_top; }
  static constexpr bool inside(int h) { return h >= 0 && h < G.h; }
};

#if ETCH_HAS_X86

/// count numbers to[i] = from[i] - zero.
ETCH_GLUE void widen(std::int16_t* to, const std::int8_t* from, int count, int zero) {
  const __m128i off = _mm_set1_epi16(static_cast<std::int16_t>(zero));
  int i = 0;
  for (; i + 16 <= count; i += 16) {
    const auto bytes = load_vector<__m128i>(from + i);
    const __m128i low = _mm_srai_epi16(_mm_unpacklo_epi8(bytes, bytes), 8);
    const __m128i high = _mm_srai_epi16(_mm_unpackhi_epi8(bytes, bytes), 8);
    store_vector(to + i, _mm_sub_epi16(low, off));
    store_vector(to + i + 8, _mm_sub_epi16(high, off));
  }
  for (; i < count; ++i) to[i] = static_cast<std::int16_t>(from[i] - zero);
}

ETCH_GLUE void clear(std::int16_t* to, int count) {
  if (count > 0) __builtin_memset(to, 0, 2 * static_cast<unsigned>(count));
}

/// Brings the input rows that output row i of image n reads and row i - 1 did not. Rows of the
/// window that do not exist are the row of zeros.
template <window_geometry G>
ETCH_GLUE void bring_rows(std::int16_t* memory, const std::int8_t* x, int n, int i, bool first,
                          int zero) {
  using r = ring<G>;
  if (first) clear(memory + r::zeros, r::pitch);
  const int top = r::top(i);
  int h = maximum(top, 0);
  if (!first && i > 0) h = maximum(h, r::top(i - 1) + reach(G.kh, G.dilation_h));
  const int end = minimum(top + reach(G.kh, G.dilation_h), G.h);
  for (; h < end; ++h) {
    std::int16_t* row = memory + h % r::rows * r::pitch;
    clear(row, r::left);
    widen(row + r::left, x + (n * G.h + h) * G.w * G.c, r::columns * G.c, zero);
    clear(row + r::left + r::columns * G.c, r::right + 16);
  }
}

/// Row u of the window of output row i.
template <window_geometry G>
ETCH_GLUE const std::int16_t* window_row(const std::int16_t* memory, int i, int u) {
  using r = ring<G>;
  const int h = r::top(i) + u * G.dilation_h;
  return memory + (r::inside(h) ? h % r::rows * r::pitch : r::zeros);
}

#endif

}  // namespace x86
}  // namespace etch::inline ETCH_ABI
