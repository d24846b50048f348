#pragma once

#include <etch/kernel/arithmetic/product_of_two.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/mul.hpp>

namespace ETCH_NAMESPACE {

/// mul in any format and layout.
struct mul_generic : pair_kernel<mul_generic> {
  using op = ops::mul;
  static constexpr const char* name = "mul_generic";

  template <class C>
  static constexpr auto pack() {
    return make_product<C>();
  }
};

}  // namespace ETCH_NAMESPACE
