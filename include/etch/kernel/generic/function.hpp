#pragma once

#include <etch/kernel/arithmetic/function_table.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// function in any format and layout.
struct function_generic : element_kernel<function_generic> {
  using op = ops::function;
  static constexpr const char* name = "function_generic";

  template <class C>
  static constexpr auto pack() {
    return make_function<C>();
  }
};

}  // namespace ETCH_NAMESPACE
