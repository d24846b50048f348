#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/tanh.hpp>

namespace ETCH_NAMESPACE {

/// tanh in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct tanh_generic : curve_kernel<tanh_generic, curve::tanh> {
  using op = ops::tanh;
  static constexpr const char* name = "tanh_generic";
};

}  // namespace ETCH_NAMESPACE
