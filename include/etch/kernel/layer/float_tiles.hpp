// What conv2d and dense share whose products are summed in single precision, those of f32 and of
// codes that it holds (bf16, f16, fp8): tiles of pixels x a block of filters. Each step multiplies
// one number of a window row, the same for all filters, with a weight of each filter, so that the
// sum of an output is made in the order of the generic kernel. Cells outside the input are left
// out, as there. In flash weights are the codes that they are.
//
// A vector V of floats has `width`, load(from), store<Count>(to), zero(), times(v, x) for a number
// x, plus(a, b), plus_product(sum, a, b or x), which is rounded once, and clamped(v, limits). Of
// codes there may be besides read(code), load(from), load_all<Count>(from, vectors) and
// load_pair(from, numbers). They may all give the numbers times unit(from), a power of two.
#pragma once

#include <etch/format/minifloat.hpp>
#include <etch/kernel/layer/float_blocks.hpp>
#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/unroll.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// One float as a vector. A product and the sum that takes it are rounded each, as in the generic
/// kernels, where the compiler fuses neither (-ffp-contract=off).
struct single_float {
  using type = float;
  static constexpr int width = 1;

  ETCH_GLUE static type zero() { return 0; }
  ETCH_GLUE static type load(const float* from) { return *from; }
  template <int>
  ETCH_GLUE static void store(float* to, type x) {
    *to = x;
  }
  ETCH_GLUE static type times(type a, float x) { return a * x; }
  ETCH_GLUE static type plus(type a, type b) { return a + b; }
  ETCH_GLUE static type plus_product(type sum, type a, type b) {
    return fused_single_arithmetic::multiply_add(sum, a, b);
  }
  ETCH_GLUE static type clamped(type x, limits<float> l) { return clamp(x, l.low, l.high); }
};

/// Vectors V whose sums take a product in two roundings, or Once in a single one.
template <class V, bool Once>
struct summing : V {
  template <class X>
  ETCH_GLUE static typename V::type add_product(const typename V::type& sum,
                                                const typename V::type& a, const X& x) {
    if constexpr (Once) return V::plus_product(sum, a, x);
    else if constexpr (__is_same(X, float)) return V::plus(sum, V::times(a, x));
    else return V::plus(sum, a * x);
  }
};
/// V as the sums of call C take products.
template <class V, class C>
using summing_as = summing<V, rounds_once<sum_arithmetic<C>>>;

/// Whether T is f32 or a code that it holds.
template <class T>
inline constexpr bool is_float_code = __is_same(T, float);
template <class D>
inline constexpr bool is_float_code<minifloat_code<D>> = true;
/// Whether call C multiplies values by constants and sums the products in single precision, in two
/// roundings or, where Fuses, in one.
template <class C, bool Fuses>
constexpr bool multiplies_floats() {
  using x = typename C::template in<0>;
  using w = typename C::template in<1>;
  using y = typename C::template out<>;
  if constexpr (is_float_code<typename x::storage> && is_float_code<typename w::storage> &&
                is_float_code<typename y::storage>) {
    constexpr bool sums_so =
        __is_same(sum_arithmetic<C>, float_arithmetic) || (Fuses && rounds_once<sum_arithmetic<C>>);
    return sums_so && w::is.is_constant && !x::is.is_constant && x::is.layout == &layout_id<hwc> &&
           y::is.layout == &layout_id<hwc>;
  } else {
    return false;
  }
}
/// The number of a code, and those from an address on.
template <class V, class T>
ETCH_GLUE float read_number(T code) {
  if constexpr (__is_same(T, float)) return code;
  else if constexpr (requires { V::read(code); }) return V::read(code);
  else return static_cast<float>(code);
}
template <class V, class T>
ETCH_GLUE typename V::type load_numbers(const T* from) {
  if constexpr (requires { V::load(from); }) {
    return V::load(from);
  } else if constexpr (V::width == 1) {
    return read_number<V>(*from);
  } else {
    float number[V::width];
    unroll<V::width>([&]<int I>()
                         __attribute__((always_inline)) { number[I] = read_number<V>(from[I]); });
    return V::load(number);
  }
}
/// Count vectors of numbers.
template <class V, int Count>
struct vector_block {
  typename V::type of[Count];
};
template <class V, int Count, class T>
ETCH_GLUE vector_block<V, Count> load_block(const T* from) {
  vector_block<V, Count> block;
  if constexpr (requires { V::template load_all<Count>(from, block.of); }) {
    V::template load_all<Count>(from, block.of);
  } else {
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      block.of[I] = load_numbers<V>(from + I * V::width);
    });
  }
  return block;
}
/// Whether V reads two codes of X as soon as one.
template <class V, class X>
inline constexpr bool reads_pairs = requires(const X* x, float* to) { V::load_pair(x, to); };
/// What numbers that V reads of codes T are times those that the codes stand for, 1 or less.
template <class V, class T>
constexpr float unit_of_numbers() {
  if constexpr (requires(const T* codes) { V::unit(codes); }) {
    return V::unit(static_cast<const T*>(nullptr));
  } else {
    return 1;
  }
}
/// x / unit.
template <class V>
ETCH_GLUE typename V::type in_whole_units(typename V::type x, float unit) {
  return unit < 1 ? V::times(x, 1 / unit) : x;
}
/// Units that products of codes X and W are summed in. Products of codes that both have their unit
/// are exact in it; others may be as small as floats are.
template <class V, class X, class W>
struct product_units {
  static constexpr float x = unit_of_numbers<V, X>(), w = unit_of_numbers<V, W>();
  static constexpr bool both = x < 1 && w < 1;
  /// Of numbers of x and w before they are multiplied, and of the sums.
  static constexpr float of_x = both ? 1 : x, of_w = both ? 1 : w, of_sums = both ? x * w : 1;
};
/// Stores the first Count sums of x, ended by `end`: limits, or what makes codes of them.
template <class V, int Count, class T, class End>
ETCH_GLUE void store_numbers(T* to, typename V::type x, const End& end) {
  if constexpr (__is_same(T, float)) {
    V::template store<Count>(to, V::clamped(x, end));
  } else {
    float number[V::width];
    V::template store<V::width>(number, x);
    unroll<Count>([&]<int I>() __attribute__((always_inline)) { to[I] = end(number[I], 0); });
  }
}
/// Makes codes of the sums of call C, by limits that compilers know. A relu leaves 0 of the numbers
/// from the largest negative one of the codes on; those between are -0.
template <class C>
struct float_epilogue {
  ETCH_GLUE constexpr auto operator()(float sum, int) const {
    using out = typename C::template out<>;
    constexpr auto end = make_generic_epilogue<C, out::is.shape.c()>();
    constexpr float smallest = out::kind::to_float(typename out::storage{1});
    if constexpr (end.l.low.bits == 0) {
      if (sum <= -smallest) return typename out::storage{0};
    }
    return end(sum, 0);
  }
};
/// What ends the sums of call C.
template <class C>
constexpr auto end_of_floats() {
  if constexpr (__is_same(typename C::template out<>::storage, float)) return output_limits<C>();
  else return float_epilogue<C>{};
}
/// No pixel: the windows of a tile lie inside the input.
inline constexpr int inside = -1;

/// Pixels pixels x Block filters, of which Valid are stored; x is cell (0, 0) of the first window,
/// Codes or what V has read of them. Edge: the first pixel, where windows leave the input to the
/// left or to the right.
template <class V, window_geometry G, int Block, int Pixels, int Valid, int Edge, class Codes,
          class Y, class X, class W, class End>
ETCH_GLUE void float_tile(Y* y, const X* x, const window_cells& in, const W* weights,
                          const float* bias, const End& end) {
  using v = typename V::type;
  using blocks = filter_blocks<G, Block>;
  constexpr int depth = blocks::depth, width = blocks::width(Valid);
  constexpr int count = ceil_div(width, V::width);
  constexpr bool merged = (G.kw == 1 || G.dilation_w == 1) && G.groups == 1;
  const int runs = merged ? 1 : in.right - in.left;
  const int length = merged ? (in.right - in.left) * depth : depth;
  using unit = product_units<V, Codes, W>;
  v sum[Pixels][count];
  unroll<Pixels * count>(
      [&]<int I>() __attribute__((always_inline)) { sum[I / count][I % count] = V::zero(); });
  const auto add = [&](const auto& weight, int q, float number) __attribute__((always_inline)) {
    unroll<count>([&]<int I>() __attribute__((always_inline)) {
      const v w_of = in_whole_units<V>(weight.of[I], unit::of_w);
      sum[q][I] = V::add_product(sum[q][I], w_of, number * (1 / unit::of_x));
    });
  };
  for (int u = in.top; u < in.bottom; ++u) {
    if constexpr (Edge != inside) {
      unroll<G.kw>([&]<int K>() __attribute__((always_inline)) {
        constexpr cell_range has = pixels_with_column<G, Edge, Pixels>(K);
        const W* w = weights + (u * G.kw + K) * depth * width;
        const X* row = x + (u * G.dilation_h * G.w + K * G.dilation_w) * G.c;
        for (int k = 0; has.first < has.last && k < depth; ++k, w += width) {
          const auto weight = load_block<V, count>(w);
          unroll<has.last - has.first>([&]<int I>() __attribute__((always_inline)) {
            constexpr int q = has.first + I;
            add(weight, q, read_number<V>(row[q * G.stride_w * G.c + k]));
          });
        }
      });
      continue;
    }
    const W* w = weights + (u * G.kw + in.left) * depth * width;
    const X* row = x + (u * G.dilation_h * G.w + in.left * G.dilation_w) * G.c;
    for (int run = 0; run < runs; ++run, row += G.dilation_w * G.c) {
      int k = 0;
      if constexpr (reads_pairs<V, X>) {
        for (; k + 2 <= length; k += 2, w += 2 * width) {
          const auto first = load_block<V, count>(w), second = load_block<V, count>(w + width);
          unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
            float number[2];
            V::load_pair(row + Q * G.stride_w * G.c + k, number);
            add(first, Q, number[0]);
            add(second, Q, number[1]);
          });
        }
      }
      for (; k < length; ++k, w += width) {
        const auto weight = load_block<V, count>(w);
        unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
          add(weight, Q, read_number<V>(row[Q * G.stride_w * G.c + k]));
        });
      }
    }
  }
  unroll<Pixels * count>([&]<int I>() __attribute__((always_inline)) {
    constexpr int q = I / count, at = I % count * V::width;
    constexpr int stored = clamp(Valid - at, 0, V::width);
    const v all = V::plus(in_whole_units<V>(sum[q][I % count], unit::of_sums), V::load(bias + at));
    if constexpr (stored > 0) store_numbers<V, stored>(y + q * G.oc + at, all, end);
  });
}

/// Valid filters of an output row; x is cell (0, 0) of its first window.
template <class V, window_geometry G, int Block, int Pixels, int Valid, class Codes, class Y,
          class X, class W, class End>
ETCH_GLUE void float_filters(Y* y, const X* x, int i, const W* weights, const float* bias,
                             const End& end_sum) {
  constexpr int covered = reach(G.kw, G.dilation_w);
  // Pixels whose windows have all their columns: j in [begin, end).
  constexpr int begin = minimum(ceil_div(G.pad_left, G.stride_w), G.ow);
  constexpr int room = G.w + G.pad_left - covered;
  constexpr int end = room < 0 ? begin : clamp(room / G.stride_w + 1, begin, G.ow);
  const auto tile = [&]<int Count, int Edge = inside>(int j) __attribute__((always_inline)) {
    float_tile<V, G, Block, Count, Valid, Edge, Codes>(
        y + j * G.oc, x + j * G.stride_w * G.c, cells_of_window<G>(i, j), weights, bias, end_sum);
  };
  // Tiles of a row, each of `large` pixels or one less.
  constexpr int tiles = ceil_div(G.ow, Pixels), large = ceil_div(G.ow, tiles);
  constexpr int larges = G.ow - tiles * (large - 1);
  constexpr int last = larges == tiles ? large : large - 1;
  constexpr bool has_edges = begin > 0 || end < G.ow;
  if constexpr (V::width > 1 && begin <= large && G.ow - end <= last && G.kw <= 5) {
    tile.template operator()<large, (has_edges ? 0 : inside)>(0);
    int j = large;
    for (; j + large <= minimum(larges * large, G.ow - last); j += large)
      tile.template operator()<large>(j);
    if constexpr (last < large) {
      for (; j + 2 * last <= G.ow; j += last) tile.template operator()<last>(j);
    }
    if constexpr (tiles > 1) {
      constexpr int from = G.ow - last;
      tile.template operator()<last, (has_edges ? from : inside)>(from);
    }
  } else {
    int j = 0;
    for (; j < begin; ++j) tile.template operator()<1>(j);
    for (; j + Pixels <= end; j += Pixels) tile.template operator()<Pixels>(j);
    if constexpr (V::width == 1 && Pixels > 2 && end - begin >= 2) {
      for (; j + 2 <= end; j += 2) tile.template operator()<2>(j);
    }
    for (; j < G.ow; ++j) tile.template operator()<1>(j);
  }
}

/// Whether V reads the rows of codes X that an output row needs once, into numbers on the stack: at
/// most 2 KiB, and where several blocks of filters would read each code.
template <class V, window_geometry G, int Block, class X>
inline constexpr bool reads_rows_once =
    V::width == 1 && !__is_same(X, float) && G.dilation_h == 1 &&
    G.oc / G.groups > Block&& G.kh* G.w* G.c <= 512;
/// Reads `count` codes.
template <class V, class X>
ETCH_KERNEL void read_row(float* to, const X* from, int count) {
  for (; count >= 4; count -= 4, from += 4, to += 4) {
    const auto four = load_block<V, 4>(from);
    unroll<4>([&]<int I>() __attribute__((always_inline)) { to[I] = four.of[I]; });
  }
  for (int i = 0; i < count; ++i) to[i] = read_number<V>(from[i]);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <class V, window_geometry G, int Block, int Pixels, class Y, class X, class P, class End>
ETCH_KERNEL void float_rows(Y* y,        // (N,OH,OW,OC)
                            const X* x,  // (N,H,W,C)
                            const P& p, const End& end, row_block rows) {
  using blocks = filter_blocks<G, Block>;
  constexpr int taps = blocks::taps, whole = blocks::whole * Block, row = G.w * G.c;
  constexpr bool once = reads_rows_once<V, G, Block, X>;
  constexpr int before = G.pad_left * G.c;  // from the first window's first cell to the row's
  [[maybe_unused]] float numbers[once ? before + G.kh * row : 1];
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    const int h = n * G.h + i * G.stride_h - G.pad_top;
    Y* out = y + r * G.ow * G.oc;
    const auto write = [&](const auto* from) __attribute__((always_inline)) {
      for (int g = 0; g < G.groups; ++g) {
        const auto filters = [&]<int Valid>(int o) __attribute__((always_inline)) {
          const int at = g * blocks::all + o;
          float_filters<V, G, Block, Pixels, Valid, X>(out + g * blocks::filters + o,
                                                       from + g * blocks::depth, i,
                                                       p.weights + at * taps, p.bias + at, end);
        };
        for (int o = 0; o < whole; o += Block) filters.template operator()<Block>(o);
        if constexpr (blocks::rest > 0) filters.template operator()<blocks::rest>(whole);
      }
    };
    if constexpr (once) {
      const window_cells in = cells_of_window<G>(i, 0);
      read_row<V>(numbers + before + in.top * row, x + (h + in.top) * row,
                  (in.bottom - in.top) * row);
      write(numbers + 0);
    } else {
      write(x + h * row - before);
    }
  }
}

/// Base of kernel K, which runs Op, conv2d or dense, by K::run_tiles(): K::block(geometry) filters
/// are summed together, and K::fuses says whether its vectors take a product in one rounding.
template <class K, class Op>
struct float_kernel : kernel_base {
  using op = Op;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  /// Whether the filters of g are worth its blocks: those of groups have no padding.
  static constexpr bool fills(const window_geometry& g) {
    return g.groups > 1 || fills_blocks(g.oc, K::block(g));
  }
  template <class C>
  static constexpr bool accepts = multiplies_floats<C, K::fuses>() && K::fills(geometry_of<C>);
  template <class C>
  static constexpr auto pack() {
    return pack_floats<C, geometry_of<C>, K::block(geometry_of<C>)>();
  }

 protected:
  /// By tiles of as many pixels as make `Sums` sums, but 8 at most.
  template <class V, int Sums, class C, class A>
  ETCH_GLUE static void run_tiles(const A& a, row_block rows) {
    constexpr window_geometry g = geometry_of<C>;
    constexpr int block = K::block(g);
    if constexpr (g.n * g.oh == 1) {
      if (rows.count == 0) return;
      rows = {0, 1};
    }
    constexpr auto end = end_of_floats<C>();
    float_rows<summing_as<V, C>, g, block, minimum(Sums / block, 8)>(
        a.template out<0>(), a.template in<0>(), kernel_constants<K, C>(a), end, rows);
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
