// Two neighbouring sums of three products each by four products, not six: Winograd's minimal
// filtering F(2, 3), in integers.
//
// Of codes d0 .. d3 and weights g0, g1, g2 the parts
//   m0 = (d0 - d2) 2 g0          m1 = (d1 + d2) (g0 + g1 + g2)
//   m3 = (d1 - d3) 2 g2          m2 = (d2 - d1) (g0 - g1 + g2)
// come to m0 + m1 + m2 = 2 (d0 g0 + d1 g1 + d2 g2) and m1 - m2 - m3 = 2 (d1 g0 + d2 g1 + d3 g2),
// summed over rows and channels too. Codes take 9 bits and weights 10.
#pragma once

#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/x86_64/vector_sums.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Whether rows of windows are filtered so where codes and weights are widened to 16 bits.
constexpr bool filters_minimally(const window_geometry& g) {
  return g.kw == 3 && g.stride_w == 1 && g.dilation_w == 1 && g.ow % 2 == 0 && g.c % 8 == 0 &&
         g.kh * g.c <= 4096;
}

/// The weight of part `part`.
constexpr int minimal_weight(int part, int g0, int g1, int g2) {
  return part == 0 ? 2 * g0 : part == 1 ? g0 + g1 + g2 : part == 2 ? g0 - g1 + g2 : 2 * g2;
}

/// The codes of one input row, from column `first` on and with its padding, for each part of each
/// two pixels of a layer of geometry G: (OW / 2, 4, C). Taps lie Apart columns from one another,
/// and columns Pitch codes.
template <window_geometry G, int Apart, int Pitch, class X>
ETCH_GLUE void copy_minimal_row(std::uint8_t* to, const X* from, int first, int padding);

#if ETCH_HAS_X86
template <window_geometry G, int Apart, int Pitch, class X>
ETCH_GLUE void copy_minimal_row(std::uint8_t* to, const X* from, int first, int padding) {
  using V = sse2;
  constexpr int step = V::bytes / V::code_bytes;
  const __m128i outside = V::all_16(static_cast<std::int16_t>(padding));
  for (int c = 0; c < G.c; c += step) {
    const auto column = [&](int w) __attribute__((always_inline)) {
      return w >= 0 && w < G.w ? V::widen<step>(from + w * Pitch + c) : outside;
    };
    std::uint8_t* at = to + c * V::code_bytes;
    int w = first;
    __m128i d0 = column(w), d1 = column(w + Apart);
    for (int pair = 0; pair < G.ow / 2; ++pair, at += 4 * G.c * V::code_bytes) {
      w += 2 * Apart;
      const __m128i d2 = column(w), d3 = column(w + Apart);
      const __m128i part[]{_mm_sub_epi16(d0, d2), _mm_add_epi16(d1, d2), _mm_sub_epi16(d2, d1),
                           _mm_sub_epi16(d1, d3)};
      unroll<4>([&]<int K>() __attribute__((always_inline)) {
        V::store(at + K * G.c * V::code_bytes, part[K]);
      });
      d0 = d2, d1 = d3;
    }
  }
}

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
