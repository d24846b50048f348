// The gates of a recurrent layer, whose rows Products (matrix_rows.hpp) may sum together:
//   template <class W> static constexpr bool joins_rows;            whether it may, of weights W
//   template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
//   using joint_rows_by;          void, or the matrix that constants First .. First + Count - 1 are
// Such a matrix has
//   constexpr matrix(const auto& load, const auto& load_bias);      load(array, k) fills an array
//   with
//                                 constant First + k, load_bias(array, k) with its biases; or none
//   template <bool KeepsSums = false>
//   void add_here(Sums::type* to, const vector& v, int first) const;
//                                 a block of sums of each constant, in code of its own; KeepsSums:
//                                 where others wait
#pragma once

#include <etch/kernel/layer/matrix_rows.hpp>

namespace ETCH_NAMESPACE {

/// What Products makes of constants First .. First + Count - 1 of call C as one matrix, or void.
template <class Products, class C, int First, int Count, class Sums,
          class W = typename C::template in<First>::storage>
struct joint_rows {
  using type = void;
};
template <class Products, class C, int First, int Count, class Sums, class W>
requires requires { Products::template joins_rows<W>; }
struct joint_rows<Products, C, First, Count, Sums, W> {
  using type = typename Products::template joint_rows_by<C, First, Count, Sums, W,
                                                         C::template in<First>::is.shape.d[0],
                                                         C::template in<First>::is.shape.d[1]>;
};
template <class Products, class C, int First, int Count, class Sums,
          class W = typename C::template in<First>::storage>
using joint_rows_t = typename joint_rows<Products, C, First, Count, Sums, W>::type;

/// The matrices of all gates: both void, or neither.
template <class Weights, class Recurrent>
struct joint_gates {
  Weights weights;
  Recurrent recurrent;
};
template <class Weights, class Recurrent>
inline constexpr bool are_joint = !__is_same(Weights, void) && !__is_same(Recurrent, void);
/// Matrices whose vectors are those of all gates.
template <class Gates>
constexpr const auto& any_gate(const Gates& p) {
  if constexpr (requires { p.gate[0].weights; }) return p.gate[0];
  else return p;
}

}  // namespace ETCH_NAMESPACE
