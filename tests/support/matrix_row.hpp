// What the rows of the operator matrix have in common: how an operator is written, its formula in
// double precision, and for which formats there is none.
#pragma once

#include <cmath>

#include "matrix.hpp"

namespace matrix::rows {

namespace ops = etch::ops;
namespace dsl = etch::dsl;
using etch::wire;

struct row {
  static constexpr int values = 1;
  template <class C>
  static constexpr const char* no = nullptr;
  /// How far off the formula an output may be, in units of the output, and beside that.
  template <class C>
  static constexpr double units = 1.01;
  template <class C>
  static constexpr double beside = 0;
  /// What is said to sums that can leave 32 bits.
  template <class C>
  static constexpr etch::overflow sums = etch::overflow::refused;
};

/// Columns of bf16, fp8, posits.
template <class C>
constexpr bool is_other_real = etch::is_real(C::x::descriptor) && !etch::is_f32(C::x::descriptor);
/// Why an operator refuses these.
template <class C>
constexpr const char* no_other_real =
    is_other_real<C> ? "of numbers with a point of their own in f32 only: `to<f32>` before"
                     : nullptr;

}  // namespace matrix::rows
