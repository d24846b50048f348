// Face-M4 in other number formats than single precision and 8 bits.
#pragma once

#include "drawing.hpp"

namespace face_m4 {

/// What a value of these ranges holds at most.
constexpr double largest_of(range r) { return etch::maximum(-r.least, r.most); }

/// The values of X over their lengths as values of Y, by way of 8 bits: l2_normalise has no other
/// integers.
template <class X, class Y>
constexpr etch::wire normalise_in_8_bits(etch::wire x) {
  using namespace etch::dsl;
  using narrow = etch::affine<std::int8_t, X::descriptor.unit() * (1 << (X::descriptor.bits - 8))>;
  return x | to<narrow> | l2_normalise | to<Y>;
}

/// What formats of integers share that normalise in 8 bits: lengths of 1 have the format of the
/// image, and so have what RNNPool gives.
template <class Image>
struct in_integers {
  using image = Image;
  using pool = image;
  template <class>
  using normal = image;
  template <class X>
  static constexpr etch::wire normalise(etch::wire x) {
    return normalise_in_8_bits<X, image>(x);
  }
};

/// Affine codes of 16 bits whose zero is 0, weights of convolutions in 8 bits with a scale for each
/// channel: with 16, sums would leave 32 bits.
struct in_16_bits : in_integers<etch::affine<std::int16_t, 1.0 / 32768>> {
  template <const auto& Ranges, int I>
  using within = etch::affine<std::int16_t, largest_of(Ranges[I]) / 32767>;
  template <int B>
  using sum = within<of_sums, B / 2>;
  template <int L>
  using value = within<of_values, L>;
  template <int L, class X>
  static constexpr auto layer = in_8_bits::layer<L, X>;
  template <int K, class X>
  using cell = examples::cell_in_affine<face_m4::cell<K>, X, 16>;
};

/// Powers of two: values in Bits bits, as many of them fraction bits as what is largest allows, and
/// weights likewise; those of convolutions in at most 12 bits, as sums have 32, and those of cells
/// in at least 12, as gates have 12 fraction bits.
template <int Bits>
struct in_powers : in_integers<etch::q_of<Bits, Bits - 1>> {
  static constexpr int weight_bits = etch::minimum(Bits, Bits == 16 ? 10 : 12),
                       cell_bits = etch::maximum(Bits, 12);
  static constexpr int fraction_of(double largest) {
    return etch::fraction_bits(largest, Bits, etch::group::parameters);
  }
  template <int B>
  using sum = etch::q_of<Bits, fraction_of(largest_of(of_sums[B / 2]))>;
  template <int L>
  using value = etch::q_of<Bits, fraction_of(largest_of(of_values[L]))>;
  template <int L, class X>
  static constexpr auto layer = examples::in_q<trained<L>, weight_bits, X>;
  template <int K, class X>
  using cell = examples::cell_in_powers<face_m4::cell<K>, X, typename in_powers::pool, cell_bits>;
};

}  // namespace face_m4
