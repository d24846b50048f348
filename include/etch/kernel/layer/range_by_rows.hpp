// conv2d, depthwise_conv2d and dense of f32 values that are brought to 8 bits by their own range,
// by weights of at most 8 bits, by the rows that a target multiplies matrices by (matrix_rows.hpp).
//
// The value becomes codes, 128 less, in scratch memory. The window of an output pixel is one
// vector, where it lies or copied, the weights are a matrix of a row a filter; what the zero point
// adds to a sum, some times the sum of its weights, comes off when it becomes a number.
//
// Needs: FPU or software rounding to nearest, as after reset; hwc; weights of zero point 0, one
// group or a filter a channel. Weights of fewer than 8 bits take a byte each. Reads: x (N,H,W,C),
// weights (O,KH,KW,C), bias (O), or x (B,K), weights (O,K), bias (O). Writes: y (N,OH,OW,O), or y
// (B,O).
#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/range_layer.hpp>
#include <etch/kernel/layer/window_vectors.hpp>

namespace ETCH_NAMESPACE {

namespace codes_in_range {

/// Numbers that compilers bring to codes at once, as vectors where the machine has them.
inline constexpr int lanes = ETCH_HAS_M_PROFILE && !ETCH_HAS_MVE ? 1 : 16;

/// range_of, `lanes` numbers at once.
ETCH_KERNEL inline real_range range_of_all(const float* x, int count) {
  constexpr float most = 3.402823466e+38F;
  float low[lanes], high[lanes];
  unroll<lanes>([&]<int K>() __attribute__((always_inline)) { low[K] = high[K] = 0; });
  for (; count >= lanes; count -= lanes, x += lanes) {
    for (int k = 0; k < lanes; ++k) {
      const float v = x[k];
      low[k] = v < low[k] && v >= -most ? v : low[k];
      high[k] = v > high[k] && v <= most ? v : high[k];
    }
  }
  real_range r = range_of(x, count);
  for (int k = 0; k < lanes; ++k) {
    r.low = minimum(r.low, low[k]);
    r.high = maximum(r.high, high[k]);
  }
  return r;
}

/// r.encode(x) - 128. A float below 2^22 plus 1.5 2^23 is rounded to an integer, its lowest bits.
template <bool Divides>
ETCH_GLUE std::int8_t code_of(float x, const byte_codes& r) {
  constexpr float large = 12582912;
  float steps = Divides ? x / r.step : x * r.factor;
  steps = steps < 256.0F ? steps : 256.0F;
  steps = steps > -256.0F ? steps : -256.0F;
  const auto whole = static_cast<int>(__builtin_bit_cast(std::uint32_t, steps + large) -
                                      __builtin_bit_cast(std::uint32_t, large));
  const int code = (x == x ? whole : 0) + r.zero;
  return static_cast<std::int8_t>(clamp(code, 0, 255) - 128);
}
/// The same of `count` numbers.
template <bool Divides>
ETCH_KERNEL void bring_to_codes(std::int8_t* to, const float* x, int count, byte_codes r) {
  for (; count >= lanes; count -= lanes, x += lanes, to += lanes) {
    std::int8_t code[lanes];
    for (int k = 0; k < lanes; ++k) code[k] = code_of<Divides>(x[k], r);
    __builtin_memcpy(to, code, lanes);
  }
  for (; count > 0; --count) *to++ = code_of<Divides>(*x++, r);
}

}  // namespace codes_in_range

/// conv2d, depthwise_conv2d and dense over ranges by Products.
/// Scratch: the codes of x, a range_state, the copy of a window.
template <class Products>
struct layer_by_rows<ops::dynamic_range, Products> {
  template <class C>
  using seen = typename detail::call_of_layer<true>::template type<C>;
  template <class C>
  static constexpr byte_layer layer = layer_of<layer_of_range<seen<C>>>;
  template <class C>
  static constexpr bool accepts =
      layer<C>.is_bytes &&
      (layer<C>.by_channel ? layer<C>.has_filter_per_channel() : layer<C>.g.groups == 1);
  template <class C>
  static constexpr int codes = round_up(C::template in<0>::span, 4);
  template <class C>
  static constexpr int scratch = round_up(
      codes<C> + static_cast<int>(sizeof(range_state)) +
          (layer<C>.by_channel || is_short_window<layer<C>.taps()> ? 0
                                                                   : round_up(layer<C>.taps(), 4)),
      16);

  template <class C>
  static constexpr auto pack() {
    return constants<layer<C>, seen<C>>();
  }

  template <class C, class A, class P>
  static void run(const A& a, row_block rows, const P& p) {
    constexpr window_geometry g = layer<C>.g;
    if (rows.count == 0) return;
    if constexpr (g.n * g.oh == 1) rows = {0, 1};
    auto* const x = reinterpret_cast<std::int8_t*>(a.scratch());
    auto* const state = reinterpret_cast<range_state*>(x + codes<C>);
    if (rows.first == 0) {
      constexpr bool divides = is_onnxruntime(C::round);
      constexpr int count = C::template in<0>::span;
      const float* const from = a.template in<0>();
      const byte_codes r = byte_range(codes_in_range::range_of_all(from, count), divides);
      codes_in_range::bring_to_codes<divides>(x, from, count, r);
      *state = {r.step, r.zero - 128};
    }
    make_rows<layer<C>>(a.template out<0>(), x, reinterpret_cast<std::int8_t*>(state + 1), *state,
                        p, output_limits<C>(), rows);
  }

 private:
  /// How the sums of filters become numbers, whole blocks of filters.
  template <int Filters, int Units>
  struct ends {
    std::int32_t weights[Filters];  ///< their sum
    float unit[Units];
    float bias[Filters];
  };
  template <class Weights, class Ends>
  struct layer_constants {
    Weights of;
    Ends end;
  };
  /// Weights of channels (KH,KW,O), O in whole blocks.
  template <int Count>
  struct channel_weights {
    std::int8_t code[Count];
  };

  /// The matrix of rows, or the weights of channels, of a call whose weights are bytes.
  template <byte_layer L, class Call>
  static constexpr auto weights_of() {
    constexpr int filters = L.filters(), whole = round_up(filters, Products::block),
                  taps = L.taps();
    if constexpr (L.by_channel) {
      channel_weights<taps * whole> w{};
      for (int i = 0; i < taps * filters; ++i) {
        w.code[i / filters * whole + i % filters] =
            static_cast<std::int8_t>(Call::template in<1>::load(Call::bytes(1), i));
      }
      return w;
    } else {
      return matrix_of<Products, with_matrix<Call, filters, taps>, sums_of_windows<0>>();
    }
  }
  template <byte_layer L, class Call>
  static constexpr auto constants() {
    using weights = typename Call::template in<1>;
    constexpr int filters = L.filters(), whole = round_up(filters, Products::block);
    constexpr bool per_channel = weights::is.number.channel_scale != nullptr;
    layer_constants<decltype(weights_of<L, Call>()), ends<whole, per_channel ? whole : 1>> k{
        weights_of<L, Call>(), {}};
    for (int o = 0; o < filters; ++o) {
      for (int i = 0; i < L.taps(); ++i) {
        k.end.weights[o] += weights::load(Call::bytes(1), L.first_weight(o) + i * L.weight_step());
      }
      if (per_channel || o == 0) k.end.unit[o] = static_cast<float>(weights::is.number.unit(o));
      if constexpr (Call::input_count > 2) k.end.bias[o] = load<float>(Call::bytes(2), o);
    }
    return k;
  }

  template <byte_layer L, class K, class Limits>
  ETCH_KERNEL static void make_rows(float* y, const std::int8_t* x, std::int8_t* scratch,
                                    range_state state, const K& k, Limits l, row_block rows) {
    constexpr window_geometry g = L.g;
    y += rows.first * g.ow * g.oc;
    if constexpr (L.by_channel) {
      for (int r = rows.first; r < rows.first + rows.count; ++r) {
        const int n = g.n == 1 ? 0 : r / g.oh, i = g.n == 1 ? r : r % g.oh;
        for (int j = 0; j < g.ow; ++j, y += g.oc) {
          make_channels<g>(y, x + n * g.h * g.w * g.c, i, j, state, k, l);
        }
      }
    } else {
      window_memory<L.taps()> window(scratch);
      for_each_window<g>(x, window.code, static_cast<std::int8_t>(state.zero), rows,
                         [&](const std::int8_t* from) __attribute__((always_inline)) {
                           make_filters<g.oc>(y, vector_for(k.of, from), state, k, l);
                           y += g.oc;
                         });
    }
  }
  /// All filters of a pixel.
  template <int Filters, class V, class K, class Limits>
  ETCH_GLUE static void make_filters(float* y, const V& x, range_state state, const K& k,
                                     Limits l) {
    for (int first = 0; first < Filters; first += Products::block) {
      std::int32_t sum[Products::block];
      k.of.template add<Products::block>(sum, x, first);
      for (int o = 0; o < Products::block; ++o) sum[o] -= state.zero * k.end.weights[first + o];
      end_block<Filters>(y, sum, first, state, k.end, l);
    }
  }
  /// All channels of pixel (i, j), by products that compilers make of whole blocks at once.
  template <window_geometry G, class K, class Limits>
  ETCH_GLUE static void make_channels(float* y, const std::int8_t* x, int i, int j,
                                      range_state state, const K& k, Limits l) {
    constexpr int whole = round_up(G.oc, Products::block);
    const cell_range us = rows_inside<G>(i), vs = columns_inside<G>(j);
    const int top = i * G.stride_h - G.pad_top, left = j * G.stride_w - G.pad_left;
    for (int first = 0; first < G.oc; first += Products::block) {
      const int count = rows_in_block<G.oc, Products::block>(first);
      std::int32_t sum[Products::block];
      unroll<Products::block>([&]<int O>() __attribute__((always_inline)) { sum[O] = 0; });
      // the zero point comes off codes, as cells outside are left out
      for (int u = us.first; u < us.last; ++u) {
        for (int v = vs.first; v < vs.last; ++v) {
          const std::int8_t* const from =
              x + ((top + u * G.dilation_h) * G.w + left + v * G.dilation_w) * G.c + first;
          const std::int8_t* const w = k.of.code + (u * G.kw + v) * whole + first;
          if (G.oc % Products::block == 0 || count == Products::block) {
            for (int o = 0; o < Products::block; ++o) sum[o] += (from[o] - state.zero) * w[o];
          } else {
            for (int o = 0; o < count; ++o) sum[o] += (from[o] - state.zero) * w[o];
          }
        }
      }
      end_block<G.oc>(y, sum, first, state, k.end, l);
    }
  }
  /// A block of sums, without what the zero point adds, as numbers.
  template <int Filters, class Ends, class Limits>
  ETCH_GLUE static void end_block(float* y, const std::int32_t* sum, int first, range_state state,
                                  const Ends& end, Limits l) {
    constexpr bool per_channel = sizeof end.unit > sizeof(float);
    float real[Products::block];
    for (int o = 0; o < Products::block; ++o) {
      const float factor = state.step * end.unit[per_channel ? first + o : 0];
      real[o] = clamp(static_cast<float>(sum[o]) * factor + end.bias[first + o], l.low, l.high);
    }
    y += first;
    const int count = rows_in_block<Filters, Products::block>(first);
    if (count == Products::block) {
      unroll<Products::block>([&]<int O>() __attribute__((always_inline)) { y[O] = real[O]; });
      return;
    }
    for (int o = 0; o < count; ++o) {
      y[o] = real[o];
      __asm volatile("" ::: "memory");  // no call of memcpy
    }
  }
};

}  // namespace ETCH_NAMESPACE
