// conv2d and dense of posit<8, 0>, on every target the same but for its tile: the numbers of a row
// of windows, 64 times as large in 14 bits, lie on the stack with zeros around, and the tiles of
// short_sums.hpp sum their products, whose 32 or 64 bits the weights prove wide enough. Weights are
// widened at compile time. Each sum is rounded once, as by the generic kernel, which writes the
// rows that meet a NaR. No scratch memory; at most 2 KiB of stack.
//
// A tile is one of short_sums, which may have
//   template <int NextW, int NextX, int Codes, bool Even> using with_steps;   the tile where
//   filters
//     lie NextW numbers apart, pixels NextX, and runs have Codes; Even: they begin at even numbers
#pragma once

#include <etch/kernel/layer/short_sums.hpp>

namespace ETCH_NAMESPACE {

namespace posit_sums {

using code = posit_code<8, 0>;

/// Numbers on the stack, at most.
inline constexpr int most_widened = 1024;
/// Output pixels of a row whose windows are widened at once to `most` numbers; 0: not one fits.
constexpr int pixels_at_once(const window_geometry& g, int most = most_widened) {
  const int columns = most / (g.kh * g.c), covered = reach(g.kw, g.dilation_w);
  if (columns < covered) return 0;
  const int pixels = (columns - covered) / g.stride_w + 1;
  return pixels >= g.ow ? g.ow : pixels > 1 ? pixels & ~1 : 1;
}

/// Whether none of the codes of constant I of call C is NaR.
template <class C, int I>
constexpr bool has_no_nar() {
  using code = typename C::template in<I>::storage;
  const unsigned char* bytes = C::bytes(I);
  for (int i = 0; i < C::template in<I>::span; ++i) {
    if (load<code>(bytes, i).is_nar()) return false;
  }
  return true;
}
/// Whether input I of call C is a constant of posits of at most so many bits, without NaR.
template <class C, int I>
constexpr bool is_constant_of_numbers(int bits = 8) {
  using value = typename C::template in<I>;
  if constexpr (!value::is.is_constant || !is_posit(value::is.number)) return false;
  else return value::is.number.bits <= bits && has_no_nar<C, I>();
}
/// The same of the bias of call C, if it has one.
template <class C>
constexpr bool has_bias_of_numbers(int bits = 8) {
  if constexpr (C::input_count > 2) return is_constant_of_numbers<C, 2>(bits);
  else return true;
}
template <class V>
inline constexpr bool holds_codes =
    __is_same(typename V::storage, code) && __is_same(typename V::layout, hwc);

/// Whether call C is a layer of sums that tiles take.
template <class C>
constexpr bool takes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using w = typename C::template in<1>;
    if constexpr (!holds_codes<x> || x::is.is_constant || !__is_same(typename w::storage, code) ||
                  !holds_codes<typename C::template out<>> || C::folded) {
      return false;
    } else if constexpr (!is_constant_of_numbers<C, 1>()) {
      return false;
    } else {
      constexpr window_geometry g = C::attributes.at(C::inputs());
      constexpr bool fits =
          pixels_at_once(g) > 0 && short_sums::runs_of(g) <= short_sums::most_runs;
      if constexpr (!fits) return false;
      else if constexpr (!has_bias_of_numbers<C>()) return false;
      else return requires { sum_arithmetic<C>::nar_sum; };
    }
  }
}

/// Geometry G where its windows over some pixels of an output row lie on the stack, with columns of
/// zeros; those that are copied have rows of zeros too.
template <window_geometry G>
struct widened_geometry {
  static constexpr int copied = short_sums::codes_to_copy(G);
  static constexpr bool has_all_columns = true, has_all_rows = copied > 0;
  static constexpr int most = pixels_at_once(G), n = 1, h = G.h, c = G.c, oh = 1, oc = G.oc;
  static constexpr int w = (most - 1) * G.stride_w + reach(G.kw, G.dilation_w);
  static constexpr int kh = G.kh, kw = G.kw, stride_h = G.stride_h, stride_w = G.stride_w;
  static constexpr int dilation_h = G.dilation_h, dilation_w = G.dilation_w;
  static constexpr int pad_left = 0, groups = G.groups;
  int pad_top, ow;
};
/// Rows of a picture of which every Step-th from `first` on lies on the stack.
template <int Step>
struct widened_rows {
  const std::int16_t* base;
  int pitch, first;
  ETCH_GLUE const std::int16_t* row(int r) const { return base + (r - first) / Step * pitch; }
};

/// Widens `count` codes; whether one of them is NaR.
ETCH_KERNEL inline bool widen(std::int16_t* to, const code* from, int count) {
  const auto& number = shared_table<posit_integers<code>>.number;
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  const auto half = [&](std::uint32_t byte) __attribute__((always_inline)) {
    return std::uint32_t{static_cast<std::uint16_t>(number[byte])};
  };
  std::uint32_t differ = 0;  // the first two bits of a number, which are equal but for NaR
  for (; count >= 4; count -= 4, bytes += 4, to += 4) {
    std::uint32_t four;
    __builtin_memcpy(&four, bytes, 4);
    const std::uint32_t low = half(four & 0xff) | half(four >> 8 & 0xff) << 16;
    const std::uint32_t high = half(four >> 16 & 0xff) | half(four >> 24) << 16;
    __builtin_memcpy(to, &low, 4);
    __builtin_memcpy(to + 2, &high, 4);
    differ |= low ^ low << 1;
    differ |= high ^ high << 1;
  }
  for (int i = 0; i < count; ++i) {
    const std::uint32_t one = half(bytes[i]);
    to[i] = static_cast<std::int16_t>(one);
    differ |= one ^ one << 1;
  }
  return (differ & 0x80008000U) != 0;
}
template <class Number>
ETCH_GLUE void fill_with_zeros(Number* to, int count) {
  for (Number* const end = to + count; to < end;) *to++ = 0;
}

/// Widens columns left .. left + G::w - 1 of rows first, first + dilation, .. of a picture by
/// Widen, with zeros for what lies outside of it; whether a code is none of its numbers. Rows 0 ..
/// height - 1 are picture n's.
template <class G, auto Widen, class Number, class Rows>
ETCH_KERNEL bool widen_windows(Number* to, const Rows& x, int n, int first, int rows, int left,
                               int height, int width) {
  const int before = maximum(-left, 0), end = maximum(minimum(width - left, G::w), before);
  bool nar = false;
  for (int h = first; rows > 0; --rows, h += G::dilation_h, to += G::w * G::c) {
    if (G::has_all_rows && (h < 0 || h >= height)) {
      fill_with_zeros(to, G::w * G::c);
      continue;
    }
    fill_with_zeros(to, before * G::c);
    const auto* from = x.row(n * height + h) + (left + before) * G::c;
    nar |= Widen(to + before * G::c, from, (end - before) * G::c);
    fill_with_zeros(to + end * G::c, (G::w - end) * G::c);
  }
  return nar;
}

/// Row i of picture n of a layer of geometry G, which begins at y; false: it meets a NaR.
template <window_geometry G, class Tile, class Sum, class Rows, class Y, class P, class End>
ETCH_KERNEL bool write_row(const P& p, const End& end_sum, const Rows& x, Y* y, int n, int i) {
  using block = widened_geometry<G>;
  constexpr int copied = block::copied, depth = G.c / G.groups, taps = G.kh * G.kw * depth;
  constexpr int run = copied > 0 ? copied : G.groups > 1 || G.dilation_w > 1 ? depth : G.kw * depth;
  constexpr int filters = minimum(Tile::filters, G.oc / G.groups);
  using tile =
      decltype(short_sums::tile_with_steps<Tile, taps, (copied > 0 ? copied : G.stride_w * G.c),
                                           run, (copied > 0 || depth % 2 == 0)>());
  alignas(8) std::int16_t numbers[G.kh * block::w * G.c];
  const int top = i * G.stride_h - G.pad_top;
  cell_run u{0, G.kh};
  if (!block::has_all_rows) u = count_cells_inside(top, G.kh, G.dilation_h, G.h);
  const int first = top + u.first * G.dilation_h;
  for (int j = 0; j < G.ow; j += block::most) {
    const int left = j * G.stride_w - G.pad_left;
    if (widen_windows<block, widen>(numbers, x, n, first, u.count, left, G.h, G.w)) return false;
    const block g{-top, minimum(block::most, G.ow - j)};
    const widened_rows<G.dilation_h> rows{numbers, block::w * G.c, first};
    short_sums::write_windows<tile, copied, filters, Sum>(g, p, end_sum, rows, y + j * G.oc,
                                                          row_block{0, 1});
  }
  return true;
}

/// Ends sums as `Epilogue`, whose limits compilers know, where no sum is NaR.
template <auto Epilogue>
struct known_end {
  template <class Sum>
  ETCH_GLUE constexpr auto operator()(Sum sum, int c) const {
    if constexpr (requires { Epilogue.end(sum, Epilogue.l.low, Epilogue.l.high); }) {
      if (Epilogue.l.low.bits >= 0 && sum <= 0) return Epilogue.l.low;
      return Epilogue.end(sum, Epilogue.l.low, Epilogue.l.high);
    } else {
      return Epilogue(sum, c);
    }
  }
};

/// Base of kernel K, which runs operator Op by a tile; K::run_generic<C>(a, rows) runs the loops of
/// the generic kernel over its constants.
template <class K, class Op, class Tile>
struct kernel : weighted_kernel {
  using op = Op;

  template <class C>
  static constexpr bool accepts = takes<C>();
  template <class C>
  static constexpr bool reads_rows = C::template in<1>::is.shape.rank > 2;  // not of dense
  template <class C>
  static constexpr auto pack() {
    detail::only_where_asked_for();
    constexpr int channels = C::template out<>::is.shape.c(), count = C::template in<1>::span;
    constexpr auto epilogue = make_generic_epilogue<C, channels>();
    weighted_parameters<std::int16_t[count], typename sum_arithmetic<C>::sum, channels,
                        decltype(make_generic_epilogue<C, channels>())>
        p{{}, {}, epilogue};
    const auto& number = shared_table<posit_integers<code>>.number;
    const unsigned char* bytes = C::bytes(1);
    for (int i = 0; i < count; ++i) p.weights[i] = number[bytes[i]];
    for (int c = 0; c < channels; ++c) p.bias[c] = sum_bias<C>(c);
    return p;
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr window_geometry g = C::attributes.at(C::inputs());
    constexpr known_end<make_generic_epilogue<C, C::template out<>::is.shape.c()>()> end_sum;
    const auto& p = kernel_constants<K, C>(a);
    if (rows.count == 0) return;
    output_row at(rows.first, g.oh);
    for (int r = rows.first; r < rows.first + rows.count; ++r, at.next(g.oh)) {
      if (!write_row<g, Tile, typename sum_arithmetic<C>::sum>(p, end_sum, a.template rows<0>(),
                                                               out_row<C>(a, r), at.n, at.i)) {
        K::template run_generic<C>(a, row_block{r, 1});
      }
    }
  }
};

}  // namespace posit_sums

}  // namespace ETCH_NAMESPACE
