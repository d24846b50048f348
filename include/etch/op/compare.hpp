#pragma once

#include <etch/op/binary.hpp>

namespace ETCH_NAMESPACE {

/// What is true or false: a byte that is 1 or 0.
using truth = uq<8, 0>;

/// How two numbers compare.
enum class comparison : int { equal, not_equal, less, less_equal, greater, greater_equal };

namespace ops {

/// y[i] = whether a[i] is equal to b[i], less, ...: 1 or 0.
///
/// a, b of shapes that broadcast together (infer_binary); formats of one kind, affine ones of one
/// width. Affine values of 8 bits compare as TensorFlow Lite's do, rounded to 1/256, those of 16
/// bits where the question is whether they are equal.
struct compare {
  static constexpr const char* name = "compare";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;

  comparison by = comparison::equal;

  constexpr inference infer(const operands& x) const {
    inference y = infer_binary(x);
    if (y.refused) return y;
    y.refused = check_binary(x, {x[0].number, y.output.shape, y.output.layout});
    y.output.number = truth::descriptor;
    return y;
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int y) const {
    return broadcast_row(x[input].shape, y);
  }
};

}  // namespace ops

}  // namespace ETCH_NAMESPACE
