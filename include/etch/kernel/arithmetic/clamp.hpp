// What the generic kernels of operators that clamp codes share.
#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/products.hpp>

namespace ETCH_NAMESPACE {

/// Codes brought between two others.
template <class T>
struct clamp_epilogue {
  limits<T> l;
  constexpr T operator()(T code, int) const { return clamp(code, l.low, l.high); }
};
template <class T>
clamp_epilogue(limits<T>) -> clamp_epilogue<T>;

/// Base of a kernel whose operator says by `clamps`, and by limits(), what it clamps to.
struct clamp_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr auto l = output_limits<merged<C>>();
    map_rows<C>(a, rows, clamp_epilogue{l});
  }

 private:
  /// Call C as if its operator were merged into it: what output_limits reads.
  template <class C>
  struct merged : with_activation<C, C::op::clamps> {
    static constexpr code_limits codes = [] {
      if constexpr (requires { C::attributes.limits(); }) return C::attributes.limits();
      else return code_limits{};
    }();
    static constexpr int clamp_low = codes.low, clamp_high = codes.high;
  };
};

}  // namespace ETCH_NAMESPACE
