// EdgeML's RNNPool of its visual wake words network: windows of 6x6x8 to 32 channels.
#pragma once

#include <etch/etch.hpp>

#include <rnnpool_vww_Bg1.hpp>
#include <rnnpool_vww_Bg2.hpp>
#include <rnnpool_vww_Bh1.hpp>
#include <rnnpool_vww_Bh2.hpp>
#include <rnnpool_vww_U1.hpp>
#include <rnnpool_vww_U2.hpp>
#include <rnnpool_vww_W1.hpp>
#include <rnnpool_vww_W2.hpp>

namespace small_models::rnnpool_vww {

constexpr int size = 6, stride = 5, channels = 8, units = 8;

using matrix = etch::constant<etch::tensor<etch::f32, etch::shape<units, channels>, etch::ohwi>>;
using vector = etch::constant<etch::tensor<etch::f32, etch::shape<units>, etch::ohwi>>;

/// A value of shape S, as trained.
template <class S>
inline constexpr auto pool_of = etch::graph([](etch::input<etch::tensor<etch::f32, S>> x) {
  return etch::dsl::rnn_pool<etch::f32, size, stride>(
      x,
      {.first = {0.9999979734420776F, 1.9683025129779708e-06F},
       .second = {0.9999979734420776F, 1.9683886876009637e-06F}},
      matrix{blob::rnnpool_vww_W1_bytes}, matrix{blob::rnnpool_vww_U1_bytes},
      vector{blob::rnnpool_vww_Bg1_bytes}, vector{blob::rnnpool_vww_Bh1_bytes},
      matrix{blob::rnnpool_vww_W2_bytes}, matrix{blob::rnnpool_vww_U2_bytes},
      vector{blob::rnnpool_vww_Bg2_bytes}, vector{blob::rnnpool_vww_Bh2_bytes});
});
/// One window.
inline constexpr auto f32_graph = pool_of<etch::shape<size, size, channels>>;
struct f32 : etch::network<f32_graph> {};
static_assert(etch::fits_ram<f32, 2048>);

}  // namespace small_models::rnnpool_vww
