#pragma once

#include <etch/kernel/generic/clamp.hpp>
#include <etch/op/relu6.hpp>

namespace ETCH_NAMESPACE {

/// relu6 in any format and layout.
struct relu6_generic : clamp_kernel {
  using op = ops::relu6;
  static constexpr const char* name = "relu6_generic";
};

}  // namespace ETCH_NAMESPACE
