// conv2d and dense of integers of fewer than 8 bits, which share bytes, by the rows that a target
// multiplies matrices by (matrix_rows.hpp): the window of an output pixel is unpacked, a byte a
// code, and is one vector for all filters; sums end as in the generic kernel.
//
// Needs: hwc; value, weights or output of fewer than 8 bits, none of more; signed codes; weights of
// zero point 0, one group. Weights take a byte each. Reads: x (N,H,W,C), weights (O,KH,KW,C), bias
// (O), or x (B,K), weights (O,K), bias (O). Writes: y (N,OH,OW,O), or y (B,O).
#pragma once

#include <etch/kernel/layer/layer_kernel.hpp>
#include <etch/kernel/layer/weights.hpp>
#include <etch/kernel/layer/window_vectors.hpp>
#include <etch/op/conv2d.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// Signed integers of at most 8 bits.
template <class V>
inline constexpr bool has_narrow_codes =
    V::is.number.bits <= 8 && __is_same(typename V::storage, std::int8_t) &&
    (is_q(V::is.number) || is_affine(V::is.number));

/// Whether call C is a layer of packed codes.
template <class C>
constexpr bool has_packed_codes() {
  if constexpr (C::input_count < 2) {
    return false;
  } else {
    using x = typename C::template in<0>;
    using w = typename C::template in<1>;
    using y = typename C::template out<>;
    if constexpr (has_narrow_codes<x> && has_narrow_codes<w> && has_narrow_codes<y>) {
      constexpr bool are_packed = x::is.number.bits < 8 || y::is.number.bits < 8;
      return are_packed && !x::is.is_constant && w::is.is_constant && w::is.number.zero == 0 &&
             has_constant_bias<C>() && !C::folded && __is_same(typename x::layout, hwc) &&
             __is_same(typename y::layout, hwc) &&
             __is_same(sum_arithmetic<C>, integer_arithmetic) &&
             C::attributes.at(C::inputs()).groups == 1;
    } else {
      return false;
    }
  }
}

/// conv2d and dense of packed codes by Products.
/// Scratch: the window, where it is long.
template <class Products>
struct packed_by_rows {
  template <class C>
  static constexpr bool accepts = has_packed_codes<C>();
  template <class C>
  static constexpr window_geometry geometry = C::attributes.at(C::inputs());
  template <class C>
  static constexpr int taps = geometry<C>.kh * geometry<C>.kw * geometry<C>.c;
  template <class C>
  static constexpr int scratch = is_short_window<taps<C>> ? 0 : round_up(taps<C>, 16);
  template <class C>
  using sums = sums_of_windows<C::template in<0>::is.number.zero>;

  template <class C>
  static constexpr auto pack() {
    constexpr int filters = geometry<C>.oc;
    using call = with_matrix<C, filters, taps<C>>;
    using matrix = decltype(matrix_of<Products, call, sums<C>>());
    layer_constants<matrix, filters, decltype(make_generic_epilogue<C, filters>())> k{
        matrix_of<Products, call, sums<C>>(), {}, generic_epilogue<C, filters>};
    for (int o = 0; o < filters; ++o) k.bias[o] = sum_bias<C>(o);
    return k;
  }

  template <class C, class A, class P>
  static void run(const A& a, row_block rows, const P& p) {
    constexpr window_geometry g = geometry<C>;
    if (rows.count == 0) return;
    if constexpr (g.n * g.oh == 1) rows = {0, 1};
    make_rows<g, static_cast<std::int8_t>(C::template in<0>::is.number.zero)>(
        a.template out<0>(), a.template in<0>(), reinterpret_cast<std::int8_t*>(a.scratch()), p,
        rows);
  }

 private:
  template <class Matrix, int Filters, class Epilogue>
  struct layer_constants {
    Matrix matrix;
    std::int32_t bias[Filters];
    Epilogue epilogue;
  };

  template <window_geometry G, std::int8_t Zero, class Y, class X, class K>
  ETCH_KERNEL static void make_rows(Y y, X x, std::int8_t* scratch, const K& k, row_block rows) {
    window_memory<G.kh * G.kw * G.c> window(scratch);
    std::int8_t codes[G.oc];
    y = y + rows.first * G.ow * G.oc;
    for_each_window<G>(x, window.code, Zero, rows,
                       [&](const std::int8_t* from) __attribute__((always_inline)) {
                         make_pixel<G.oc>(codes, vector_for(k.matrix, from), k);
                         pack_codes(y, codes, G.oc);
                         y = y + G.oc;
                       });
  }
  /// All filters of a pixel.
  template <int Filters, class V, class K>
  ETCH_GLUE static void make_pixel(std::int8_t* y, const V& x, const K& k) {
    for (int first = 0; first < Filters; first += Products::block) {
      std::int32_t sum[Products::block];
      k.matrix.template add<Products::block>(sum, x, first);
      const int count = rows_in_block<Filters, Products::block>(first);
      for (int o = 0; o < count; ++o) {
        y[first + o] = k.epilogue(integer_arithmetic::add(sum[o], k.bias[first + o]), first + o);
      }
    }
  }
};
template <class Products>
struct layer_by_rows<ops::conv2d, Products> : packed_by_rows<Products> {};
template <class Products>
struct layer_by_rows<ops::dense, Products> : packed_by_rows<Products> {};

}  // namespace ETCH_NAMESPACE
