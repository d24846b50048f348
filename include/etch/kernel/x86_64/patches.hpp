// The numbers under one window, side by side: K = KH KW C of them in the order of the weights of a
// filter, without zero point, 0 where the window lies outside the input.
#pragma once

#include <etch/kernel/x86_64/lanes.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

#if ETCH_HAS_X86

struct lane_mask {
  std::int16_t mask[widest_lanes::count]{};
};
template <int K>
inline constexpr lane_mask last_lanes = [] {
  lane_mask m;
  for (int i = 0; i < K % widest_lanes::count; ++i) m.mask[widest_lanes::count - 1 - i] = -1;
  return m;
}();
/// Of the last whole vector of K numbers the lanes that the one before it does not have, else 0.
template <int K>
ETCH_GLUE widest_lanes::vector keep_last(widest_lanes::vector v) {
  return v & load_vector<widest_lanes::vector>(last_lanes<K>.mask);
}

/// K numbers and, where the last vector of them would be cut, one more: the last that is whole,
/// without what the one before it has. So weights are read to their end and not beyond.
template <int K>
struct patch {
  using vector = widest_lanes::vector;
  static constexpr int lanes = widest_lanes::count;
  static constexpr int whole = K / lanes * lanes;
  static constexpr int rest = K - whole;
  static constexpr int steps = ceil_div(K, lanes);
  alignas(32) std::int16_t number[(steps + 1) * lanes];

  /// Zeros. The compiler must not see them: it would call memset.
  ETCH_GLUE void clear() {
    vector nothing{};
    __asm__("" : "+x"(nothing));
    for (int i = 0; i < steps; ++i) store_vector(number + i * lanes, nothing);
  }
  /// Completes the step that is cut.
  ETCH_GLUE void close() {
    if constexpr (rest != 0 && K >= lanes) {
      store_vector(number + whole, keep_last<K>(load_vector<vector>(number + K - lanes)));
    }
  }
};

/// Count numbers to[i] = from[i] - zero.
template <int Count>
ETCH_GLUE void widen(std::int16_t* to, const std::int8_t* from, int zero) {
  using v = widest_lanes;
  const auto off = v::all(zero);
  const auto some = [&](int i) __attribute__((always_inline)) {
    store_vector(to + i, v::subtract(v::widen<v::count>(from + i), off));
  };
  if constexpr (Count >= v::count) {
    for (int i = 0; i + v::count <= Count; i += v::count) some(i);
    if constexpr (Count % v::count != 0) some(Count - v::count);
  } else if constexpr (Count >= 8) {
    const __m128i few = _mm_set1_epi16(static_cast<std::int16_t>(zero));
    store_vector(to, _mm_sub_epi16(lanes8::widen<8>(from), few));
    if constexpr (Count > 8) {
      store_vector(to + Count - 8, _mm_sub_epi16(lanes8::widen<8>(from + Count - 8), few));
    }
  } else {
    for (int i = 0; i < Count; ++i) to[i] = static_cast<std::int16_t>(from[i] - zero);
  }
}

/// The patch of output pixel (n, i, j); x is (N,H,W,C), from the first channel of a group on.
template <window_geometry G>
ETCH_GLUE void take_patch(patch<G.kh * G.kw * G.c / G.groups>& p, const std::int8_t* x, int n,
                          int i, int j, int zero) {
  constexpr int depth = G.c / G.groups;
  const int top = i * G.stride_h - G.pad_top, left = j * G.stride_w - G.pad_left;
  const bool inside = left >= 0 && left + reach(G.kw, G.dilation_w) <= G.w;
  if (!inside || top < 0 || top + reach(G.kh, G.dilation_h) > G.h) p.clear();
  for (int u = 0; u < G.kh; ++u) {
    const int h = top + u * G.dilation_h;
    if (h < 0 || h >= G.h) continue;
    std::int16_t* to = p.number + u * G.kw * depth;
    const std::int8_t* row = x + ((n * G.h + h) * G.w + left) * G.c;
    if constexpr (G.kw == 1 || (G.dilation_w == 1 && G.groups == 1)) {
      if (inside) {
        widen<G.kw * depth>(to, row, zero);
        continue;
      }
    }
    for (int v = 0; v < G.kw; ++v) {
      const int w = left + v * G.dilation_w;
      if (w < 0 || w >= G.w) continue;
      widen<depth>(to + v * depth, row + v * G.dilation_w * G.c, zero);
    }
  }
  p.close();
}

#endif

}  // namespace x86
}  // namespace ETCH_NAMESPACE
