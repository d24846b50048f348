// EdgeML's RNNPool of its visual wake words network in every number format.
#pragma once

#include "../cells_in.hpp"
#include "../ten_formats.hpp"
#include "rnnpool_vww.hpp"

namespace small_models::rnnpool_vww {

using window = etch::shape<size, size, channels>;

/// Values of X, what is pooled of Y, the cells First and Second.
template <class X, class Y, class First, class Second>
inline constexpr auto graph = etch::graph([](etch::input<etch::tensor<X, window>> x) {
  return etch::dsl::rnn_pool<Y, size, stride>(x, {.first = First::shares, .second = Second::shares},
                                              First::w, First::u, First::gate, First::fresh,
                                              Second::w, Second::u, Second::gate, Second::fresh);
});
template <class F>
struct in_reals {
  static constexpr auto& graph = rnnpool_vww::graph<F, F, examples::cell_in_reals<first, F>,
                                                    examples::cell_in_reals<second, F>>;
};
/// Values below 4; gates have 12 fraction bits, and so matrices 12 bits at least.
template <int Bits>
struct in_powers {
  using value = etch::q_of<Bits, Bits - 3>;
  using state = etch::q_of<Bits, Bits - 1>;
  static constexpr int cell_bits = etch::maximum(Bits, 12);
  static constexpr auto& graph =
      rnnpool_vww::graph<value, state, examples::cell_in_powers<first, value, state, cell_bits>,
                         examples::cell_in_powers<second, state, state, cell_bits>>;
};
template <int Bits>
struct in_affine {
  using value = etch::affine<etch::signed_code<Bits>, 4.0 / (1L << (Bits - 1))>;
  using state = etch::affine<etch::signed_code<Bits>, 1.0 / (1L << (Bits - 1))>;
  static constexpr auto& graph =
      rnnpool_vww::graph<value, state, examples::cell_in_affine<first, value, Bits>,
                         examples::cell_in_affine<second, state, Bits>>;
};
template <class Numbers>
struct network_in : etch::network<Numbers::graph> {};

/// visit.operator()<Network>(name); the first is the reference.
template <class Visit>
void for_each_format(const Visit& visit) {
  examples::for_each_of<network_in, examples::ten_formats<in_reals, in_powers, in_affine>>(visit);
}

}  // namespace small_models::rnnpool_vww
