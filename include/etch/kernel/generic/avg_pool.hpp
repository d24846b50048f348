#pragma once

#include <etch/kernel/arithmetic/mean.hpp>
#include <etch/kernel/generic/pool.hpp>
#include <etch/op/avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// avg_pool in any format and layout. The zero point plays no part: the mean of codes is the code
/// of the mean.
struct avg_pool_generic : pool_kernel<avg_pool_generic> {
  using op = ops::avg_pool;
  static constexpr const char* name = "avg_pool_generic";

  template <class C>
  using pooling = mean_method<typename C::template in<0>, C::round>;
};

}  // namespace ETCH_NAMESPACE
