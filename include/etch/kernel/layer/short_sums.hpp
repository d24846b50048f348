// conv2d, dense and depthwise_conv2d of values of 9 to 16 bits, on every target the same but for
// its tile: windows are read where they lie, run by run, or where runs are short from a copy on the
// stack. No scratch memory; weights, biases and epilogue are those of the generic kernel.
//
// A tile is a struct, whose Sum is int32 or int64 and whose W is int8 or int16:
//   static constexpr int filters;                    1 or 2, at once
//   template <class Sum> static constexpr int pixels;  1, 2 or 4, at once
//   template <int Filters, int Pixels, class Sum, class W>
//   static void add(Sum* s, const W* w, int next_w, const int16_t* x, int next_x, int codes);
//     adds the products of `codes` codes to sums s[f * Pixels + p]; filters lie next_w apart,
//     pixels next_x
//   static constexpr int channels;                   of depthwise_conv2d at once
//   template <int Channels, class Sum, class W>
//   static void add_each(Sum* s, const W* w, const int16_t* x);
//     adds to each sum the product of its channel; or, where it says adds_windows,
//   template <int Channels, class Sum, class W>
//   static void add_window(Sum* s, const W* w, const int16_t* x, const window_steps&);
//     those of all cells
// In place of these it may write codes itself:
//   template <int Taps, int NextX, int Unit> struct with_taps;   the tile of filters of Taps
//     weights and pixels NextX apart, whose runs are multiples of Unit codes; it may have
//   template <int Filters, int Pixels, class Sum, ...>
//   static void write(const pixel_task&, const P&, const End&, int f, Y* y, int next_y);
//     filters f .. f + Filters - 1 of Pixels pixels, or write_all for f .. f + count - 1, whose
//     arguments are (t, p, end, f, count, y, next_y)
//   template <class Sum, ...>
//   static void write_row(const Geometry&, const P&, const End&, const Rows&, int top, cell_run u,
//                         Y* y);
//     an output row of depthwise_conv2d with `channels` channels at least, whose windows begin at
//     input row `top` and have rows u inside
//   template <class W, int Width, int Unit, int NextW, int NextX, int Codes> using with_weights;
//     the tile of weights W, of rows of Width pixels and runs that are multiples of Unit codes, of
//     Codes where pixels are several; filters lie NextW apart, pixels NextX. Where it says
//     swaps_weights, the second and the third of four weights change places
//   static constexpr int most_at_ends, most_between_pixels;
//   static void copy_columns(int16_t* to, const int16_t* row, int left, int columns, int width,
//                            int channels);
//     copies `columns` pixels of a row from `left` on, with zeros for those that it has not: where
//     these are at most most_at_ends codes, `pixels` at the ends of rows go at once too
// How sums end may be its own too: end_of<C>(epilogue).
// Sums wrap, so that 32 bits do where the whole is proved to lie in them.
#pragma once

#include <etch/kernel/layer/short_windows.hpp>
#include <etch/kernel/layer/weights.hpp>

namespace ETCH_NAMESPACE {

namespace short_sums {

/// Whether V holds codes of 8 to 16 bits that count from 0, in the order of hwc.
template <class V, class Storage>
constexpr bool holds() {
  const format& f = V::is.number;
  return __is_same(typename V::storage, Storage) && f.zero == 0 && f.bits >= 8 &&
         (is_q(f) || is_affine(f));
}

/// Whether call C is a layer of sums that tiles take.
template <class C>
constexpr bool takes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using w = typename C::template in<1>;
    using y = typename C::template out<>;
    if constexpr (!holds<x, std::int16_t>() || x::is.is_constant || !w::is.is_constant ||
                  C::folded) {
      return false;
    } else if constexpr (!holds<w, std::int8_t>() && !holds<w, std::int16_t>()) {
      return false;
    } else if constexpr (y::is.number.bits < 8 || !y::kind::is_integer ||
                         !__is_same(typename x::layout, hwc) ||
                         !__is_same(typename y::layout, hwc)) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      // what is proved of sums, and each filter's own weights
      return has_constant_bias<C>() && g.kh * g.kw * g.c / g.groups <= 25'000 &&
             (weights_by_channel<typename C::op> ? g.c == g.oc : runs_of(g) <= most_runs);
    }
  }
}

/// Whether all sums of call C lie in 32 bits.
template <class C>
constexpr bool fit_32_bits() {
  if constexpr (sizeof(typename sum_arithmetic<C>::sum) > 4) {
    constexpr const auto& proved = proved_of<C>::sums;
    for (int o = 0; o < C::template out<>::is.shape.c(); ++o) {
      if (proved.least[o] < INT32_MIN || proved.most[o] > INT32_MAX) return false;
    }
  }
  return true;
}

/// Ends sums as `Shift`, whose members compilers know: a shift by a number, not by a variable.
/// They are named one by one: an object whose address is taken would be one more constant.
template <auto Shift>
struct known_shift {
  ETCH_GLUE constexpr auto operator()(std::int32_t sum, int) const {
    return Shift.end(sum, Shift.shift, Shift.low, Shift.high);
  }
};
/// Ends sums as `all`, an epilogue of which a tile knows more.
template <class Epilogue>
struct known_epilogue {
  const Epilogue& all;
  template <class Sum>
  ETCH_GLUE constexpr auto operator()(Sum sum, int c) const {
    return all(sum, c);
  }
};
/// Whether sums end by a shift alone.
template <class Epilogue>
inline constexpr bool is_shift = false;
template <class Y, rounding R>
inline constexpr bool is_shift<shift_epilogue<Y, R>> = true;
/// What ends the sums of call C: what Tile says, a shift that compilers know, or the epilogue of
/// its constants.
template <class C, class Tile = void, class P>
ETCH_GLUE constexpr decltype(auto) end_of([[maybe_unused]] const P& p) {
  if constexpr (requires { Tile::template end_of<C>(p.epilogue); }) {
    return Tile::template end_of<C>(p.epilogue);
  } else if constexpr (is_shift<decltype(p.epilogue)>) {
    return known_shift<make_generic_epilogue<C, C::template out<>::is.shape.c()>()>{};
  } else {
    return (p.epilogue);
  }
}

/// The members of G that loops read, as constants.
template <window_geometry G>
struct known_geometry {
  static constexpr int n = G.n, h = G.h, w = G.w, c = G.c, oh = G.oh, ow = G.ow, oc = G.oc;
  static constexpr int kh = G.kh, kw = G.kw, stride_h = G.stride_h, stride_w = G.stride_w;
  static constexpr int dilation_h = G.dilation_h, dilation_w = G.dilation_w;
  static constexpr int pad_top = G.pad_top, pad_left = G.pad_left, groups = G.groups;
  static constexpr bool has_all_columns = inner_pixels(G) == G.ow;
  static constexpr bool has_all_rows =
      G.pad_top == 0 && (G.oh - 1) * G.stride_h + reach(G.kh, G.dilation_h) <= G.h;
};
/// Tile, or the one that it has for filters NextW codes apart, pixels NextX apart and runs of
/// Codes; Even: all of them begin at even codes.
template <class Tile, int NextW, int NextX, int Codes, bool Even>
constexpr auto tile_with_steps() {
  if constexpr (requires { typename Tile::template with_steps<NextW, NextX, Codes, Even>; })
    return typename Tile::template with_steps<NextW, NextX, Codes, Even>{};
  else return Tile{};
}

/// Tile, or the one that it has for the weights of call C, a layer of geometry G.
template <class Tile, class C, window_geometry G>
constexpr auto tile_with_weights() {
  using weight = typename C::template in<1>::storage;
  constexpr int unit = G.c / G.groups, run = runs_of(G) > G.kh ? unit : G.kw * unit;
  constexpr bool has_own =
      requires { typename Tile::template with_weights<weight, 1, 1, 1, 1, 1>; };
  if constexpr (has_own && !weights_by_channel<typename C::op>)
    return typename Tile::template with_weights<weight, G.ow, unit, G.kh * G.kw * unit,
                                                G.stride_w * G.c, run>{};
  else return Tile{};
}

/// Base of kernel K, which runs operator Op by a tile.
template <class K, class Op, class Tile>
struct kernel : weighted_kernel {
  using op = Op;

  template <class C>
  static constexpr bool accepts = takes<C>();
  template <class C>
  static constexpr bool reads_rows = C::template in<1>::is.shape.rank > 2;  // not of dense
  template <class C>
  static constexpr auto pack() {
    auto p = pack_weighted<C, C::template out<>::is.shape.c()>();
    constexpr window_geometry g = C::attributes.at(C::inputs());
    if constexpr (swaps_weights<decltype(tile_with_weights<Tile, C, g>())>())
      swap_weights(p.weights, C::template in<1>::span);
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    if (rows.count == 0) return;
    constexpr window_geometry g = C::attributes.at(C::inputs());
    using sum = element_t<list<std::int64_t, std::int32_t>, fit_32_bits<C>() ? 1 : 0>;
    constexpr known_geometry<g> known;
    const auto& p = kernel_constants<K, C>(a);
    const auto x = a.template rows<0>();
    auto* const y = out_row<C>(a, rows.first);
    const auto& end_sum = end_of<C, Tile>(p);
    if constexpr (weights_by_channel<Op>) {
      constexpr int channels = minimum(Tile::channels, g.c);
      write_channels<Tile, channels, sum>(known, p, end_sum, x, y, rows);
    } else {
      using own = decltype(tile_with_weights<Tile, C, g>());
      constexpr int filters = minimum(own::filters, g.oc / g.groups);
      constexpr int copied = codes_to_copy(g);
      using known_runs = decltype(tile_with_steps<own, copied, copied, copied, false>());
      using tile = element_t<list<own, known_runs>, (copied > 0) ? 1 : 0>;
      write_windows<tile, copied, filters, sum>(known, p, end_sum, x, y, rows);
    }
  }
};

}  // namespace short_sums

}  // namespace ETCH_NAMESPACE
