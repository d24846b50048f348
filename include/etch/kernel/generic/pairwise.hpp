#pragma once

#include <etch/kernel/arithmetic/pair_functions.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>

namespace ETCH_NAMESPACE {

/// pairwise in every format that it has and any layout.
struct pairwise_generic : pair_kernel<pairwise_generic> {
  using op = ops::pairwise;
  static constexpr const char* name = "pairwise_generic";

  template <class C>
  static constexpr auto pack() {
    return make_pair_function<C>();
  }
};

}  // namespace ETCH_NAMESPACE
