// The layers in which kernels of every target are compared with the generic ones: what can go wrong
// at an edge, each once. A test chooses channels and formats, and adds what its kernels alone do.
#pragma once

#include <etch/base/list.hpp>
#include <iterator>

#include "are_long.hpp"
#include "layers.hpp"

namespace test {

namespace shapes {

/// Windows that slide.
inline constexpr layer windows[]{
    // images, a stride of its own each way
    {.n = 2, .h = 5, .w = 7, .oc = 5, .stride = {2, 1}, .act = etch::activation::relu},
    // one cell, more filters than a register holds
    {.n = 3,
     .h = 4,
     .w = 5,
     .oc = 18,
     .kh = 1,
     .kw = 1,
     .stride = {1, 2},
     .act = etch::activation::relu6,
     .x_zero = -128,
     .y_zero = -128,
     .weights = 3},
    // higher than wide, padded unevenly
    {.h = 6,
     .w = 10,
     .oc = 7,
     .kh = 5,
     .stride = {1, 2},
     .around = etch::pad(2, 0, 1, 2),
     .weights = 3},
    // larger than the image, on all sides
    {.h = 2, .w = 1, .oc = 6, .kh = 4, .kw = 5, .around = etch::pad(3, 4, 3, 2), .x_zero = 127},
    // one row
    {.h = 1,
     .w = 23,
     .oc = 2,
     .kh = 1,
     .kw = 7,
     .stride = {1, 3},
     .around = etch::pad(0, 6, 0, 3),
     .act = etch::activation::clamp,
     .weights = 3},
    // one column, one filter
    {.h = 12, .w = 1, .oc = 1, .kh = 4, .kw = 1, .stride = {2, 1}, .around = etch::pad(1, 0, 2, 0)},
    // the whole image
    {.h = 3, .w = 4, .oc = 4, .kh = 3, .kw = 4, .around = etch::valid, .weights = 3},
    // cells that no window reads
    {.h = 5, .w = 6, .oc = 3, .kh = 2, .kw = 2, .stride = 3, .around = etch::valid},
};
/// Windows with gaps.
inline constexpr layer dilated_windows[]{
    {.h = 11, .w = 13, .oc = 7, .dilation = {2, 3}, .act = etch::activation::clamp, .x_zero = 127},
};
/// Filters that read a group of 12 channels.
inline constexpr layer grouped_windows[]{
    // an odd number of filters each
    {.n = 2, .h = 5, .w = 5, .oc = 9, .act = etch::activation::relu, .x_zero = -128, .groups = 3},
    // with gaps
    {.h = 7, .w = 6, .oc = 8, .kh = 2, .stride = {1, 2}, .dilation = 2, .groups = 2},
    // one channel and one cell
    {.h = 3, .w = 3, .oc = 12, .kh = 1, .kw = 1, .weights = 1, .groups = 12},
};
/// Groups whose filters are blocks of vectors and a rest.
inline constexpr layer groups_of_vectors[]{
    // 7 filters of 3 channels each, the windows of a row in tiles
    {.n = 2, .h = 4, .w = 21, .c = 6, .oc = 14, .act = etch::activation::relu, .groups = 2},
    // 5 of 17, with gaps
    {.h = 7, .w = 9, .c = 34, .oc = 10, .stride = {1, 2}, .dilation = {2, 3}, .groups = 2},
    // 19 of 5, one cell
    {.h = 3, .w = 6, .c = 20, .oc = 76, .kh = 1, .kw = 1, .groups = 4},
    // one of one, padded unevenly
    {.h = 5,
     .w = 10,
     .c = 4,
     .oc = 4,
     .kw = 2,
     .stride = {2, 1},
     .around = etch::pad(2, 0, 1, 1),
     .groups = 4},
    // 13 of 2, one column
    {.h = 5, .w = 1, .c = 8, .oc = 52, .kw = 1, .groups = 4},
};
/// Windows with one filter a channel.
inline constexpr layer channel_windows[]{
    {.n = 2},
    {.h = 9,
     .w = 8,
     .kh = 5,
     .kw = 2,
     .stride = {1, 2},
     .around = etch::pad(1, 0, 3, 1),
     .act = etch::activation::relu},
    {.h = 11,
     .w = 13,
     .dilation = {3, 2},
     .act = etch::activation::clamp,
     .x_zero = -128,
     .weights = 3},
    {.h = 6, .w = 6, .kh = 6, .kw = 6, .around = etch::valid},
    {.h = 3, .w = 2, .kh = 1, .kw = 1, .stride = 2, .x_zero = 127, .weights = 1},
};
/// Full connections.
inline constexpr layer denses[]{
    {.c = 1, .oc = 1, .kh = 1, .kw = 1},
    {.n = 3, .c = 6, .oc = 3, .kh = 1, .kw = 1, .act = etch::activation::relu, .weights = 3},
    {.c = 37, .oc = 7, .kh = 1, .kw = 1, .x_zero = -128},
    {.n = 16, .c = 4, .oc = 64, .kh = 1, .kw = 1, .weights = 3},
    {.c = 100, .oc = 70, .kh = 1, .kw = 1, .act = etch::activation::relu6, .y_zero = 10},
};

}  // namespace shapes

/// How operands stored as `how` says are rounded where nothing else is asked.
constexpr etch::rounding usual_rounding(scheme how) {
  return how == scheme::q || is_in_q15(how)        ? etch::rounding::half_up
         : is_in_single(how)                       ? etch::rounding::half_away
         : how == scheme::p8 || how == scheme::p16 ? etch::rounding::half_even
                                                   : etch::rounding::tflite_double;
}

/// L with its operands stored as `how` says, in c channels and with oc filters unless these are 0.
constexpr layer as(layer l, scheme how, int c = 0, int oc = 0) {
  l.how = how;
  l.round = usual_rounding(how);
  if (c != 0) l.c = c;
  if (oc != 0) l.oc = oc;
  return l;
}

/// check.operator()<L>() for the layers L of Table; which of them, is_tried says.
template <const auto& Table, int Seed, class Check>
void each_layer(const Check& check) {
  constexpr int count = static_cast<int>(std::size(Table));
  etch::for_each_index<count>([&]<int I>() {
    if constexpr (is_tried(I, count, Seed)) check.template operator()<Table[I]>();
  });
}
/// check.operator()<as(L, How, C, OC)>() for them; channels and formats tell which.
template <const auto& Table, scheme How, int C = 0, int OC = 0, class Check>
void each_of(const Check& check) {
  each_layer<Table, C + OC + static_cast<int>(How)>(
      [&]<layer L>() { check.template operator()<as(L, How, C, OC)>(); });
}

}  // namespace test
