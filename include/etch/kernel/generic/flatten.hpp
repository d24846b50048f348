#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/flatten.hpp>

namespace ETCH_NAMESPACE {

/// flatten in any format and layout.
struct flatten_generic : copy_kernel {
  using op = ops::flatten;
  static constexpr const char* name = "flatten_generic";
};

}  // namespace ETCH_NAMESPACE
