#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/maximum.hpp>

namespace ETCH_NAMESPACE {

/// Base of the kernels that select one of two codes: the larger, or the smaller where Least.
template <bool Least>
struct choice_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_pair_rows<C>(a, rows, choice<typename C::template out<>::storage>{output_limits<C>()});
  }

 private:
  template <class T>
  struct choice {
    limits<T> l;
    constexpr T operator()(T a, T b) const {
      return clamp(Least ? minimum(a, b) : maximum(a, b), l.low, l.high);
    }
  };
};

/// maximum in any format and layout.
struct maximum_generic : choice_kernel<false> {
  using op = ops::maximum;
  static constexpr const char* name = "maximum_generic";
};

}  // namespace ETCH_NAMESPACE
