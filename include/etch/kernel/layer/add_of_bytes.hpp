// What the kernels that add signed 8-bit codes by vectors of any target share.
#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, for factors to the output of at most 1, with the constants of the generic
/// kernel: K runs rows by a function sums(y, a, b, count, constants).
template <class K>
struct add_of_bytes : kernel_base {
  using op = ops::add;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_bytes_in_order<C>) {
      return make_sum<C>().out.shift <= 0;
    } else {
      return false;
    }
  }();
  template <class C>
  static constexpr auto pack() {
    return make_sum<C>();
  }

 protected:
  template <class C, class A, class F>
  ETCH_GLUE static void run_rows(const A& a, row_block rows, const F& sums) {
    call_on_rows<C>(a, rows, [&](auto... codes) { sums(codes..., packed<K, C>); });
  }
};

}  // namespace ETCH_NAMESPACE
