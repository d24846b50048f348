#pragma once

#include <etch/kernel/generic/clamp.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {

/// relu in any format and layout.
struct relu_generic : clamp_kernel {
  using op = ops::relu;
  static constexpr const char* name = "relu_generic";
};

}  // namespace ETCH_NAMESPACE
