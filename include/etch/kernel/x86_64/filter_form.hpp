// How conv2d and dense by vectors of filters (filter_tiles.hpp) go about a layer: its tiles, its
// constants and the order of its weights.
#pragma once

#include <etch/kernel/layer/bias_sets.hpp>
#include <etch/kernel/layer/filters.hpp>
#include <etch/kernel/x86_64/minimal_filters.hpp>
#include <etch/kernel/x86_64/vector_sums.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// `pixels` of a row as tiles of at most `most`, of nearly equal width: `wide` pixels in the first
/// `wide_count` of them, one less in the rest.
struct pixel_tiles {
  int wide, wide_count, narrow_count;
};
constexpr pixel_tiles pixel_tiles_of(int pixels, int most) {
  const int count = ceil_div(pixels, most), wide = ceil_div(pixels, count);
  const int narrow = count * wide - pixels;
  return {wide, count - narrow, narrow};
}

/// A layer as parts that are layers of one group without gaps between columns: its groups and,
/// where taps lie apart, phases: output columns so far from one another that their windows meet the
/// same input columns.
struct layer_parts {
  window_geometry one;  ///< of each, with the pixels of the longest phase
  int apart = 1;        ///< columns from tap to tap
  int phases = 1;       ///< of an output row
  int longest = 1;      ///< phases that have as many pixels; one less in the rest
};
constexpr layer_parts parts_of(window_geometry g) {
  layer_parts p;
  g.c /= g.groups, g.oc /= g.groups;
  if (g.kw > 1) p.apart = g.dilation_w;
  int common = p.apart;
  while (p.apart % common != 0 || g.stride_w % common != 0) --common;
  p.phases = minimum(p.apart / common, g.ow);
  p.longest = (g.ow - 1) % p.phases + 1;
  g.stride_w /= common;
  g.ow = ceil_div(g.ow, p.phases);
  g.dilation_w = g.groups = 1;
  p.one = g;
  return p;
}

/// Whether tiles of filters take the windows of g.
constexpr bool takes_windows(const window_geometry& g) {
  return has_rows_inside(g) && (g.groups == 1 || g.oc / g.groups >= 4) &&
         g.kh * g.kw * (g.c / g.groups) <= 16'384;
}

/// How the sums of geometry G are made by vectors V.
template <window_geometry G, class V>
struct filter_form {
  static constexpr layer_parts all = parts_of(G);
  static constexpr window_geometry part = all.one;
  /// Whether rows are copied part by part.
  static constexpr bool is_split = G.groups > 1 || all.apart > 1;
  /// Whether sums of rows of three cells are those of minimal filtering (minimal_filters.hpp).
  static constexpr bool is_minimal =
      V::adds_codes && filters_minimally(part) && all.longest == all.phases;
  /// Pixels of a unit, whose sums are made together, and what is summed for them.
  static constexpr int unit = is_minimal ? 2 : 1, parts = is_minimal ? 4 : 1;
  /// Codes of a word; of a window row, or of a part of it.
  static constexpr int in_word = 4 / V::code_bytes, length = is_minimal ? part.c : G.kw * part.c;
  /// Whether rows are copied, with their padding.
  static constexpr bool copies =
      V::widens || !reads_single_cells(part) || part.c % (V::words_of_load * in_word) != 0;
  /// Bytes from a unit to the next; codes from an output pixel to the next.
  static constexpr int pixel = is_minimal ? parts * part.c * V::code_bytes
                                          : part.stride_w * (copies ? part.c : G.c) * V::code_bytes;
  static constexpr int to_pixel = all.phases * G.oc;
  /// Whether a word that is loaded serves all columns of the window that meet it.
  static constexpr bool slides = V::has_many_registers && copies && part.stride_w == 1 &&
                                 part.c % in_word == 0 && G.kw > 1 && G.kw < 4;
  /// Columns that the windows of an output row cover, padding included; input columns that any
  /// reads; columns of padding that the first has, and the last.
  static constexpr int covered = (part.ow - 1) * part.stride_w + G.kw;
  static constexpr int inside = minimum(G.w, covered - G.pad_left);
  static constexpr int left_edge = G.pad_left, right_edge = covered - G.pad_left - inside;
  /// Whether the first pixel and the last leave out the column that is padding, which is not copied
  /// then.
  static constexpr bool has_edges = slides && !is_split && G.ow > 1 &&
                                    inside == G.w&& left_edge <= 1 && right_edge <= 1 &&
                                    left_edge + right_edge > 0;
  /// Steps of a window row; a step is a word of each of these columns.
  static constexpr int columns = slides ? G.kw : 1;
  static constexpr int steps = slides ? part.c / in_word : ceil_div(length, in_word);
  /// Whether tiles run over the ends of rows, which follow one another as their pixels do.
  static constexpr bool flat =
      !copies && G.stride_h == 1 && G.stride_w == 1 && G.oh == G.h && G.ow == G.w;
  static constexpr int pixels =
      flat ? G.n * G.oh * G.ow : part.ow / unit;  // units, of a row or all

  /// Input rows that a window covers.
  static constexpr int tall = reach(G.kh, G.dilation_h);
  static constexpr int part_pitch =
      is_minimal ? pixels * pixel
                 : ((has_edges ? inside : covered) * part.c + in_word - 1) * V::code_bytes;
  static constexpr int pitch = round_up(all.phases * G.groups * part_pitch, 64);
  /// A load of several words reaches beyond the last.
  static constexpr int scratch = copies ? tall * pitch + (V::words_of_load > 1 ? 16 : 0) : 0;

  /// Vectors of a group's filters, and those that a tile takes; of one pixel more, for want of
  /// others.
  static constexpr int vectors = ceil_div(part.oc, V::lanes);
  static constexpr int widest = pixels * unit == 1 && part.oc % (8 * V::lanes) == 0 ? 8 : 4;
  static constexpr int whole = part.oc / (V::lanes * widest);
  static constexpr int filters = V::lanes * vectors, all_filters = G.groups * filters;
  /// Biases of an output row: for windows inside, at the left edge and at the right one.
  static constexpr int row_biases = (has_edges ? 3 : 1) * all_filters;
  static constexpr int part_bytes = G.kh * steps * columns * V::bytes;
  static constexpr int vector_bytes = parts * part_bytes;
  /// Vectors in the tile of `vector`, where `vector` is the first of its tile.
  static constexpr int tile_width(int vector) {
    const int left = vectors - vector;
    return left >= widest ? widest : left >= 4 ? 4 : left >= 2 ? 2 : 1;
  }
  /// Pixels that a tile has at most.
  static constexpr int most_pixels(int width) {
    const int held = V::holds_weights && !V::has_many_registers && width > 2 ? width : 0;
    return width > 4 ? 1 : (V::accumulators - held) / width;
  }
  /// Sums of each accumulator, so that enough of them do not wait for one another.
  static constexpr int sums(int tile_pixels, int width) {
    return slides ? 1 : clamp(V::busy / (tile_pixels * width), 1, minimum(4, steps));
  }
  /// The filter of lane `lane` in vector i of a tile of `width` that begins with vector `first`.
  static constexpr int filter_at(int first, int width, int i, int lane) {
    if (V::keeps_order) return V::lanes * (first + i) + lane;
    const int side_by_side = minimum(width, 4);
    return V::lanes * (first + i / 4 * 4) + lane / 4 * 4 * side_by_side + i % 4 * 4 + lane % 4;
  }
};

/// Pixels whose codes, if tiles read them where they lie, are copied to the stack with their offset
/// before, so that not each word is offset for each tile: those of a row, of a flat layer some; or
/// 0.
template <window_geometry G, class V>
inline constexpr int staged_pixels = [] {
  using form = filter_form<G, V>;
  if (form::copies || V::code_bytes > 1 || V::offset == 0 || G.n * G.oh * G.ow == 1) return 0;
  const int most = 8192 / G.c, tile = form::most_pixels(form::tile_width(0));
  if (!form::flat) return form::covered <= most ? form::pixels : 0;
  if (form::pixels <= most || most < tile) return form::pixels <= most ? form::pixels : 0;
  return round_up(ceil_div(form::pixels, ceil_div(form::pixels, most / tile * tile)), tile);
}();

/// Constants of one call.
template <class V, int Weights, int Biases, int Rows, ending How, int Filters>
struct tile_constants {
  // tiles of (parts, KH, steps, columns, vectors, lanes, word)
  alignas(V::bytes) std::int8_t weights[Weights];
  alignas(V::bytes) std::int32_t bias[Biases];  // (sets, edges, filters)
  factors_of<V, How, Filters> factors;
  std::uint8_t bias_set[Rows];  // (OH)
};

/// Whether filter o of call C gives one code for every input, often with a bias and a factor beyond
/// what vectors of sums are ended by. It has no weights here, four times the code as its bias, and
/// a quarter as its factor.
template <class C>
constexpr bool gives_one_code([[maybe_unused]] int o) {
  if constexpr (layer_of<C>.end.shifts()) {
    return false;
  } else {
    constexpr const auto& codes = proved_of<C>::sums.codes;
    return codes.low[o] == codes.high[o];
  }
}

/// Weights (OC,KH,KW,C) of `from`, those of a group, in the order in which the tiles of vectors V
/// read them, from byte `first_byte` on; none of filters that `skips` names.
// Arrays and increments: g++ takes as long for a division or an address as for the rest of a
// weight.
template <window_geometry G, class V, int Size, class From, class Skips>
constexpr void pack_tile_weights(std::int8_t (&to)[Size], int first_byte, const From& from,
                                 const Skips& skips) {
  using form = filter_form<G, V>;
  decltype(auto) codes = from.codes();
  using weight = element_t<list<signed char, std::int16_t>, sizeof codes[0] == 2 ? 1 : 0>;
  constexpr int depth = form::part.c, row = G.kw * depth, columns = form::columns;
  for (int first = 0, tile = first_byte, width = 0; first < form::vectors; first += width) {
    width = form::tile_width(first);
    const int next = width * V::bytes;  // from a word of a filter to the next
    for (int i = 0; i < width; ++i) {
      for (int lane = 0; lane < V::lanes; ++lane) {
        const int o = form::filter_at(first, width, i, lane);
        if (o >= form::part.oc || skips(o)) continue;
        int word = tile + (i * V::lanes + lane) * 4, begin = from.begin + o * G.kh * row;
        for (int u = 0; u < G.kh; ++u, begin += row) {
          for (int step = 0; step < form::steps * columns; ++step, word += next) {
            int w = begin + (columns == 1 ? step : step / columns) * form::in_word;
            if (columns > 1) w += step % columns * depth;
            const int left = begin + form::length - w, at = word - w * V::code_bytes;
            for (const int end = w + (left < form::in_word ? left : form::in_word); w < end; ++w) {
              const int a = static_cast<weight>(codes[w]);
              if constexpr (form::is_minimal) {
                const int b = static_cast<weight>(codes[w + depth]);
                const int c = static_cast<weight>(codes[w + 2 * depth]);
                const int part = G.kh * form::steps * next;
                for (int k = 0, to_part = at + 2 * w; k < 4; ++k, to_part += part) {
                  const int number = minimal_weight(k, a, b, c);
                  to[to_part] = static_cast<std::int8_t>(number);
                  to[to_part + 1] = static_cast<std::int8_t>(number >> 8);
                }
              } else {
                to[at + w * V::code_bytes] = static_cast<std::int8_t>(a);
                if constexpr (sizeof(weight) == 2)
                  to[at + 2 * w + 1] = static_cast<std::int8_t>(a >> 8);
                else if (V::code_bytes == 2 && a < 0) to[at + 2 * w + 1] = -1;
              }
            }
          }
        }
      }
    }
    tile += width * form::vector_bytes;
  }
}

/// The offset code of the zero point of call C's value, which is what padding holds.
template <class C, class V>
inline constexpr int padding_code = layer_of<C>.x_zero + V::offset;

/// The factor of filter o of call C.
template <class C>
constexpr fixed_point_factor factor_of_filter([[maybe_unused]] int o) {
  if constexpr (layer_of<C>.end.shifts()) {
    return {};
  } else {
    if (gives_one_code<C>(o)) return {std::int32_t{1} << 30, -1};
    constexpr const auto& e = generic_epilogue<C, layer_of<C>.filters()>;
    const int k = sizeof e.multiplier == sizeof(std::int32_t) ? 0 : o;
    return {e.multiplier[k], e.shift[k]};
  }
}
/// How sums of call C end: factors that are not too small leave room for the zero point in 64 bits.
template <class C, class V>
constexpr vector_ends ends_of_filters() {
  vector_ends ends = ends_of<V>(layer_of<C>.end);
  if (V::multiplies_signed && is_fixed(ends.how)) {
    ends.adds_zero = false;
    for (int o = 0; o < layer_of<C>.filters(); ++o)
      if (factor_of_filter<C>(o).shift < -23) ends.adds_zero = true;
  }
  return ends;
}
/// The bias of filter o of call C, less what padding codes would add to its sum over weights that
/// come to `weights`, with the half that rounds a shift and what the ends of V take off again.
template <class C, class V>
constexpr std::int32_t bias_of_filter(int o, long long weights) {
  constexpr epilogue e = layer_of<C>.end;
  constexpr int lift = factors_of<V, ends_of<V>(e).how, V::lanes>::lift;
  if (gives_one_code<C>(o))
    return static_cast<std::int32_t>(4LL * (proved_of<C>::sums.codes.low[o] - e.zero) + lift);
  long long bias = sum_bias<C>(o) - padding_code<C, V> * weights + lift;
  if constexpr (e.shifts()) bias += 1LL << (e.shift - 1);
  return static_cast<std::int32_t>(bias);
}

/// Whether the factors and biases of call C are those that vectors of sums are ended by.
template <class C, class V>
constexpr bool proves_ends() {
  constexpr epilogue e = layer_of<C>.end;
  if constexpr (!e.shifts() || e.round == rounding::half_away) {
    for (int o = 0; o < layer_of<C>.filters(); ++o) {
      if (gives_one_code<C>(o)) continue;
      [[maybe_unused]] const int shift = factor_of_filter<C>(o).shift;
      if constexpr (!e.shifts()) {
        if (!e.is_in_single() && (shift > -1 || shift < -V::most_shift)) return false;
      }
      // with at most 16,384 products twice the sum has 32 bits
      const long long bias = sum_bias<C>(o);
      if (bias >= 1LL << 29 || bias <= -(1LL << 29)) return false;
    }
  }
  return true;
}

/// Of the weights (OC,KH,KW,C) of call C: pairs are neighbours in a window row.
struct pairs_of_rows {
  template <class C>
  static constexpr pair_facts of() {
    constexpr window_geometry G = layer_of<C>.g;
    constexpr int length = G.kw * (G.c / G.groups);
    using from = place_of_weights<C>;
    decltype(auto) codes = from::codes();
    pair_facts facts{.may_widen = !reads_single_cells(parts_of(G).one)};
    bool fit = true, symmetric = true;
    for (int row = 0, w = from::begin; row < G.oc * G.kh; ++row, w += length) {
      for (int k = 0; k < length; k += 2) {  // spelt out, as for each weight
        const int a = static_cast<signed char>(codes[w + k]);
        const int b = k + 1 < length ? static_cast<signed char>(codes[w + k + 1]) : 0;
        if (a + b > 128 || a + b < -128) fit = false;
        if (a == -128 || b == -128) symmetric = false;
      }
    }
    facts.fit = fit;
    facts.are_symmetric = symmetric;
    return facts;
  }
};

/// The weights of From, from weight `begin` on.
template <class From>
struct weights_from {
  int begin;
  static constexpr decltype(auto) codes() { return From::codes(); }
};

/// The constants of call C by vectors V.
template <class C, class V>
constexpr auto pack_tiles() {
  constexpr byte_layer l = layer_of<C>;
  constexpr window_geometry G = l.g;
  using form = filter_form<G, V>;
  constexpr auto sets = make_bias_sets<G>(padding_code<C, V> != 0);
  tile_constants<V, G.groups * form::vectors * form::vector_bytes, sets.count * form::row_biases,
                 G.oh, ends_of<V>(l.end).how, form::all_filters>
      p{};
  using from = place_of_weights<C>;
  constexpr int row = G.kw * form::part.c;
  constexpr int zero_in_start = ends_of_filters<C, V>().adds_zero ? 0 : l.end.zero;
  for (int g = 0; g < G.groups; ++g) {
    const int before = g * form::part.oc;
    pack_tile_weights<G, V>(p.weights, g * form::vectors * form::vector_bytes,
                            weights_from<from>{from::begin + before * G.kh * row},
                            [&](int o) { return gives_one_code<C>(before + o); });
    for (int first = 0; first < form::vectors; first += form::tile_width(first)) {
      const int width = form::tile_width(first);
      for (int i = 0; i < V::lanes * width; ++i) {
        const int of_group = form::filter_at(first, width, i / V::lanes, i % V::lanes);
        const int o = before + of_group, place = g * form::filters + V::lanes * first + i;
        if (of_group >= form::part.oc) continue;
        p.factors.set(place, l.end, factor_of_filter<C>(o), zero_in_start);
        for (int k = 0; k < sets.count; ++k) {
          const int rows = sets.inside[k].last - sets.inside[k].first;
          const int w = from::begin + (o * G.kh + sets.inside[k].first) * row;
          const bool is_padded = padding_code<C, V> != 0 && rows > 0;
          const long long sum = is_padded ? sum_weights(from::codes(), w, rows * row).sum() : 0;
          const int at = k * form::row_biases + place;
          p.bias[at] = bias_of_filter<C, V>(o, sum);
          if constexpr (form::has_edges) {
            const auto columns = [&](int first, int count) {
              long long part = 0;
              for (int u = 0; is_padded && u < rows; ++u)
                part += sum_weights(from::codes(), w + u * row + first * G.c, count * G.c).sum();
              return part;
            };
            const long long left = columns(0, form::left_edge);
            const long long right = columns(G.kw - form::right_edge, form::right_edge);
            p.bias[at + form::all_filters] = bias_of_filter<C, V>(o, sum - left);
            p.bias[at + 2 * form::all_filters] = bias_of_filter<C, V>(o, sum - right);
          }
        }
      }
    }
  }
  for (int i = 0; i < G.oh; ++i) p.bias_set[i] = sets.of_row[i];
  p.factors.set_range(l.end);
  return p;
}

}  // namespace x86
}  // namespace ETCH_NAMESPACE
