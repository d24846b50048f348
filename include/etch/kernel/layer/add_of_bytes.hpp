// What the kernels that add signed 8-bit codes by vectors of any target share.
#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K, for factors to the output of at most 1, with the constants of the generic
/// kernel: the function K::sums_by<C>() of (y, a, b, count, constants) adds codes.
template <class K>
struct add_of_bytes : kernel_base {
  using op = ops::add;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_bytes_in_order<C>) return make_sum<C>().out.shift <= 0;
    else return false;
  }();
  template <class C>
  static constexpr auto pack() {
    return make_sum<C>();
  }

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    static_assert(K::is_available || sizeof(A) == 0,
                  "compile for the machine that has the instruction in the kernel's name");
    call_on_rows<C>(a, rows,
                    [](auto... codes) { K::template sums_by<C>()(codes..., packed<K, C>); });
  }
};

}  // namespace ETCH_NAMESPACE
