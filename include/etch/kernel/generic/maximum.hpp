#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/maximum.hpp>

namespace ETCH_NAMESPACE {

/// maximum in any format and layout.
struct maximum_generic : kernel_base {
  using op = ops::maximum;
  static constexpr const char* name = "maximum_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, larger_of<typename C::template out<>::storage>{output_limits<C>()});
  }

 private:
  template <class T>
  struct larger_of {
    limits<T> l;
    constexpr T operator()(T a, T b) const { return clamp(maximum(a, b), l.low, l.high); }
  };
};

}  // namespace ETCH_NAMESPACE
