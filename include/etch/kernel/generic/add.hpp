#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/add.hpp>

namespace ETCH_NAMESPACE {

/// add in any format and layout.
struct add_generic : pair_kernel<add_generic> {
  using op = ops::add;
  static constexpr const char* name = "add_generic";

  template <class C>
  static constexpr auto pack() {
    return make_sum<C>();
  }
};

/// add of integers of up to 8 bits by two products, where these give the codes of add_generic.
struct add_products : pair_kernel<add_products> {
  using op = ops::add;
  static constexpr const char* name = "add_products";

  template <class C>
  static constexpr bool accepts = sum_by_products<C>.exists;
  template <class C>
  static constexpr auto pack() {
    return sum_by_products<C>.is;
  }
};

/// add of power-of-two formats with equal fraction bits in and out: no shift, no rounding.
///
/// Needs: q formats, a.frac = b.frac = y.frac, equal shapes, logical order.
struct add_aligned : kernel_base {
  using op = ops::add;
  static constexpr const char* name = "add_aligned";

  template <class C>
  static constexpr bool accepts = [] {
    using a = typename C::template in<0>;
    using b = typename C::template in<1>;
    using y = typename C::template out<>;
    return is_q(a::is.number) && is_q(b::is.number) && is_q(y::is.number) &&
           !sums_saturate(a::is.number, b::is.number, y::is.number) &&
           a::is.number.frac == y::is.number.frac && b::is.number.frac == y::is.number.frac &&
           a::is.shape == y::is.shape && b::is.shape == y::is.shape &&
           in_logical_order<typename a::layout> && in_logical_order<typename b::layout> &&
           in_logical_order<typename y::layout>;
  }();
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    call_on_rows<C>(a, rows, [](auto... codes) { sums(codes..., output_limits<C>()); });
  }

 private:
  template <class Y, class A, class B, class T>
  ETCH_KERNEL static constexpr void sums(Y y, A a, B b, int count, limits<T> l) {
    for (int i = 0; i < count; ++i) {
      y[i] = static_cast<T>(clamp<std::int32_t>(a[i] + b[i], l.low, l.high));
    }
  }
};

}  // namespace ETCH_NAMESPACE
