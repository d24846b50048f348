#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/minimum.hpp>

namespace ETCH_NAMESPACE {

/// minimum in any format and layout.
struct minimum_generic : kernel_base {
  using op = ops::minimum;
  static constexpr const char* name = "minimum_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, smaller_of<typename C::template out<>::storage>{output_limits<C>()});
  }

 private:
  template <class T>
  struct smaller_of {
    limits<T> l;
    constexpr T operator()(T a, T b) const { return clamp(minimum(a, b), l.low, l.high); }
  };
};

}  // namespace ETCH_NAMESPACE
