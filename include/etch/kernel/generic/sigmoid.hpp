#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/sigmoid.hpp>

namespace ETCH_NAMESPACE {

/// sigmoid in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct sigmoid_generic : curve_kernel<sigmoid_generic, curve::sigmoid> {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_generic";
};

}  // namespace ETCH_NAMESPACE
