// conv2d of short window rows by folds: the pieces of as many input rows as windows move down by,
// one behind the other for each output pixel. Folds follow one another as pixels do, so that the
// windows of an output row are a few of them, an output row's pixels apart, and what one output row
// has laid out the next ones find.
#pragma once

#include <etch/kernel/aarch64/product_strips.hpp>

namespace ETCH_NAMESPACE {
namespace products {

/// Folds of a window of g, bytes of one in whole words of t.
constexpr int folds_of(const window_geometry& g) { return ceil_div(g.kh, g.stride_h); }
constexpr int fold_bytes(const window_geometry& g, tile_shape t) {
  return round_up(g.stride_h * g.kw * g.c, t.word());
}
/// g by tiles t where `rows` output rows are laid out at once: one row of pixels, whose windows are
/// columns, an output row apart.
constexpr window_geometry folded(const window_geometry& g, tile_shape t, int rows) {
  return {.h = 1,
          .w = (rows + folds_of(g) - 1) * g.ow,
          .c = fold_bytes(g, t),
          .oh = 1,
          .ow = rows * g.ow,
          .oc = g.oc,
          .kh = 1,
          .kw = folds_of(g),
          .dilation_w = g.ow};
}

/// Folds of g by tiles T.
template <window_geometry G, tile_shape T>
struct fold_form {
  using line = row_form<G, T>;
  static constexpr int folds = folds_of(G), depth = fold_bytes(G, T);
  /// Output rows that are laid out at once, some hundred pixels.
  static constexpr int rows = minimum(G.oh, ceil_div(120, G.ow));
  static constexpr window_geometry pixels = folded(G, T, rows);
  /// The rows of a fold as those of a window.
  static constexpr window_geometry pieces = [] {
    window_geometry g = G;
    g.kh = G.stride_h;
    return g;
  }();

  /// How rows of pixels are made: whatever their number, at least those of a tile.
  struct tiles : row_form<pixels, T> {
    static constexpr bool flat = true;
  };

  /// Bytes of a fold row. Scratch memory: input rows with their padding; fold rows, behind which a
  /// fold's last bytes are written.
  static constexpr int fold_row = G.ow * depth;
  static constexpr int lines = G.stride_h * line::pitch;
  static constexpr int scratch = lines + round_up((rows + folds - 1) * fold_row, 16) + 16;
};

/// Whether folds suit a window geometry: pieces are short, folds have no more words than strips or
/// rows, an output row is a tile or more.
constexpr bool suits_folds(const window_geometry& g, tile_shape t) {
  const int piece = g.kw * g.c, bytes = folds_of(g) * fold_bytes(g, t);
  return g.groups == 1 && g.dilation_h == 1 && g.dilation_w == 1 && g.kh > g.stride_h && g.c < 8 &&
         piece <= 8 && g.ow >= t.pixels && g.oc % (4 * t.quads) == 0 &&
         bytes <= round_up(g.kh * piece, t.word()) && bytes <= g.kh * round_up(piece, t.word()) &&
         row_of(folded(g, t, 1), t).taps == folds_of(g);
}

/// Constants of call C, whose windows are folds.
template <class C, tile_shape T>
constexpr auto pack_folds() {
  constexpr window_geometry g = layer_of<C>.g;
  using form = fold_form<g, T>;
  constexpr int window = form::folds * form::depth, piece = g.kw * g.c;
  struct {
    unsigned char code[g.oc * window]{};
  } weights;
  const unsigned char* from = C::bytes(1);
  for (int o = 0; o < g.oc; ++o) {
    for (int u = 0; u < g.kh; ++u) {
      unsigned char* to = weights.code + o * window + u / g.stride_h * form::depth;
      for (int k = 0; k < piece; ++k) to[u % g.stride_h * piece + k] = *from++;
    }
  }
  return pack_rows<C, T, form::pixels>(weights.code);
}

#if ETCH_HAS_NEON

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, tile_shape T, neon::epilogue_rules F, class Constants>
ETCH_KERNEL void make_folds(std::int8_t* y,        // (N,OH,OW,OC)
                            const std::int8_t* x,  // (N,H,W,C)
                            std::int8_t* scratch, std::int8_t x_zero, const Constants& p,
                            row_block rows) {
  using form = fold_form<G, T>;
  using tiles = typename form::tiles;
  constexpr int factor_block = !F.per_channel ? 0 : (F.any_left ? 3 : 2) * tiles::tile_constants;
  std::int8_t* const laid = scratch + form::lines;
  int had = 0;  // fold rows that the output rows before have brought
  for (int r = rows.first, end = r + rows.count; r < end;) {
    const int n = G.n == 1 ? 0 : r / G.oh, first = G.n == 1 ? r : r % G.oh;
    const int count = minimum(minimum(form::rows, G.oh - first), end - r);
    const std::int8_t* image = x + n * G.h * G.w * G.c;
    for (int f = had; f < count + form::folds - 1; ++f) {
      const int top = (first + f) * G.stride_h - G.pad_top;
      window_rows<G.stride_h> in{};
      for (int u = 0; u < G.stride_h; ++u) {
        std::int8_t* line = scratch + u * form::line::pitch;
        const int h = top + u;
        if (h < 0 || h >= G.h) pad_bytes<form::line::pitch>(line, x_zero);
        else copy_row<typename form::line, G>(line, image + h * G.w * G.c, x_zero);
        in.at[u] = line;
      }
      gather_windows<form::pieces, form::depth>(laid + f * form::fold_row, in);
    }
    window_rows<1> in{};
    in.at[0] = laid;
    filter_group filters{p.weights, p.bias, p.factors};
    std::int8_t* out = y + r * G.ow * G.oc;
    for (int g = 0; g < G.oc / tiles::group; ++g, out += tiles::group) {
      make_group<tiles, form::pixels, tiles::group, F>(out, in, count * G.ow, nullptr, filters,
                                                       p.range);
      filters = {filters.weights + tiles::window_bytes, filters.bias + tiles::tile_constants,
                 filters.factors + factor_block};
    }
    r += count;
    had = 0;
    if constexpr (G.oh > form::rows) {
      if (first + count < G.oh) {
        had = form::folds - 1;
        copy_bytes<(form::folds - 1) * form::fold_row>(laid, laid + count * form::fold_row);
      }
    }
  }
}

#endif

/// conv2d of folds by tiles T.
template <tile_shape T>
struct conv2d_folds {
  static constexpr bool widens_weights = true;

  static constexpr bool takes(const byte_layer& l) {
    return neon::takes_epilogue(l) && !l.by_channel && suits_folds(l.g, T);
  }
  template <class C>
  static constexpr int scratch = fold_form<layer_of<C>.g, T>::scratch;
  template <class C>
  static constexpr bool takes_spare_memory = true;
  template <class C>
  static constexpr auto pack() {
    return pack_folds<C, T>();
  }
  template <class C, class K, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    if constexpr (has(T.by)) {
#if ETCH_HAS_NEON
      make_folds<layer_of<C>.g, T, neon::rules_of<C>>(
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
