// Trained cells of FastGRNN in the number formats of examples. A cell has w, u, gate and fresh, f32
// and with linkage, and shares.
#pragma once

#include "parameters_in.hpp"

namespace examples {

/// All numbers in X, which has a point of its own.
template <class Cell, class X>
struct cell_in_reals : Cell {
  static constexpr auto w = constant_in<Cell::w, X>;
  static constexpr auto u = constant_in<Cell::u, X>;
  static constexpr auto gate = constant_in<Cell::gate, X>;
  static constexpr auto fresh = constant_in<Cell::fresh, X>;
};

/// Behind values of X, matrices in affine codes of Bits bits with one scale.
template <class Cell, class X, int Bits>
struct cell_in_affine : Cell {
  using of_w = affine_for<Cell::w, Bits>;
  static constexpr auto w = constant_in<Cell::w, of_w>;
  static constexpr auto u = constant_in<Cell::u, affine_for<Cell::u, Bits>>;
  static constexpr auto gate = bias_in<Cell::gate, X, of_w>;
  static constexpr auto fresh = bias_in<Cell::fresh, X, of_w>;
};

/// Behind values of X, with states of H, matrices in powers of two of Bits bits: sums of both
/// products end by one shift.
template <class Cell, class X, class H, int Bits>
struct cell_in_powers : Cell {
  static constexpr int more = H::descriptor.frac - X::descriptor.frac;
  static constexpr int fraction_of_u = etch::minimum(q_for<Cell::u, Bits>::descriptor.frac,
                                                     q_for<Cell::w, Bits>::descriptor.frac - more);
  using of_w = etch::q_of<Bits, fraction_of_u + more>;
  using bias = etch::q_of<32, X::descriptor.frac + of_w::descriptor.frac>;
  static constexpr auto w = constant_in<Cell::w, of_w>;
  static constexpr auto u = constant_in<Cell::u, etch::q_of<Bits, fraction_of_u>>;
  static constexpr auto gate = constant_in<Cell::gate, bias>;
  static constexpr auto fresh = constant_in<Cell::fresh, bias>;
};

}  // namespace examples
