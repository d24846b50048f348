// What the kernels that add codes of 8 or 16 bits by vectors of any target share.
#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/op/add.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {

/// Base of kernel K of calls of Op, add or sub, of codes T as TensorFlow Lite's, by factors to the
/// output of at most 1, with the constants of the generic kernel: the function K::sums_by<C>() of
/// (y, a, b, count, constants) adds codes.
template <class K, class T = std::int8_t, class Op = ops::add>
struct add_of_codes : kernel_base {
  using op = Op;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_in_double_rounding<C, T>)
      return make_sum<C, sign_of_sum<Op>>().out.shift <= 0;
    else return false;
  }();
  template <class C>
  static constexpr auto pack() {
    return make_sum<C, sign_of_sum<Op>>();
  }
  template <class C>
  static constexpr bool reads_rows = true;

  template <class C, class A>
  static void run(const A& a, row_block rows) {
    static_assert(K::is_available || sizeof(A) == 0,
                  "compile for the machine that has the instruction in the kernel's name");
    K::template sums_by<C>()(out_row<C>(a, rows.first), a.template rows<0>().row(rows.first),
                             a.template rows<1>().row(rows.first),
                             rows.count * C::template out<>::row, kernel_constants<K, C>(a));
  }
};

/// The same of calls whose sum, or difference where Op subtracts, two products are known to be,
/// with the constants of those: the function adds<Shift, Whole> of Loops, of (y, a, b, count,
/// constants), adds codes; Whole if they are limited to those that T has.
template <class K, class Loops = K, class Op = ops::add, class T = std::int8_t>
struct add_of_bytes_by_products : add_of_codes<K, T, Op> {
  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_codes_in_order<C, T>) return sum_by_products<C, sign_of_sum<Op>>.exists;
    else return false;
  }();
  template <class C>
  static constexpr short_sum<T> pack() {
    return sum_by_products<C, sign_of_sum<Op>>.is;
  }
  template <class C>
  static constexpr auto sums_by() {
    constexpr auto s = pack<C>();
    return &Loops::template adds<s.shift, are_all_of<T>(s), T>;
  }
};
/// Op of codes T by the loops of kernel Add, which K is named after.
template <class K, class Add, class Op = ops::sub, class T = std::int8_t>
struct by_products_as : add_of_bytes_by_products<K, Add, Op, T> {
  static constexpr bool is_available = Add::is_available;
};

}  // namespace ETCH_NAMESPACE
