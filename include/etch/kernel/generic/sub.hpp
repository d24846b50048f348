#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {

/// sub in any format and layout.
struct sub_generic : pair_kernel<sub_generic> {
  using op = ops::sub;
  static constexpr const char* name = "sub_generic";

  template <class C>
  static constexpr auto pack() {
    return make_sum<C, -1>();
  }
};

}  // namespace ETCH_NAMESPACE
