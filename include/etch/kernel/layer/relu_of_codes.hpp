// relu of integer codes, some at a time: what kernels by vectors of any target share.
#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/relu.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernels of relu of codes T in logical order: By::rectify(y, x, count, zero) makes y[k]
/// the larger of x[k] and the zero point; y may be x.
template <class By, class T>
struct relu_of_codes : kernel_base {
  using op = ops::relu;

  template <class C>
  static constexpr bool accepts = [] {
    using in = typename C::template in<0>;
    return holds_codes_of<in, T> && !in::is.is_constant && in_logical_order<typename in::layout> &&
           in_logical_order<typename C::template out<>::layout>;
  }();
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    static_assert(By::is_available || sizeof(A) == 0,
                  "compile for the machine that has the instruction in the kernel's name");
    By::rectify(out_row<C>(a, rows.first), a.template rows<0>().row(rows.first),
                rows.count * C::template out<>::row,
                static_cast<T>(C::template in<0>::is.number.zero));
  }
};

}  // namespace ETCH_NAMESPACE
