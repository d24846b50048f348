// What conv2d and dense on f32 by xsimd share: tiles of pixels x 16 filters. Each step multiplies
// one number of a window row, the same for all filters, with a weight of each filter, so that the
// sum of an output is made in the order of the generic kernel. Cells outside the input are left
// out, as there.
#pragma once

#include <etch/kernel/weights.hpp>
#include <etch/kernel/xsimd/max_pool_xsimd.hpp>

namespace etch::inline ETCH_ABI {
namespace vectors {

/// Filters that are summed together.
inline constexpr int filter_block = 16;

/// Whether call C multiplies f32 by constant f32.
template <class C>
constexpr bool multiplies_floats() {
  constexpr operand x = C::template in<0>::is, w = C::template in<1>::is;
  constexpr operand y = C::template out<>::is;
  return is_f32(x.number) && is_f32(w.number) && is_f32(y.number) && w.is_constant &&
         !x.is_constant && x.layout == &layout_id<hwc> && y.layout == &layout_id<hwc>;
}
/// Whether filters come in blocks with a quarter of padding at most: weights are constants.
constexpr bool fills_blocks(int filters) {
  return 4 * round_up(filters, filter_block) <= 5 * filters;
}

template <int Weights, int Biases>
struct float_constants {
  float weights[Weights];  // (blocks, KH, KW, C, 16)
  float bias[Biases];      // (blocks, 16)
};

/// The constants of call C with window geometry G, weights (OC,KH,KW,C).
template <class C, window_geometry G>
constexpr auto pack_floats() {
  constexpr int blocks = ceil_div(G.oc, filter_block), taps = G.kh * G.kw * G.c;
  const auto plain = pack_weighted<C, G.oc>();
  float_constants<blocks * taps * filter_block, blocks * filter_block> p{};
  const float* from = plain.weights;
  for (int o = 0; o < G.oc; ++o) {
    int to = o / filter_block * taps * filter_block + o % filter_block;
    for (int k = 0; k < taps; ++k, to += filter_block) p.weights[to] = *from++;
    p.bias[o] = plain.bias[o];
  }
  return p;
}

#if ETCH_HAS_XSIMD

/// Pixels pixels x 16 filters, of which Valid are stored; x is cell (0, 0) of the first window.
template <window_geometry G, int Pixels, int Valid>
ETCH_GLUE void float_tile(float* y, const float* x, const inner_cells& in, const float* weights,
                          const float* bias, limits<float> l) {
  using v = vector<float>;
  constexpr int width = lanes<float>, count = filter_block / width;
  constexpr bool merged = G.kw == 1 || G.dilation_w == 1;
  const int runs = merged ? 1 : in.right - in.left;
  const int length = merged ? (in.right - in.left) * G.c : G.c;
  v sum[Pixels][count];
  unroll<Pixels * count>(
      [&]<int I>() __attribute__((always_inline)) { sum[I / count][I % count] = v(0.0F); });
  for (int u = in.top; u < in.bottom; ++u) {
    const float* w = weights + (u * G.kw + in.left) * G.c * filter_block;
    const float* row = x + (u * G.dilation_h * G.w + in.left * G.dilation_w) * G.c;
    for (int run = 0; run < runs; ++run, row += G.dilation_w * G.c) {
      for (int k = 0; k < length; ++k, w += filter_block) {
        v weight[count];
        unroll<count>([&]<int I>() __attribute__((always_inline)) {
          weight[I] = v::load_unaligned(w + I * width);
        });
        unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
          const v both(row[Q * G.stride_w * G.c + k]);
          unroll<count>([&]<int I>() __attribute__((always_inline)) {
            const v product = both * weight[I];
            sum[Q][I] = sum[Q][I] + product;
          });
        });
      }
    }
  }
  unroll<Pixels>([&]<int Q>() __attribute__((always_inline)) {
    float all[filter_block];
    unroll<count>([&]<int I>() __attribute__((always_inline)) {
      const v end = clamped<float>(sum[Q][I] + v::load_unaligned(bias + I * width), l);
      if constexpr (Valid == filter_block) end.store_unaligned(y + Q * G.oc + I * width);
      else end.store_unaligned(all + I * width);
    });
    if constexpr (Valid < filter_block) {
      __builtin_memcpy(y + Q * G.oc, all, Valid * sizeof(float));
    }
  });
}

/// Valid filters of an output row; x is cell (0, 0) of its first window.
template <window_geometry G, int Valid>
ETCH_GLUE void float_filters(float* y, const float* x, int i, const float* weights,
                             const float* bias, limits<float> l) {
  // As many sums as half of the registers hold.
  constexpr int registers = ETCH_HAS_NEON || ETCH_HAS_AVX512 ? 32 : 16;
  constexpr int pixels = minimum(registers * lanes<float> / (2 * filter_block), 8);
  constexpr int covered = reach(G.kw, G.dilation_w);
  // Pixels whose windows have all their columns: j in [begin, end).
  constexpr int begin = minimum(ceil_div(G.pad_left, G.stride_w), G.ow);
  constexpr int room = G.w + G.pad_left - covered;
  constexpr int end = room < 0 ? begin : clamp(room / G.stride_w + 1, begin, G.ow);
  const auto one = [&](int j) __attribute__((always_inline)) {
    float_tile<G, 1, Valid>(y + j * G.oc, x + j * G.stride_w * G.c, cells_inside(G, i, j), weights,
                            bias, l);
  };
  int j = 0;
  for (; j < begin; ++j) one(j);
  for (; j + pixels <= end; j += pixels) {
    float_tile<G, pixels, Valid>(y + j * G.oc, x + j * G.stride_w * G.c, cells_inside(G, i, j),
                                 weights, bias, l);
  }
  for (; j < G.ow; ++j) one(j);
}

/// Output rows first .. first + count - 1 of the N OH rows.
template <window_geometry G, class P>
ETCH_KERNEL void float_rows(float* y,        // (N,OH,OW,OC)
                            const float* x,  // (N,H,W,C)
                            const P& p, limits<float> l, row_block rows) {
  constexpr int block = filter_block * G.kh * G.kw * G.c, whole = G.oc / filter_block;
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const int n = r / G.oh, i = r % G.oh;
    const int h = n * G.h + i * G.stride_h - G.pad_top;
    const float* from = x + (h * G.w - G.pad_left) * G.c;
    float* out = y + r * G.ow * G.oc;
    for (int b = 0; b < whole; ++b) {
      float_filters<G, filter_block>(out + b * filter_block, from, i, p.weights + b * block,
                                     p.bias + b * filter_block, l);
    }
    if constexpr (G.oc % filter_block != 0) {
      float_filters<G, G.oc % filter_block>(out + whole * filter_block, from, i,
                                            p.weights + whole * block,
                                            p.bias + whole * filter_block, l);
    }
  }
}

#endif

/// Runs kernel K for call C with window geometry G.
template <class K, class C, window_geometry G, class A>
void run_floats([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
#if ETCH_HAS_XSIMD
  float_rows<G>(a.template out<0>(), a.template in<0>(), packed<K, C>, output_limits<C>(), rows);
#else
  static_assert(sizeof(A) == 0, "kernels by xsimd: define ETCH_USE_XSIMD and have xsimd/xsimd.hpp");
#endif
}

}  // namespace vectors
}  // namespace etch::inline ETCH_ABI
