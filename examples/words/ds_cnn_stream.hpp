// DS-CNN-S as trained, in 8 bits, with windows that lie inside the second: nothing is padded in
// time, so that a column of features that was computed once stays as it is. `whole` reads a second,
// `stream` the two hops that are new, whose columns it adds to those that it has: both answer the
// same.
#pragma once

#include "ds_cnn.hpp"

#include <etch/signal/operators.hpp>

namespace words::ds_cnn {

/// The last Length columns of a stream, or all that is there.
template <bool Streams, int Length>
constexpr etch::wire last_columns(etch::wire x) {
  using namespace etch::dsl;
  if constexpr (Streams) return x | history<Length>;
  else return x;
}

/// Columns of pair I behind a convolution, in format Y between its layers and Z behind them.
template <bool Streams, const auto& Depthwise, const auto& Pointwise, class X, class Y, class Z>
constexpr etch::wire pair_of_layers(etch::wire x) {
  using namespace etch::dsl;
  using etch::channels_at, examples::in_scales;
  constexpr etch::padding inside = etch::pad(0, 1, 0, 1);
  return last_columns<Streams, 3>(x) |
         depthwise_conv2d(in_scales<Depthwise, 8, X, channels_at::last>, {.pad = inside}) | to<Y> |
         relu | conv2d(in_scales<Pointwise, 8, Y>) | to<Z> | relu;
}

/// Of two new hops, or of a second.
template <bool Streams>
constexpr etch::wire scores_inside(etch::wire x) {
  using namespace etch::dsl;
  using examples::in_scales;
  using x1 = above_0<12240>;
  using x3 = above_0<11020>;
  using x5 = above_0<8750>;
  using x7 = above_0<8590>;
  using x9 = above_0<15120>;
  x = last_columns<Streams, 10>(x) |
      conv2d(in_scales<conv, 8, heard>, {.stride = 2, .pad = etch::pad(0, 1, 0, 1)}) | to<x1> |
      relu;
  x = pair_of_layers<Streams, depthwise1, pointwise1, x1, above_0<14750>, x3>(x);
  x = pair_of_layers<Streams, depthwise2, pointwise2, x3, above_0<10270>, x5>(x);
  x = pair_of_layers<Streams, depthwise3, pointwise3, x5, above_0<13520>, x7>(x);
  x = pair_of_layers<Streams, depthwise4, pointwise4, x7, above_0<18330>, x9>(x);
  return last_columns<Streams, 13>(x) | global_avg_pool | dense(in_scales<scores, 8, x9>) |
         to<etch::affine<std::int8_t, 1.0 / 16>>;
}

inline constexpr auto whole_graph =
    etch::graph([](etch::input<picture<heard>> x) { return scores_inside<false>(x); });
inline constexpr auto stream_graph = etch::graph<etch::signal::operators>(
    [](etch::input<etch::tensor<heard, etch::shape<2, heard_coefficients, 1>>> x) {
      return scores_inside<true>(x);
    });
struct whole : etch::network<whole_graph> {};
struct stream : etch::network<stream_graph> {};
static_assert(etch::fits_ram<stream, 12288> && stream::macs * 10 < whole::macs);

}  // namespace words::ds_cnn
