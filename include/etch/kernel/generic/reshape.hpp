#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/reshape.hpp>

namespace ETCH_NAMESPACE {

/// reshape in any format and layout.
struct reshape_generic : copy_kernel {
  using op = ops::reshape;
  static constexpr const char* name = "reshape_generic";
};

}  // namespace ETCH_NAMESPACE
