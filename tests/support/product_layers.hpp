// The layers that every family of conv2d and dense kernels of AArch64 is held to: all that the
// families differ in is the instruction that multiplies.
#pragma once

#include <etch/kernel/aarch64.hpp>

#include "shapes.hpp"

namespace test {

using etch::activation, etch::pad, etch::rounding;

/// Layers of conv2d.
namespace product_shapes {

inline constexpr layer few_channels[]{
    {.c = 1, .oc = 8, .act = activation::relu},
    {.h = 25, .w = 10, .c = 1, .kh = 10, .kw = 4, .stride = 2, .x_zero = 83},
    {.c = 3, .oc = 12, .kh = 5, .around = pad(1, 2, 0, 1)},
    {.n = 2, .h = 6, .w = 8, .c = 3, .stride = 2, .act = activation::relu},
    {.c = 4, .oc = 10, .stride = {1, 2}, .around = pad(2, 1, 2, 0)},
    {.c = 8, .act = activation::relu6, .x_zero = 0},
    {.c = 12, .oc = 4, .act = activation::clamp, .x_zero = -128},
    {.c = 6, .kh = 2, .kw = 2, .stride = 3, .around = etch::valid},
};
inline constexpr layer gaps_and_groups[]{
    {.h = 11, .w = 13, .oc = 16, .dilation = {2, 3}, .act = activation::clamp},
    {.n = 2, .h = 9, .w = 4, .c = 24, .oc = 12, .kw = 1, .stride = 2, .dilation = 2},
    {.h = 5, .w = 9, .c = 16, .kh = 2, .around = etch::valid, .dilation = {1, 3}},
    {.h = 8, .w = 6, .c = 3, .oc = 5, .dilation = {3, 1}, .x_zero = -128},
    // the first window begins between two rows of the input
    {.n = 2, .h = 10, .w = 9, .c = 8, .oc = 5, .kh = 2, .kw = 4, .dilation = {3, 2}},
    {.n = 2, .h = 5, .w = 6, .c = 32, .oc = 32, .dilation = 2, .groups = 2},
    {.h = 4, .w = 7, .c = 16, .oc = 20, .how = scheme::tensor, .groups = 2},
    {.h = 4, .w = 5, .c = 9, .oc = 6, .kh = 1, .kw = 1, .groups = 3},
};
inline constexpr layer many_channels[]{
    {.c = 16, .act = activation::relu, .x_zero = -128, .y_zero = -128},
    {.c = 20, .stride = 2},
    {.w = 8, .c = 24, .oc = 8},
    {.c = 30, .oc = 12, .stride = {1, 2}},
    {.h = 5, .c = 40, .around = etch::valid},
    {.h = 4, .w = 5, .c = 64, .kh = 2, .kw = 2, .around = etch::valid},
    {.n = 2, .h = 2, .w = 3, .c = 64, .oc = 4, .kh = 5, .kw = 5},
};
inline constexpr layer large_windows[]{
    {.h = 6, .w = 6, .c = 32, .oc = 32, .kh = 5, .kw = 5},
    {.c = 32, .kh = 7, .kw = 7, .stride = 2},
    {.n = 2, .h = 2, .w = 3, .c = 64, .kh = 5, .kw = 5},
};
inline constexpr layer one_cell[]{
    {.h = 1, .w = 1, .c = 4, .oc = 4, .kh = 1, .kw = 1},
    {.h = 1, .w = 2, .c = 8, .oc = 4, .kh = 1, .kw = 1},
    {.h = 4, .w = 8, .c = 8, .oc = 16, .kh = 1, .kw = 1},
    {.n = 3, .h = 4, .w = 5, .c = 28, .kh = 1, .kw = 1},
    {.n = 2, .h = 5, .w = 5, .c = 72, .oc = 20, .kh = 1, .kw = 1},
    {.h = 5, .w = 5, .c = 100, .kh = 1, .kw = 1, .stride = 2},
    {.h = 5, .w = 6, .c = 8, .oc = 8, .kh = 1, .kw = 1, .stride = 2},
    {.h = 1, .w = 9, .c = 20, .oc = 20, .kh = 1},
    {.h = 9, .w = 1, .c = 20, .oc = 12, .kw = 1},
};
inline constexpr layer extremes[]{
    {.c = 16, .x_zero = -128, .weights = 1},
    {.c = 16, .x_zero = 127, .weights = 2},
    {.n = 2,
     .c = 3,
     .oc = 32,
     .kh = 5,
     .kw = 5,
     .how = scheme::q,
     .act = activation::relu,
     .round = rounding::half_up,
     .weights = 1},
};
inline constexpr layer factors[]{
    {.c = 4, .how = scheme::halves, .y_zero = 3},
    {.c = 4, .how = scheme::halves, .round = rounding::tflite_single},
    {.c = 4, .how = scheme::halves, .round = rounding::xnnpack},
    {.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 0.75},
    {.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1000},
    {.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 1e-9},
    // one factor for all, of sums that a relu ends
    {.c = 4, .oc = 12, .how = scheme::tensor, .act = activation::relu},
    {.c = 16, .kh = 1, .kw = 1, .how = scheme::tensor, .act = activation::relu6, .y_zero = -128},
    {.factor = 0.5},
    {.factor = 3.7},
    {.round = rounding::tflite_single, .factor = 1.7},
    {.round = rounding::xnnpack, .factor = 1000},
};
inline constexpr layer shifts[]{
    {.how = scheme::q, .round = rounding::half_up},
    {.c = 3, .oc = 12, .how = scheme::q, .round = rounding::half_up, .shift = 0},
    {.c = 3, .how = scheme::q, .round = rounding::half_up, .shift = -3},
    {.c = 3, .how = scheme::q, .round = rounding::half_up, .shift = 17},
    {.c = 3, .how = scheme::q, .round = rounding::half_up, .shift = 30},
    {.c = 3, .how = scheme::q, .round = rounding::half_away},
    {.c = 3, .how = scheme::q, .act = activation::clamp, .round = rounding::toward_zero},
};

}  // namespace product_shapes

/// Compares the kernels of family F, where F::runs, with the generic ones, and their scratch memory
/// with that of the kernels by SDOT. A family has conv2d kernels for 8 and 16 filters at a time and
/// one for dense; calls that F::takes<Call> does not name are refused.
/// Where F::thorough, layers are larger, and those of 16 filters tried with both: it costs the
/// compiler time. F::first is the seed of is_tried.
template <class F>
struct products {
  template <class K, class Sdot, class Generic, const auto& G>
  static void compare() {
    using c = etch::call<G, 0>;
    if constexpr (F::template takes<c>) {
      static_assert(K::template accepts<c>);
      static_assert(K::template scratch<c> == Sdot::template scratch<c>);
      if constexpr (F::runs || F::thorough) check_kernel<K, Generic, G, F::runs>();
    } else {
      static_assert(!K::template accepts<c>);
    }
  }
  template <layer L>
  static void conv2d() {
    INFO("conv2d of C " << L.c << ", window " << L.kh << "x" << L.kw << ", OC " << L.oc);
    using sdot = etch::conv2d_s8_s8_s8_8x8_sdot;
    constexpr bool wide = L.oc / L.groups % 16 == 0;
    if constexpr (!wide || F::thorough) {
      compare<typename F::conv2d_8, sdot, etch::conv2d_generic, tried<L, kind::conv2d>::node>();
    }
    if constexpr (wide) {
      compare<typename F::conv2d_16, sdot, etch::conv2d_generic, tried<L, kind::conv2d>::node>();
    }
  }
  template <layer L>
  static void dense() {
    INFO("dense of K " << L.c << ", O " << L.oc);
    compare<typename F::dense, etch::dense_s8_s8_s8_1x64_sdot, etch::dense_generic,
            tried<L, kind::dense>::node>();
  }

  static void few_channels();
  static void gaps_and_groups();
  static void many_channels();
  static void one_cell();
  static void extremes();
  static void factors();
  static void shifts();
  static void rows();
  static void zeros();
};

template <class F>
void products<F>::few_channels() {
  each_layer<product_shapes::few_channels, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::gaps_and_groups() {
  each_layer<product_shapes::gaps_and_groups, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::many_channels() {
  each_layer<product_shapes::many_channels, F::first>([]<layer L>() { conv2d<L>(); });
  if constexpr (F::thorough)
    each_layer<product_shapes::large_windows, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::one_cell() {
  each_layer<product_shapes::one_cell, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::factors() {
  each_layer<product_shapes::factors, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::extremes() {
  each_layer<product_shapes::extremes, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::shifts() {
  each_layer<product_shapes::shifts, F::first>([]<layer L>() { conv2d<L>(); });
}
template <class F>
void products<F>::rows() {
  dense<layer{.c = 160, .oc = F::thorough ? 480 : 72, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  dense<layer{
      .c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor, .act = activation::relu}>();
  dense<layer{.n = 5,
              .c = 48,
              .oc = 70,
              .kh = 1,
              .kw = 1,
              .how = scheme::tensor,
              .act = activation::relu,
              .y_zero = -128}>();
  dense<layer{.c = 4, .oc = 1, .kh = 1, .kw = 1, .how = scheme::halves}>();
  dense<layer{.n = 6, .c = 30, .oc = 100, .kh = 1, .kw = 1}>();
  dense<layer{.n = 5, .c = 48, .oc = 20, .kh = 1, .kw = 1, .weights = 2}>();
  dense<layer{.c = 100,
              .oc = 70,
              .kh = 1,
              .kw = 1,
              .how = scheme::q,
              .act = activation::relu,
              .round = rounding::half_up,
              .weights = 1}>();
  dense<layer{
      .n = 9, .c = 47, .oc = 16, .kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up}>();
}

/// Weights with a zero point: windows of parts of registers and of many, in one run and in cells,
/// that share columns or not; rows that are read where they lie; rows shorter than a tile.
template <class F>
void products<F>::zeros() {
  const auto conv = []<layer L>() {
    constexpr layer l = as(L, scheme::zeros);
    conv2d<l>();
  };
  conv.template operator()<layer{.n = 2, .c = 16, .oc = 16}>();
  conv.template operator()<layer{.h = 5, .c = 3, .oc = 12, .x_zero = -128, .weights = 1}>();
  conv.template operator()<layer{.h = 6, .w = 10, .c = 24, .stride = 2, .x_zero = 127}>();
  conv.template operator()<layer{.h = 9, .w = 13, .oc = 20, .dilation = {2, 3}, .x_zero = 0}>();
  conv.template operator()<layer{.h = 4, .w = 7, .c = 48, .oc = 20, .groups = 2}>();
  conv.template operator()<layer{.h = 3, .w = 3, .c = 9, .oc = 6, .kh = 1, .kw = 1, .groups = 3}>();
  conv.template operator()<layer{.n = 2, .h = 3, .w = 5, .c = 40, .kh = 1, .kw = 1}>();
  conv.template operator()<layer{.h = 4, .w = 6, .c = 24, .oc = 8, .around = etch::valid}>();
  conv.template
  operator()<layer{.h = 8, .w = 9, .c = 64, .oc = 8, .kh = 7, .kw = 7, .stride = 3}>();
  if constexpr (F::thorough) {
    conv.template operator()<layer{.h = 4, .w = 3, .c = 4, .oc = 4, .around = etch::valid}>();
    conv.template operator()<layer{.h = 3, .w = 25, .c = 12, .kh = 1, .kw = 1}>();
  }
  dense<as(layer{.kh = 1, .kw = 1}, scheme::zeros, 63, 10)>();
  dense<as(layer{.kh = 1, .kw = 1, .x_zero = 127, .weights = 2}, scheme::zeros, 160, 72)>();
  dense<as(layer{.n = 5, .kh = 1, .kw = 1, .act = activation::relu}, scheme::zeros, 48, 70)>();
}

}  // namespace test
