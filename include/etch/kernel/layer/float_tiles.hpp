// What conv2d and dense on f32 by vectors share: tiles of pixels x a block of filters. Each step
// multiplies one number of a window row, the same for all filters, with a weight of each filter, so
// that the sum of an output is made in the order of the generic kernel. Cells outside the input are
// left out, as there.
//
// A vector V of floats has `width`, load(from), store<Count>(to), zero(), times(v, x) for a number
// x, plus(a, b) and clamped(v, limits).
#pragma once

#include <etch/kernel/layer/inner_cells.hpp>
#include <etch/kernel/layer/unroll.hpp>
#include <etch/kernel/layer/weights.hpp>

namespace ETCH_NAMESPACE {
namespace vectors {

/// Whether call C multiplies f32 by constant f32.
template <class C>
constexpr bool multiplies_floats() {
  constexpr operand x = C::template in<0>::is, w = C::template in<1>::is;
  constexpr operand y = C::template out<>::is;
  return is_f32(x.number) && is_f32(w.number) && is_f32(y.number) && w.is_constant &&
         !x.is_constant && x.layout == &layout_id<hwc> && y.layout == &layout_id<hwc>;
}
/// Whether filters come in blocks with a quarter of padding at most: weights are constants.
constexpr bool fills_blocks(int filters, int block) {
  return 4 * round_up(filters, block) <= 5 * filters;
}

template <int Weights, int Biases>
struct float_constants {
  float weights[Weights];  // (blocks, KH, KW, C, block)
  float bias[Biases];      // (blocks, block)
};

/// The constants of call C with window geometry G, weights (OC,KH,KW,C), in blocks of Block
/// filters.
template <class C, window_geometry G, int Block>
constexpr auto pack_floats() {
  constexpr int blocks = ceil_div(G.oc, Block), taps = G.kh * G.kw * G.c;
  const auto plain = pack_weighted<C, G.oc>();
  float_constants<blocks * taps * Block, blocks * Block> p{};
  const float* from = plain.weights;
  for (int o = 0; o < G.oc; ++o) {
    int to = o / Block * taps * Block + o % Block;
    for (int k = 0; k < taps; ++k, to += Block) p.weights[to] = *from++;
    p.bias[o] = plain.bias[o];
  }
  return p;
}

/// Pixels pixels x Block filters, of which Valid are stored; x is cell (0, 0) of the first window.
template <class V, window_geometry G, int Block, int Pixels, int Valid>
ETCH_GLUE void float_tile(float* y, const float* x, const window_cells& in, const float* weights,
                          const float* bias, limits<float> l) {
  using v = typename V::type;
  constexpr int count = Block / V::width;
  constexpr bool merged = G.kw == 1 || G.dilation_w == 1;
  const int runs = merged ? 1 : in.right - in.left;
  const int length = merged ? (in.right - in.left) * G.c : G.c;
  v sum[Pixels][count];
  unroll<Pixels * count>(
      [&]<int I>() __attribute__((always_inline)) { sum[I / count][I % count] = V::zero(); });
  for (int u = in.top; u < in.bottom; ++u) {
    const float* w = weights + (u * G.kw + in.left) * G.c * Block;
    const float* row = x + (u * G.dilation_h * G.w + in.left * G.dilation_w) * G.c;
    for (int run = 0; run < runs; ++run, row += G.dilation_w * G.c) {
      for (int k = 0; k < length; ++k, w += Block) {
        v weight[count];
        unroll<count>(
            [&]<int I>() __attribute__((always_inline)) { weight[I] = V::load(w + I * V::width); });
        unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
          const float number = row[Q * G.stride_w * G.c + k];
          unroll<count>([&]<int I>() __attribute__((always_inline)) {
            sum[Q][I] = V::plus(sum[Q][I], V::times(weight[I], number));
          });
        });
      }
    }
  }
  unroll<Pixels * count>([&]<int I>() __attribute__((always_inline)) {
    constexpr int q = I / count, at = I % count * V::width;
    constexpr int stored = clamp(Valid - at, 0, V::width);
    const v all = V::plus(sum[q][I % count], V::load(bias + at));
    if constexpr (stored > 0) V::template store<stored>(y + q * G.oc + at, V::clamped(all, l));
  });
}

/// Valid filters of an output row; x is cell (0, 0) of its first window.
template <class V, window_geometry G, int Block, int Pixels, int Valid>
ETCH_GLUE void float_filters(float* y, const float* x, int i, const float* weights,
                             const float* bias, limits<float> l) {
  constexpr int covered = reach(G.kw, G.dilation_w);
  // Pixels whose windows have all their columns: j in [begin, end).
  constexpr int begin = minimum(ceil_div(G.pad_left, G.stride_w), G.ow);
  constexpr int room = G.w + G.pad_left - covered;
  constexpr int end = room < 0 ? begin : clamp(room / G.stride_w + 1, begin, G.ow);
  const auto tile = [&]<int Count>(int j) __attribute__((always_inline)) {
    float_tile<V, G, Block, Count, Valid>(y + j * G.oc, x + j * G.stride_w * G.c,
                                          cells_of_window<G>(i, j), weights, bias, l);
  };
  int j = 0;
  for (; j < begin; ++j) tile.template operator()<1>(j);
  for (; j + Pixels <= end; j += Pixels) tile.template operator()<Pixels>(j);
  for (; j < G.ow; ++j) tile.template operator()<1>(j);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <class V, window_geometry G, int Block, int Pixels, class P>
ETCH_KERNEL void float_rows(float* y,        // (N,OH,OW,OC)
                            const float* x,  // (N,H,W,C)
                            const P& p, limits<float> l, row_block rows) {
  constexpr int length = Block * G.kh * G.kw * G.c, whole = G.oc / Block;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    const int h = n * G.h + i * G.stride_h - G.pad_top;
    const float* from = x + (h * G.w - G.pad_left) * G.c;
    float* out = y + r * G.ow * G.oc;
    for (int b = 0; b < whole; ++b) {
      float_filters<V, G, Block, Pixels, Block>(out + b * Block, from, i, p.weights + b * length,
                                                p.bias + b * Block, l);
    }
    if constexpr (G.oc % Block != 0) {
      float_filters<V, G, Block, Pixels, G.oc % Block>(
          out + whole * Block, from, i, p.weights + whole * length, p.bias + whole * Block, l);
    }
  }
}

/// Base of kernel K, which runs Op, conv2d or dense, by K::run_tiles(): K::block(filters) are
/// summed together.
template <class K, class Op>
struct float_kernel : kernel_base {
  using op = Op;

  template <class C>
  static constexpr window_geometry geometry_of = C::attributes.at(C::inputs());
  template <class C>
  static constexpr bool accepts = multiplies_floats<C>() && geometry_of<C>.groups == 1 &&
                                  fills_blocks(geometry_of<C>.oc, K::block(geometry_of<C>.oc));
  template <class C>
  static constexpr auto pack() {
    return pack_floats<C, geometry_of<C>, K::block(geometry_of<C>.oc)>();
  }

 protected:
  /// By tiles of as many pixels as make `Sums` sums, but 8 at most.
  template <class V, int Sums, class C, class A>
  ETCH_GLUE static void run_tiles(const A& a, row_block rows) {
    constexpr window_geometry g = geometry_of<C>;
    constexpr int block = K::block(g.oc);
    if constexpr (g.n * g.oh == 1) {
      if (rows.count == 0) return;
      rows = {0, 1};
    }
    float_rows<V, g, block, minimum(Sums / block, 8)>(a.template out<0>(), a.template in<0>(),
                                                      kernel_constants<K, C>(a), output_limits<C>(),
                                                      rows);
  }
};

}  // namespace vectors
}  // namespace ETCH_NAMESPACE
