// The trained numbers of Face-M4, as train.py wrote them, in single precision and in codes of 8
// bits.
#pragma once

#include "../cells_in.hpp"
#include "network.hpp"
#include "ranges.hpp"

#include <face_m4_weights.hpp>

namespace face_m4 {

constexpr int inputs_of_cell(int k) { return k == 0 ? stem : units; }
/// Where the arrays of a convolution and of a cell begin in weights.npy: the first convolution, the
/// cells, the blocks, the heads.
constexpr int count_of(int layer) {
  const filters f = filters_of(layer);
  return f.o * f.size * f.size * f.i + f.outputs();
}
constexpr int count_of_cell(int k) { return units * (inputs_of_cell(k) + units + 2) + 2; }
constexpr int begin_of_cell(int k) { return count_of(0) + (k == 0 ? 0 : count_of_cell(0)); }
constexpr int begin_of(int layer) {
  if (layer == 0) return 0;
  int at = begin_of_cell(1) + count_of_cell(1);
  for (int l = 1; l < layer; ++l) at += count_of(l);
  return at;
}
static_assert(4 * begin_of(convolutions) == blob::face_m4_weights_size);

template <int Begin, int... D>
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<D...>, etch::ohwi>> numbers{
    &blob::face_m4_weights_bytes[4 * Begin]};
template <int Begin, int Count>
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<Count>>> vector{
    &blob::face_m4_weights_bytes[4 * Begin]};

/// Convolution L.
template <int L>
inline constexpr etch::parameters trained = [] {
  constexpr filters f = filters_of(L);
  return etch::parameters{numbers<begin_of(L), f.o, f.size, f.size, f.i>,
                          vector<begin_of(L) + count_of(L) - f.outputs(), f.outputs()>};
}();
/// Cell K of RNNPool.
template <int K>
struct cell {
  static constexpr int begin = begin_of_cell(K), inputs = inputs_of_cell(K);
  static constexpr int of_u = begin + units * inputs, of_gate = of_u + units * units,
                       of_fresh = of_gate + units, of_shares = of_fresh + units;
  static constexpr auto w = numbers<begin, units, inputs>;
  static constexpr auto u = numbers<of_u, units, units>;
  static constexpr auto gate = vector<of_gate, units>;
  static constexpr auto fresh = vector<of_fresh, units>;
  static constexpr etch::dsl::zeta_and_nu shares{
      etch::load<float>(blob::face_m4_weights_bytes, of_shares),
      etch::load<float>(blob::face_m4_weights_bytes, of_shares + 1)};
};

/// All numbers in X, which has a point of its own.
template <class X>
struct in_reals : values_in<X> {
  template <int L, class>
  static constexpr auto layer = etch::quantised<trained<L>, X>;
  template <int K, class>
  using cell = examples::cell_in_reals<face_m4::cell<K>, X>;
};

/// Codes of 8 bits: weights of convolutions with a scale for each channel, those of RNNPool with
/// one.
struct in_8_bits {
  template <const auto& Ranges, int I>
  using within = etch::affine_over<std::int8_t, Ranges[I].least, Ranges[I].most>;
  using image = etch::affine<std::int8_t, 1.0 / 128>;
  using pool = etch::affine<std::int8_t, 1.0 / 128>;
  template <int B>
  using sum = within<of_sums, B / 2>;
  template <int L>
  using value = within<of_values, L>;
  template <class>
  using normal = etch::affine<std::int8_t, 1.0 / 128>;
  template <class>
  static constexpr etch::wire normalise(etch::wire x) {
    return x | etch::dsl::l2_normalise;
  }
  static constexpr etch::channels_at channels_of(int layer) {
    return filters_of(layer).o == 1 ? etch::channels_at::last : etch::channels_at::first;
  }
  template <int L, class X>
  static constexpr auto layer = examples::in_scales<trained<L>, 8, X, channels_of(L)>;
  template <int K, class X>
  using cell = examples::cell_in_affine<face_m4::cell<K>, X, 8>;
};

inline constexpr auto f32_graph = with<in_reals<etch::f32>>::graph;
inline constexpr auto int8_graph = with<in_8_bits>::graph;

}  // namespace face_m4
