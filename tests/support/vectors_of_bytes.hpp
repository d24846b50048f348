// The layers in which kernels of x86-64 by vectors of filters and of channels are compared with the
// generic ones, whatever instruction makes their sums: windows, channels, filters, formats and
// limits of all kinds. By is a struct of the kernels, `runs`, `takes_one_pixel` and `first`, a seed
// of is_tried.
#pragma once

#include <etch/kernel/x86_64.hpp>

#include "shapes.hpp"

namespace test::vectors {

using etch::activation, etch::rounding;

/// Whether kernels that want several pixels leave layer L to others.
template <class By, layer L>
constexpr bool is_left() {
  constexpr auto g = etch::layer_of<etch::call<tried<L, kind::conv2d>::node, 0>>.g;
  return !By::takes_one_pixel && g.n * g.oh * g.ow == 1;
}
template <class By, layer L>
void conv2d() {
  if constexpr (!is_left<By, L>()) check_layer<kind::conv2d, L, typename By::conv2d, By::runs>();
}
template <class By, layer L>
void depthwise() {
  check_layer<kind::depthwise, L, typename By::depthwise, By::runs>();
}
template <class By, scheme How, int C>
void channel_windows() {
  each_of<shapes::channel_windows, How, C>([]<layer L>() { depthwise<By, L>(); });
}
template <class By, layer L>
void dense() {
  check_layer<kind::dense, L, typename By::dense, By::runs>();
}
template <class By, scheme How, int C, int OC = 0>
void windows() {
  each_of<shapes::windows, How, C, OC>([]<layer L>() { conv2d<By, L>(); });
}
constexpr layer pointwise{.h = 5, .w = 5, .c = 16, .oc = 64, .kh = 1, .kw = 1};
constexpr layer with(layer l, void (*change)(layer&)) {
  change(l);
  return l;
}

template <class By>
void check_windows() {
  static constexpr layer layers[]{
      as(shapes::windows[0], scheme::channels, 1, 64),
      as(shapes::windows[0], scheme::channels, 8, 96),
      as(shapes::windows[1], scheme::tensor, 21),
      {.h = 11, .w = 13, .c = 8, .oc = 17, .dilation = {2, 1}, .x_zero = 127},
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
  windows<By, scheme::q, 3>();
  windows<By, scheme::channels, 16>();
  windows<By, scheme::tensor, 4, 33>();
}
/// Groups, and columns between taps: parts of a layer, with pixels that lie apart.
template <class By>
void check_parts() {
  constexpr layer l{.h = 5, .w = 8, .oc = 16, .groups = 2};
  constexpr layer apart{.h = 9, .w = 13, .oc = 17, .dilation = 2};
  static constexpr layer layers[]{
      as(l, scheme::channels, 16),
      with(l, [](layer& l) { l.c = 6, l.oc = 10, l.n = 2, l.weights = 3; }),
      with(l, [](layer& l) { l.c = 24, l.oc = 75, l.groups = 3, l.stride = {1, 2}; }),
      with(l, [](layer& l) { l.c = 4, l.oc = 16, l.groups = 4, l.x_zero = 127; }),
      with(l, [](layer& l) { l.kh = l.kw = 1, l.c = 16, l.oc = 40, l.n = 2; }),
      with(l, [](layer& l) { l.kh = l.kw = 1, l.c = 10, l.stride = 2, l.weights = 3; }),
      as(l, scheme::q, 32),
      apart,
      with(apart, [](layer& l) { l.w = 16, l.weights = 3, l.x_zero = -128; }),
      with(apart, [](layer& l) { l.c = 3, l.dilation = {1, 3}, l.stride = 2; }),
      with(apart, [](layer& l) { l.dilation = {1, 4}, l.stride = {1, 2}, l.c = 16; }),
      with(apart, [](layer& l) { l.w = 12, l.stride = 2, l.weights = 5; }),
      with(apart, [](layer& l) { l.w = 3, l.dilation = {2, 5}, l.kw = 2, l.n = 2; }),
      with(apart, [](layer& l) { l.groups = 2, l.oc = 32, l.c = 16, l.w = 12; }),
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
  each_of<shapes::dilated_windows, scheme::tensor, 5>([]<layer L>() { conv2d<By, L>(); });
  each_of<shapes::grouped_windows, scheme::q>([]<layer L>() {
    if constexpr (L.oc / L.groups >= 4) conv2d<By, L>();
  });
}
/// Windows three cells wide, which move by one pixel along even rows.
template <class By>
void check_even_rows() {
  constexpr layer l{.h = 5, .w = 8, .c = 8, .oc = 17};
  static constexpr layer layers[]{
      l,
      with(l, [](layer& l) { l.x_zero = -128, l.weights = 5; }),
      with(l, [](layer& l) { l.x_zero = 127, l.weights = 3, l.c = 24, l.n = 2; }),
      with(l, [](layer& l) { l.w = 2, l.c = 16, l.oc = 64, l.weights = 2; }),
      with(l, [](layer& l) { l.w = 22, l.kh = 1, l.oc = 8, l.weights = 3; }),
      with(l, [](layer& l) { l.around = etch::valid, l.oc = 33, l.kh = 4; }),
      with(l, [](layer& l) { l.around = etch::pad(2, 0, 1, 2), l.stride = {2, 1}; }),
      with(l, [](layer& l) { l.h = 9, l.dilation = {3, 1}, l.weights = 5; }),
      as(with(l, [](layer& l) { l.weights = 3; }), scheme::q, 32),
      with(l, [](layer& l) { l.round = rounding::xnnpack, l.weights = 3; }),
      with(l, [](layer& l) { l.act = activation::relu, l.weights = 3, l.oc = 4; }),
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
}
/// Windows with a column of padding at one edge or at both, of which tiles leave it out.
template <class By>
void check_edges() {
  constexpr layer l{.h = 3, .w = 14, .c = 4, .oc = 17, .x_zero = -77};
  static constexpr layer layers[]{
      l,
      with(l, [](layer& l) { l.w = 50, l.c = 8, l.n = 2; }),
      with(l, [](layer& l) { l.w = 2, l.oc = 64; }),
      with(l, [](layer& l) { l.kw = 2, l.oc = 33; }),
      with(l, [](layer& l) { l.around = etch::pad(1, 1, 1, 0), l.w = 9; }),
      with(l, [](layer& l) { l.around = etch::pad(1, 0, 1, 1), l.w = 9; }),
      with(l, [](layer& l) { l.around = etch::pad(0, 2, 1, 1), l.w = 9; }),
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
}
template <class By>
void check_single_cells() {
  static constexpr layer layers[]{
      pointwise,
      with(pointwise, [](layer& l) { l.n = 2, l.oc = 128, l.c = 12; }),
      with(pointwise, [](layer& l) { l.h = l.w = 1, l.oc = 128, l.c = 20; }),
      with(pointwise, [](layer& l) { l.stride = 2, l.oc = 49; }),
      with(pointwise, [](layer& l) { l.w = 33, l.oc = 32, l.weights = 2; }),
      with(pointwise, [](layer& l) { l.w = 7, l.oc = 8, l.weights = 1; }),
      with(pointwise, [](layer& l) { l.w = 9, l.oc = 40, l.x_zero = -128; }),
      with(pointwise, [](layer& l) { l.h = l.w = 6, l.c = l.oc = 128; }),
      // more codes than are copied at once, by tiles of which the last begins early; too many
      with(pointwise, [](layer& l) { l.h = l.w = 13, l.c = 128, l.weights = 3; }),
      with(pointwise, [](layer& l) { l.h = 3, l.w = 13, l.c = 340, l.oc = 16; }),
      with(pointwise, [](layer& l) { l.h = l.w = 3, l.c = 1400, l.oc = 8; }),
      with(pointwise, [](layer& l) { l.w = 71, l.c = 120, l.oc = 8, l.stride = 2; }),
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
}
template <class By>
void check_ends() {
  static constexpr layer layers[]{
      {.c = 4, .how = scheme::halves, .y_zero = 3},
      {.c = 4, .how = scheme::halves, .round = rounding::tflite_single},
      {.c = 4, .how = scheme::halves, .round = rounding::xnnpack},
      {.c = 4, .how = scheme::tensor, .round = rounding::xnnpack, .factor = 1000},
      {.c = 4, .kh = 1, .kw = 1, .how = scheme::tensor, .factor = 2e-9},
      // the smallest factors with which the zero point is part of what rounds
      {.c = 4, .how = scheme::tensor, .y_zero = -128, .factor = 7e-8},
      {.c = 4, .how = scheme::tensor, .y_zero = 127, .factor = 7e-8},
      {.c = 4, .act = activation::relu, .y_zero = -128},
      {.c = 4, .act = activation::relu, .y_zero = -100},
      {.c = 4, .act = activation::relu6, .round = rounding::tflite_single},
      {.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 1},
      {.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_up, .shift = 31},
      {.how = scheme::q, .act = activation::clamp, .round = rounding::half_up},
      {.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_away, .shift = 1},
      {.kh = 1, .kw = 1, .how = scheme::q, .round = rounding::half_away, .shift = 31},
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
  depthwise<By, layer{.c = 16, .how = scheme::q, .round = rounding::half_away}>();
}
template <class By>
void check_weights() {
  static constexpr layer layers[]{
      {.c = 5, .oc = 17, .weights = 3},
      {.c = 8, .oc = 33, .x_zero = -128, .weights = 3},
      {.c = 5, .oc = 17, .weights = 5},
      {.c = 16, .oc = 24, .x_zero = 127, .weights = 5},
      with(pointwise, [](layer& l) { l.weights = 3; }),
      with(pointwise, [](layer& l) { l.weights = 5; }),
  };
  each_layer<layers, By::first>([]<layer L>() { conv2d<By, L>(); });
  depthwise<By, layer{.c = 24, .weights = 3}>();
  depthwise<By, layer{.c = 24, .kh = 5, .kw = 2, .weights = 5}>();
  dense<By, layer{.c = 128, .oc = 128, .kh = 1, .kw = 1, .weights = 3}>();
  dense<By, layer{.c = 67, .oc = 9, .kh = 1, .kw = 1, .weights = 5}>();
}
template <class By>
void check_filters_of_one_code() {
  conv2d<By,
         with(pointwise, [](layer& l) { l.bias = 1'000'000'000; })>();  // beyond what others have
  conv2d<By, with(pointwise, [](layer& l) { l.bias = 500'000'000, l.factor = 8e-8; })>();
  conv2d<By, layer{.c = 4, .oc = 17, .y_zero = -5, .factor = 1e-10, .bias = 1'000'000'000}>();
  depthwise<By, layer{.c = 8, .bias = 400'000}>();
}
template <class By>
void check_channels() {
  static constexpr layer layers[]{
      {.h = 9, .w = 17, .c = 16, .stride = 2, .x_zero = -128, .weights = 2},
      {.h = 4, .w = 10, .c = 32, .stride = 2, .weights = 3},
      {.h = 3, .w = 35, .c = 8, .stride = 2, .x_zero = 5},
      {.h = 6, .w = 12, .c = 32, .act = activation::relu, .y_zero = -128},
      {.h = 5, .w = 5, .c = 128, .stride = 2, .x_zero = 127},
  };
  each_layer<layers, By::first>([]<layer L>() { depthwise<By, L>(); });
  channel_windows<By, scheme::channels, 8>();
  channel_windows<By, scheme::q, 24>();
  channel_windows<By, scheme::tensor, 64>();
}
template <class By>
void check_two_rows() {
  static constexpr layer layers[]{
      {.n = 2, .h = 7, .w = 9, .c = 16, .x_zero = 127},
      {.h = 4, .w = 11, .c = 32, .kh = 2, .kw = 4, .weights = 5},
      {.h = 5, .w = 6, .c = 48, .kh = 1, .kw = 5, .x_zero = -128},
      {.n = 3, .h = 3, .w = 4, .c = 112, .around = etch::valid},
      {.h = 2, .w = 1, .c = 40, .kw = 2, .weights = 2},
      {.h = 8, .w = 4, .c = 32, .x_zero = 127, .weights = 6},
      // vectors of channels one after the other; columns that no registers hold
      {.h = 3, .w = 5, .c = 256, .x_zero = 127},
      {.h = 2, .w = 3, .c = 328},
      {.h = 3, .w = 9, .c = 64, .kw = 7},
      {.h = 6, .w = 5, .c = 64, .act = activation::relu, .weights = 3},
  };
  each_layer<layers, By::first>([]<layer L>() { depthwise<By, L>(); });
}
template <class By>
void check_kept_columns() {
  static constexpr layer layers[]{
      {.h = 5, .w = 20, .c = 48, .stride = 2, .weights = 4},
      {.h = 7, .w = 6, .c = 24, .stride = {2, 1}, .x_zero = 127},
      {.h = 5, .w = 7, .c = 64, .kh = 2, .stride = 2},
      // columns of both remainders, kept and not
      {.h = 9, .w = 12, .c = 16, .kh = 4, .kw = 5, .stride = 2, .x_zero = -128},
      {.h = 4, .w = 15, .c = 16, .kw = 5, .stride = 2},
  };
  each_layer<layers, By::first>([]<layer L>() { depthwise<By, L>(); });
}
template <class By>
void check_dense() {
  dense<By, layer{.c = 640, .oc = 128, .kh = 1, .kw = 1, .act = activation::relu}>();
  dense<By, layer{.c = 128, .oc = 8, .kh = 1, .kw = 1}>();
  dense<By, layer{.c = 63, .oc = 10, .kh = 1, .kw = 1, .how = scheme::tensor}>();
  each_of<shapes::denses, scheme::q>([]<layer L>() { dense<By, L>(); });
  each_of<shapes::denses, scheme::channels>([]<layer L>() { dense<By, L>(); });
}
template <class By>
void check_weights_of_4_bits() {
  conv2d<By, layer{.h = 5, .c = 3, .how = scheme::int4}>();
  depthwise<By, layer{.h = 5, .c = 32, .how = scheme::int4}>();
  dense<By, layer{.c = 23, .oc = 17, .kh = 1, .kw = 1, .how = scheme::int4}>();
}
template <class By>
void check_what_is_left() {
  using kernel = typename By::conv2d;
  const auto takes = []<layer L>() {
    return kernel::template accepts<etch::call<tried<L, kind::conv2d>::node, 0>>;
  };
  STATIC_REQUIRE(takes.template operator()<pointwise>());
  STATIC_REQUIRE(!takes.template operator()<with(pointwise, [](layer& l) { l.factor = 0.6; })>());
  constexpr auto many_sums_of_31_bits = [](layer& l) { l.bias = 1'000'000'000, l.factor = 1e-7; };
  STATIC_REQUIRE(!takes.template operator()<with(pointwise, many_sums_of_31_bits)>());
  STATIC_REQUIRE(
      !takes.template operator()<with(pointwise, [](layer& l) { l.oc = 32, l.groups = 16; })>());
  STATIC_REQUIRE(!takes.template operator()<layer{.round = rounding::half_away}>());
}

}  // namespace test::vectors
