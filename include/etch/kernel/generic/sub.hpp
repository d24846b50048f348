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

/// sub of integers of up to 8 bits by two products, where these give the codes of sub_generic.
struct sub_products : pair_kernel<sub_products> {
  using op = ops::sub;
  static constexpr const char* name = "sub_products";

  template <class C>
  static constexpr bool accepts = sum_by_products<C, -1>.exists;
  template <class C>
  static constexpr auto pack() {
    return sum_by_products<C, -1>.is;
  }
};

}  // namespace ETCH_NAMESPACE
