// Sums and differences of codes that need neither a shift nor a factor: they only saturate.
#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/op/add.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {

/// Whether call C adds or subtracts codes T that all count the same unit from 0: each sum is that
/// of the codes, exactly, within limits.
template <class C, class T>
inline constexpr bool sums_are_plain = [] {
  if constexpr (!adds_codes_in_order<C, T>) return false;
  else {
    constexpr format a = C::template in<0>::is.number, b = C::template in<1>::is.number;
    constexpr format y = C::template out<>::is.number;
    if constexpr (is_q(y)) return a.frac == y.frac && b.frac == y.frac;
    else
      return adds_in_double_rounding<C, T> && a.unit() == y.unit() && b.unit() == y.unit() &&
             a.zero == 0 && b.zero == 0 && y.zero == 0;
  }
}();

/// Base of kernel K of such calls of Op, add or sub: Loops::sums<Sign, Whole>(y, a, b, count,
/// limits) adds or subtracts codes T that saturate; Whole if the limits are those of T.
template <class K, class Loops, class T, class Op>
struct plain_sum : kernel_base {
  using op = Op;

  template <class C>
  static constexpr bool accepts = sums_are_plain<C, T>;
  template <class C>
  static constexpr bool reads_rows = true;

  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(Loops::is_available || sizeof(A) == 0,
                  "compile for the machine that has the instruction in the kernel's name");
    if constexpr (Loops::is_available) {
      constexpr limits<T> l = output_limits<C>();
      Loops::template sums<sign_of_sum<Op>, are_all_of<T>(l)>(
          out_row<C>(a, rows.first), a.template rows<0>().row(rows.first),
          a.template rows<1>().row(rows.first), rows.count * C::template out<>::row, l);
    }
  }
};

}  // namespace ETCH_NAMESPACE
