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

/// The cell of rows and columns, and the one that reads its states both ways.
struct first {
  static constexpr etch::dsl::zeta_and_nu shares{0.9999979734420776F, 1.9683025129779708e-06F};
  static constexpr matrix w{blob::rnnpool_vww_W1_bytes}, u{blob::rnnpool_vww_U1_bytes};
  static constexpr vector gate{blob::rnnpool_vww_Bg1_bytes}, fresh{blob::rnnpool_vww_Bh1_bytes};
};
struct second {
  static constexpr etch::dsl::zeta_and_nu shares{0.9999979734420776F, 1.9683886876009637e-06F};
  static constexpr matrix w{blob::rnnpool_vww_W2_bytes}, u{blob::rnnpool_vww_U2_bytes};
  static constexpr vector gate{blob::rnnpool_vww_Bg2_bytes}, fresh{blob::rnnpool_vww_Bh2_bytes};
};

/// A value of shape S, as trained.
template <class S>
inline constexpr auto pool_of = etch::graph([](etch::input<etch::tensor<etch::f32, S>> x) {
  return etch::dsl::rnn_pool<etch::f32, size, stride>(
      x, {.first = first::shares, .second = second::shares}, first::w, first::u, first::gate,
      first::fresh, second::w, second::u, second::gate, second::fresh);
});
/// One window.
inline constexpr auto f32_graph = pool_of<etch::shape<size, size, channels>>;
struct f32 : etch::network<f32_graph> {};
static_assert(etch::fits_ram<f32, 2048>);

}  // namespace small_models::rnnpool_vww
