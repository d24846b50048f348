#pragma once

#include <etch/kernel/generic/pool.hpp>
#include <etch/op/max_pool.hpp>

namespace ETCH_NAMESPACE {

/// max_pool in any format and layout.
struct max_pool_generic : pool_kernel<max_pool_generic> {
  using op = ops::max_pool;
  static constexpr const char* name = "max_pool_generic";

  template <class T, bool Least>
  struct extreme {
    static constexpr T start(const limits<T>& l) { return Least ? l.high : l.low; }
    static constexpr T add(const T& found, const T& cell) {
      return Least ? minimum(found, cell) : maximum(found, cell);
    }
    static constexpr T of(const T& found, int) { return found; }
    template <int>
    using kept = T;
  };
  template <class C>
  using pooling = extreme<typename C::template in<0>::storage, C::attributes.least != 0>;
};

}  // namespace ETCH_NAMESPACE
