#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/clamp.hpp>
#include <etch/op/products.hpp>

namespace ETCH_NAMESPACE {

/// Base of a kernel whose operator says by `clamps`, and by limits(), what it clamps to.
struct clamp_kernel : kernel_base {
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr auto l = output_limits<merged<C>>();
    map_rows<C>(a, rows, epilogue<typename C::template out<>::storage>{l});
  }

 private:
  template <class T>
  struct epilogue {
    static constexpr bool is_one_function = true;
    limits<T> l;
    constexpr T operator()(T code, int) const { return clamp(code, l.low, l.high); }
  };
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

/// clamp in any format and layout.
struct clamp_generic : clamp_kernel {
  using op = ops::clamp;
  static constexpr const char* name = "clamp_generic";
};

}  // namespace ETCH_NAMESPACE
