// The rows that conv2d and dense by vectors of filters (filter_tiles.hpp) copy with their padding:
// a ring of whole rows, or the columns of a block of pixels where the network has less memory.
#pragma once

#include <etch/kernel/layer/ample_memory.hpp>
#include <etch/kernel/x86_64/filter_form.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// The window rows of one output row; whether its first and last pixels leave out padding.
template <int KH>
struct tile_rows {
  const std::uint8_t* at[KH];
  cell_range inside;
  bool has_edges = false;
};

/// Bytes of the columns that a block of geometry B meets.
template <window_geometry B, class V>
inline constexpr int block_bytes =
    B.kh * filter_form<B, V>::pitch + (V::words_of_load > 1 ? 16 : 0);

/// The geometry of the blocks of pixels that call C of geometry G makes: G where the network has
/// memory for a ring of rows; else the pixels of a row in as few blocks as memory allows, an odd
/// number of them where rows are: weights are in an order for minimal filtering, or not.
template <class C, window_geometry G, class V, int Blocks = 1>
constexpr window_geometry block_of() {
  using form = filter_form<G, V>;
  constexpr bool is_odd = G.ow % 2 == 1;
  constexpr int unit = form::unit, least = is_odd ? 3 : maximum(unit, 2);
  if constexpr (form::scratch == 0 || form::is_split || G.ow <= least ||
                has_ample_memory(C{}, form::scratch)) {
    return G;
  } else {
    constexpr window_geometry block = [] {
      window_geometry b = G;
      const int some = ceil_div(G.ow, Blocks + 1);
      b.ow = maximum(is_odd ? some / 2 * 2 + 1 : round_up(some, unit), least);
      return b;
    }();
    if constexpr (block.ow == least || is_small_part(C{}, block_bytes<block, V>)) return block;
    else return block_of<C, G, V, Blocks + 1>();
  }
}
/// Bytes of scratch memory.
template <class C, window_geometry G, class V>
constexpr int scratch_of_filters() {
  constexpr window_geometry block = block_of<C, G, V>();
  if constexpr (block.ow < G.ow) return block_bytes<block, V>;
  else return filter_form<G, V>::scratch;
}

/// One input row with its padding, if that is read, and offset. What lies behind it meets weights
/// of 0.
template <window_geometry G, class V, class X>
ETCH_GLUE void copy_padded_row(std::uint8_t* to, const X* from, int padding) {
  using form = filter_form<G, V>;
  constexpr int left = G.pad_left * G.c, inside = form::inside * G.c;
  if constexpr (form::has_edges) {
    copy_offset_codes<V, inside>(to, from);
  } else {
    fill<V, left>(to, padding);
    copy_offset_codes<V, inside>(to + left * V::code_bytes, from);
    fill<V, form::covered * G.c - left - inside>(to + (left + inside) * V::code_bytes, padding);
  }
}

/// The columns of one input row that a part meets, from column `first` on, with padding and offset.
template <window_geometry G, class V, class X>
ETCH_GLUE void copy_columns(std::uint8_t* to, const X* from, int first, int padding) {
  using form = filter_form<G, V>;
  constexpr int depth = form::part.c, apart = form::all.apart;
  for (int k = 0, w = first; k < form::covered; ++k, w += apart, to += depth * V::code_bytes) {
    if (w >= 0 && w < G.w) copy_offset_codes<V, depth>(to, from + w * G.c);
    else fill<V, depth>(to, padding);
  }
}
/// One input row for all parts: (phases, groups, part_pitch).
template <window_geometry G, class V, class X>
ETCH_GLUE void copy_row(std::uint8_t* to, const X* from, int padding) {
  using form = filter_form<G, V>;
  constexpr int depth = form::part.c, apart = form::all.apart;
  for (int phase = 0; phase < form::all.phases; ++phase) {
    const int first = phase * G.stride_w - G.pad_left;
    for (int g = 0; g < G.groups; ++g, to += form::part_pitch) {
      const X* const of_group = from + g * depth;
      if constexpr (form::is_minimal)
        copy_minimal_row<form::part, apart, G.c>(to, of_group, first, padding);
      else if constexpr (form::is_split) copy_columns<G, V>(to, of_group, first, padding);
      else copy_padded_row<G, V>(to, from, padding);
    }
  }
}

/// The columns of one input row that a block of geometry B meets, from column `first` on.
template <window_geometry B, class V, class X>
ETCH_GLUE void copy_block(std::uint8_t* to, const X* from, int first, int padding) {
  if constexpr (filter_form<B, V>::is_minimal)
    copy_minimal_row<B, 1, B.c>(to, from, first, padding);
  else copy_columns<B, V>(to, from, first, padding);
}

}  // namespace x86
}  // namespace ETCH_NAMESPACE
