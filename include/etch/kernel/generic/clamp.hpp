#pragma once

#include <etch/kernel/arithmetic/clamp.hpp>
#include <etch/op/clamp.hpp>

namespace ETCH_NAMESPACE {

/// clamp in any format and layout.
struct clamp_generic : clamp_kernel {
  using op = ops::clamp;
  static constexpr const char* name = "clamp_generic";
};

}  // namespace ETCH_NAMESPACE
