// conv2d of few input channels by strips: the windows of some output rows are laid out one behind
// the other (im2col), and are then the channels of a convolution by windows of one cell, in whole
// words, where each row of a window would have a part of one.
#pragma once

#include <etch/kernel/aarch64/product_rows.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Strips of g by tiles T.
template <window_geometry G, tile_shape T>
struct strip_form {
  using rows_form = row_form<G, T>;
  /// Bytes of a window row, of a window, and those in whole words.
  static constexpr int row = G.kw * G.c, taps = G.kh * row, depth = round_up(taps, T.word());
  /// Output rows of a strip: enough pixels that tiles over the ends of rows are few, or none.
  static constexpr int rows = [] {
    const int most = minimum(ceil_div(24, G.ow), G.oh);
    for (int r = most; r > 1 && 2 * r > most; --r) {
      if (r * G.ow % T.pixels == 0) return r;
    }
    return most;
  }();
  static constexpr window_geometry pixels{
      .h = rows, .w = G.ow, .c = depth, .oh = rows, .ow = G.ow, .oc = G.oc};

  /// Scratch memory: the input rows of a window, with their padding, as a ring; a row of padding;
  /// the strip, behind which a window's last bytes are written.
  static constexpr int pitch = rows_form::pitch, border = rows_form::tall * pitch;
  static constexpr int strip = border + pitch;
  static constexpr int scratch = strip + round_up(rows * G.ow * depth, 16) + 16;
};

/// Whether strips suit a window geometry: a row of the window is one register, the channels make no
/// whole words, and words of windows have few products of zeros.
constexpr bool suits_strips(const window_geometry& g, tile_shape t) {
  const int taps = g.kh * g.kw * g.c;
  const int saved = g.kh * round_up(g.kw * g.c, t.word()) - round_up(taps, t.word());
  return saved > 0 && g.groups == 1 && g.dilation_h == 1 && g.dilation_w == 1 && g.kh > 1 &&
         g.kh <= 16 && g.c < 8 && g.kw * g.c <= 16 && g.ow > 1 &&
         3 * round_up(taps, t.word()) <= 4 * round_up(taps, 4);
}

/// Constants of call C, whose windows are channels.
template <class C, tile_shape T>
constexpr auto pack_strips() {
  constexpr window_geometry g = layer_of<C>.g;
  using form = strip_form<g, T>;
  struct {
    unsigned char code[g.oc * form::depth]{};
  } weights;
  const unsigned char* from = C::bytes(1);
  for (int o = 0; o < g.oc; ++o) {
    for (int k = 0; k < form::taps; ++k) weights.code[o * form::depth + k] = *from++;
  }
  return pack_rows<C, T, form::pixels>(weights.code);
}

#if ETCH_HAS_NEON

/// A window row, and what is behind it up to 4, 8 or 16 bytes.
template <int Bytes>
ETCH_GLUE void copy_window_row(std::int8_t* to, const std::int8_t* from) {
  if constexpr (Bytes <= 4) __builtin_memcpy(to, from, 4);
  else if constexpr (Bytes <= 8) vst1_s8(to, vld1_s8(from));
  else vst1q_s8(to, vld1q_s8(from));
}
/// The windows of an output row. Bytes that one writes behind its end are the next one's, or meet
/// weights of 0.
template <window_geometry G, int Depth>
ETCH_KERNEL void gather_windows(std::int8_t* to, const window_rows<G.kh>& in) {
  constexpr int row = G.kw * G.c, step = G.stride_w * G.c;
  window_rows<G.kh> from = in;
  const auto pixels = [&]<int Count>() __attribute__((always_inline)) {
    unroll<Count * G.kh>([&]<int I>() __attribute__((always_inline)) {
      constexpr int j = I / G.kh, u = I % G.kh;
      copy_window_row<row>(to + j * Depth + u * row, from.at[u] + j * step);
    });
    to += Count * Depth;
    unroll<G.kh>([&]<int U>() __attribute__((always_inline)) { from.at[U] += Count * step; });
  };
  for (int n = G.ow / 4; n > 0; --n) pixels.template operator()<4>();
  pixels.template operator()<G.ow % 4>();
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, tile_shape T, neon::epilogue_rules F, class Constants>
ETCH_KERNEL void make_strips(std::int8_t* y,        // (N,OH,OW,OC)
                             const std::int8_t* x,  // (N,H,W,C)
                             std::int8_t* scratch, std::int8_t x_zero, const Constants& p,
                             row_block rows) {
  using form = strip_form<G, T>;
  using ring = row_form<G, T>;
  std::int8_t *const border = scratch + form::border, *const strip = scratch + form::strip;
  pad_bytes<form::pitch>(border, x_zero);
  for (int r = rows.first, end = r + rows.count; r < end;) {
    const int n = G.n == 1 ? 0 : r / G.oh, first = G.n == 1 ? r : r % G.oh;
    const int count = minimum(minimum(form::rows, G.oh - first), end - r);
    const std::int8_t* image = x + n * G.h * G.w * G.c;
    for (int i = first; i < first + count; ++i) {
      const int top = i * G.stride_h - G.pad_top;
      // rows that the output rows before have not brought yet
      const int had = i == 0 ? 0 : ring::end(i - 1);
      for (int h = maximum(had, top); h < ring::end(i); ++h) {
        copy_row<ring, G>(scratch + h % ring::tall * form::pitch, image + h * G.w * G.c, x_zero);
      }
      window_rows<G.kh> in{};
      for (int u = 0; u < G.kh; ++u) {
        const int h = top + u;
        in.at[u] = h < 0 || h >= G.h ? border : scratch + h % ring::tall * form::pitch;
      }
      gather_windows<G, form::depth>(strip + (i - first) * G.ow * form::depth, in);
    }
    make_rows<form::pixels, T, F>(y + r * G.ow * G.oc, strip, nullptr, {}, p, row_block{0, count});
    r += count;
  }
}

#endif

/// conv2d of strips by tiles T.
template <tile_shape T>
struct conv2d_strips {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    if (!neon::takes_epilogue(l) || l.by_channel || !has_rows_inside(l.g)) return false;
    return suits_strips(l.g, T) && l.g.oc % (4 * T.quads) == 0;
  }
  template <class C>
  static constexpr int scratch = strip_form<layer_of<C>.g, T>::scratch;
  template <class C>
  static constexpr bool takes_spare_memory = true;
  template <class C>
  static constexpr auto pack() {
    return pack_strips<C, T>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (has(T.by)) {
#if ETCH_HAS_NEON
      make_strips<layer_of<C>.g, T, neon::rules_of<C>>(
          a.template out<0>(), a.template in<0>(), reinterpret_cast<std::int8_t*>(a.scratch()),
          static_cast<std::int8_t>(layer_of<C>.x_zero), kernel_constants<K, C>(a), rows);
#endif
    } else {
      refuse<A>();
    }
  }
};

}  // namespace products
}  // namespace ETCH_NAMESPACE
