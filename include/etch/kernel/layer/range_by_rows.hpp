// conv2d and dense of f32 values that are brought to 8 bits by their own range, by weights of at
// most 8 bits, by the rows that a target multiplies matrices by (matrix_rows.hpp).
//
// The value becomes codes, 128 less, in scratch memory. The window of an output pixel is one
// vector, where it lies or copied, the weights are a matrix of a row a filter; what the zero point
// adds to a sum, some times the sum of its weights, comes off when it becomes a number.
//
// Needs: FPU or software rounding to nearest, as after reset; hwc; weights of zero point 0, one
// group. Weights of fewer than 8 bits take a byte each. Reads: x (N,H,W,C), weights (O,KH,KW,C),
// bias (O), or x (B,K), weights (O,K), bias (O). Writes: y (N,OH,OW,O), or y (B,O).
#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/range_layer.hpp>
#include <etch/kernel/layer/window_vectors.hpp>

namespace ETCH_NAMESPACE {

namespace ranges {

/// Numbers that compilers bring to codes at once, as vectors where the machine has them.
inline constexpr int lanes = ETCH_HAS_M_PROFILE && !ETCH_HAS_MVE ? 1 : 16;

/// range_of, `lanes` numbers at once.
ETCH_KERNEL inline real_range range_of_all(const float* x, int count) {
  constexpr float most = 3.402823466e+38F;
  float low[lanes]{}, high[lanes]{};
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

}  // namespace ranges

/// conv2d and dense over ranges by Products.
/// Scratch: the codes of x, a range_state, the copy of a window.
template <class Products>
struct range_by_rows : kernel_base {
  using op = ops::dynamic_range;

  template <class C>
  using seen = typename detail::call_of_layer<true>::template type<C>;
  template <class C>
  static constexpr bool accepts = [] {
    constexpr byte_layer l = layer_of<layer_of_range<seen<C>>>;
    return l.is_bytes && !l.by_channel && l.g.groups == 1;
  }();

  template <class C>
  static constexpr byte_layer layer = layer_of<layer_of_range<seen<C>>>;
  template <class C>
  static constexpr int codes = round_up(C::template in<0>::span, 4);
  template <class C>
  static constexpr int scratch =
      round_up(codes<C> + static_cast<int>(sizeof(range_state)) + 3 +
                   (is_short_window<layer<C>.taps()> ? 0 : round_up(layer<C>.taps(), 4)),
               16);

  template <class C>
  static constexpr auto pack() {
    return constants<layer<C>, with_matrix<seen<C>, layer<C>.filters(), layer<C>.taps()>>();
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    if constexpr (requires { requires !Products::template is_compiled<A>; }) {
      Products::template refuse<A>();
    } else {
      constexpr window_geometry g = layer<C>.g;
      if (rows.count == 0) return;
      if constexpr (g.n * g.oh == 1) rows = {0, 1};
      auto* const x = reinterpret_cast<std::int8_t*>(a.scratch());
      auto* const state = reinterpret_cast<range_state*>(x + codes<C>);
      if (rows.first == 0) {
        constexpr bool divides = is_onnxruntime(C::round);
        constexpr int count = C::template in<0>::span;
        const float* const from = a.template in<0>();
        const byte_codes r = byte_range(ranges::range_of_all(from, count), divides);
        ranges::bring_to_codes<divides>(x, from, count, r);
        *state = {r.step, r.zero - 128};
      }
      constexpr auto l = output_limits<C>();
      make_rows<g>(a.template out<0>(), x, reinterpret_cast<std::int8_t*>(state + 1), *state,
                   kernel_constants<range_by_rows, C>(a), l, rows);
    }
  }

 private:
  static constexpr int block = Products::block;
  /// How the sums of filters become numbers, whole blocks of filters.
  template <class Matrix, int Filters, int Units>
  struct layer_constants {
    Matrix matrix;
    std::int32_t weights[Filters];  ///< their sum
    float unit[Units];
    float bias[Filters];
  };
  template <byte_layer L, class Call>
  static constexpr auto constants() {
    constexpr int filters = L.filters(), whole = round_up(filters, block);
    constexpr bool per_channel = Call::matrix::is.number.channel_scale != nullptr;
    using matrix = decltype(matrix_of<Products, Call, sums_of_windows<0>>());
    layer_constants<matrix, whole, per_channel ? whole : 1> k{
        matrix_of<Products, Call, sums_of_windows<0>>(), {}, {}, {}};
    for (int o = 0; o < filters; ++o) {
      for (int i = 0; i < Call::matrix::length; ++i) {
        k.weights[o] += static_cast<signed char>(Call::bytes(1)[o * Call::matrix::length + i]);
      }
      if (per_channel || o == 0) k.unit[o] = static_cast<float>(Call::matrix::is.number.unit(o));
      if constexpr (Call::input_count > 2) k.bias[o] = load<float>(Call::bytes(2), o);
    }
    return k;
  }

  template <window_geometry G, class K, class L>
  ETCH_KERNEL static void make_rows(float* y, const std::int8_t* x, std::int8_t* scratch,
                                    range_state state, const K& k, L l, row_block rows) {
    window_memory<G.kh * G.kw * G.c> window(scratch);
    y += rows.first * G.ow * G.oc;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = G.n == 1 ? 0 : r / G.oh, i = G.n == 1 ? r : r % G.oh;
      const std::int8_t* const picture = x + n * G.h * G.w * G.c;
      for (int j = 0; j < G.ow; ++j, y += G.oc) {
        const std::int8_t* from = window.code;
        if constexpr (reads_single_cells(G)) {
          from = picture + (i * G.stride_h * G.w + j * G.stride_w) * G.c;
        } else {
          copy_window<G>(window.code, picture, i, j, static_cast<std::int8_t>(state.zero));
        }
        make_pixel<G.oc>(y, vector_for(k.matrix, from), state, k, l);
      }
    }
  }
  /// All filters of a pixel.
  template <int Filters, class V, class K, class L>
  ETCH_GLUE static void make_pixel(float* y, const V& x, range_state state, const K& k, L l) {
    constexpr bool per_channel = sizeof k.unit > sizeof(float);
    for (int first = 0; first < Filters; first += block) {
      std::int32_t sum[block];
      float real[block];
      k.matrix.template add<block>(sum, x, first);
      for (int o = 0; o < block; ++o) {
        const std::int32_t less = state.zero * k.weights[first + o];
        const float factor = state.step * k.unit[per_channel ? first + o : 0];
        real[o] =
            clamp(static_cast<float>(sum[o] - less) * factor + k.bias[first + o], l.low, l.high);
      }
      const int count = rows_in_block<Filters, block>(first);
      for (int o = 0; o < count; ++o) y[first + o] = real[o];
    }
  }
};

}  // namespace ETCH_NAMESPACE
