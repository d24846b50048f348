// What conv2d and dense by PMADDWD share: sums of K products, filters x pixels of them at a time.
// Weights are read as they lie, in bytes (OC,K): nothing is packed, nothing is kept in scratch
// memory, and the constants are those of the generic kernel.
#pragma once

#include <etch/kernel/layer/weights.hpp>
#include <etch/kernel/x86_64/epilogue.hpp>
#include <etch/op/window.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// Patches of this many numbers fit the stack twice; longer ones are not taken.
inline constexpr int longest_patch = 4096;

/// Whether the numbers of a window lie side by side in the input, so that no patch is needed.
constexpr bool is_pointwise(const window_geometry& g) { return g.kh == 1 && g.kw == 1; }

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

/// The numbers under one window, side by side: K = KH KW C of them in the order of the weights of a
/// filter, without zero point, 0 where the window lies outside the input. Where the last vector
/// would be cut, there is one more: the last that is whole, without what the one before it has. So
/// weights are read to their end and not beyond.
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

/// Numbers of one pixel, from its patch.
template <int K>
struct from_patch {
  const patch<K>* at;
  template <int>
  ETCH_GLUE auto step(int s) const {
    return load_vector<widest_lanes::vector>(at->number + s * widest_lanes::count);
  }
};
/// Numbers of one pixel, from its bytes.
template <int K>
struct from_bytes {
  const std::int8_t* at;
  int zero;
  /// Count numbers that no earlier step has, up to the end of step s.
  template <int Count>
  ETCH_GLUE auto step(int s) const {
    using v = widest_lanes;
    const auto off = v::all(zero);
    if constexpr (Count == v::count) {
      return v::subtract(v::template widen<Count>(at + s * Count), off);
    } else if constexpr (K < v::count) {
      return v::subtract(v::template widen<Count>(at), off);
    } else {
      return keep_last<K>(v::subtract(v::template widen<v::count>(at + K - v::count), off));
    }
  }
};

/// Codes of 4 Quads filters from `filter` on, of which Valid are stored, for Pixels pixels.
template <int K, int Quads, int Pixels, int Valid, epilogue_rule Rule, class From, class P>
ETCH_GLUE void make_tile(std::int8_t* y, int pitch, const From (&x)[Pixels], const P& p,
                         int filter) {
  using v = widest_lanes;
  constexpr int filters = minimum(4 * Quads, Valid), rest = K % v::count;
  v::vector sum[4 * Quads][Pixels]{};
  const std::int8_t* w = p.weights + filter * K;
  // Count numbers from weight `at` on.
  const auto step = [&]<int Count>(int s, int at) __attribute__((always_inline)) {
    constexpr int some = K < v::count ? Count : v::count;
    v::vector number[Pixels];
    unroll<Pixels>(
        [&]<int Q>() __attribute__((always_inline)) { number[Q] = x[Q].template step<Count>(s); });
    v::vector weight;
    unroll<filters * Pixels>([&]<int I>() __attribute__((always_inline)) {
      constexpr int f = I / Pixels, q = I % Pixels;
      if constexpr (q == 0) weight = v::template widen<some>(w + f * K + at);
      sum[f][q] = v::add_products(sum[f][q], number[q], weight);
      __asm__("" : "+x"(sum[f][q]));  // one register a sum: g++ 12 copies them otherwise
    });
  };
  for (int s = 0; s < K / v::count; ++s) step.template operator()<v::count>(s, s * v::count);
  if constexpr (rest != 0) {
    step.template operator()<rest>(K / v::count, maximum(K - v::count, 0));
  }
  unroll<Quads * Pixels>([&]<int I>() __attribute__((always_inline)) {
    constexpr int q = I / Pixels, pixel = I % Pixels, first = 4 * q;
    const __m128i total = v::totals(sum[first][pixel], sum[first + 1][pixel], sum[first + 2][pixel],
                                    sum[first + 3][pixel]);
    std::int8_t* to = y + pixel * pitch + first;
    if constexpr (Valid >= first + 4) {
      const auto bias = load_vector<__m128i>(p.bias + filter + first);
      requantise_four<Rule>(to, _mm_add_epi32(total, bias), p.epilogue, filter + first);
    } else {
      std::uint32_t all[4];
      store_vector(all, total);
      for (int k = 0; k < Valid - first; ++k) {
        const auto bias = static_cast<std::uint32_t>(p.bias[filter + first + k]);
        to[k] = p.epilogue(static_cast<std::int32_t>(all[k] + bias), filter + first + k);
      }
    }
  });
}

/// Codes of Filters filters from `first` on, for Pixels pixels that are Pitch codes apart.
template <int K, int Filters, int Pitch, epilogue_rule Rule, int Pixels, class From, class P>
ETCH_GLUE void make_pixels(std::int8_t* y, const From (&x)[Pixels], const P& p, int first) {
  // Eight sums at a time: as many as registers hold beside what is multiplied.
  constexpr int quads = Pixels == 1 ? 2 : 1, block = 4 * quads;
  int o = 0;
  for (; o + block <= Filters; o += block) {
    make_tile<K, quads, Pixels, block, Rule>(y + o, Pitch, x, p, first + o);
  }
  constexpr int rest = Filters % block;
  if constexpr (rest != 0) {
    make_tile<K, ceil_div(rest, 4), Pixels, rest, Rule>(y + o, Pitch, x, p, first + o);
  }
}

#endif

/// conv2d and dense by PMADDWD.
struct dots : pmaddwd_rows<dots> {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return takes_sums(l) && !l.by_channel && (is_pointwise(l.g) || l.taps() <= longest_patch);
  }

#if ETCH_HAS_X86
  /// Output rows first .. first + count - 1 of the N OH rows.
  template <window_geometry G, epilogue_rule Rule, class P>
  ETCH_KERNEL static void make_rows(std::int8_t* y,        // (N,OH,OW,OC)
                                    const std::int8_t* x,  // (N,H,W,C)
                                    int zero, const P& p, row_block rows) {
    constexpr int depth = G.c / G.groups, filters = G.oc / G.groups, k = G.kh * G.kw * depth;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / G.oh, i = r % G.oh;
      std::int8_t* out = y + r * G.ow * G.oc;
      const auto group = [&]<int Count>(int j, int g) __attribute__((always_inline)) {
        std::int8_t* to = out + j * G.oc + g * filters;
        if constexpr (is_pointwise(G)) {
          from_bytes<k> from[Count];
          for (int q = 0; q < Count; ++q) {
            const int w = (j + q) * G.stride_w;
            from[q] = {x + ((n * G.h + i * G.stride_h) * G.w + w) * G.c + g * depth, zero};
          }
          make_pixels<k, filters, G.oc, Rule>(to, from, p, g * filters);
        } else {
          patch<k> taken[Count];
          from_patch<k> from[Count];
          for (int q = 0; q < Count; ++q) {
            take_patch<G>(taken[q], x + g * depth, n, i, j + q, zero);
            from[q].at = &taken[q];
          }
          make_pixels<k, filters, G.oc, Rule>(to, from, p, g * filters);
        }
      };
      const auto pixels = [&]<int Count>(int j) __attribute__((always_inline)) {
        for (int g = 0; g < G.groups; ++g) group.template operator()<Count>(j, g);
      };
      int j = 0;
      for (; j + 2 <= G.ow; j += 2) pixels.template operator()<2>(j);
      if constexpr (G.ow % 2 != 0) pixels.template operator()<1>(j);
    }
  }
#endif
};

}  // namespace x86
}  // namespace ETCH_NAMESPACE
