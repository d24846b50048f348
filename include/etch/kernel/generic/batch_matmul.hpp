#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/op/batch_matmul.hpp>

namespace ETCH_NAMESPACE {

/// batch_matmul in any format and layout.
struct batch_matmul_generic : kernel_base {
  using op = ops::batch_matmul;
  static constexpr const char* name = "batch_matmul_generic";

  template <class C>
  static constexpr auto pack() {
    if constexpr (is_wide<C>) {
      constexpr auto l = output_limits<C>();
      return make_factor_epilogue<typename C::template out<>::storage, C::round, true>(
          [](int c) { return quantise_factor(sum_to_output<C>(c)); },
          C::template out<>::is.number.zero, l);
    } else {
      return make_generic_epilogue<C, 1>();
    }
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using left = typename C::template in<0>;
    using right = typename C::template in<1>;
    using out = typename C::template out<>;
    using narrow = typename left::kind::arithmetic;
    using math = element_t<list<narrow, wide_integer_arithmetic>, is_wide<C> ? 1 : 0>;
    products<math, C::attributes, left, right, out>(
        a.template out<0>(), a.template in<0>(), a.template in<1>(),
        kernel_constants<batch_matmul_generic, C>(a), rows);
  }

 private:
  template <class C>
  static constexpr bool is_wide = C::attributes.products(C::inputs(), 0).bits == 64;

  template <class Math, ops::batch_matmul Op, class Left, class Right, class Out, class Y, class A,
            class B, class F>
  ETCH_KERNEL static constexpr void products(Y y,  // (N,H,M,N)
                                             A a,  // (N,H,M,K)
                                             B b,  // (N,H,K,N)
                                             const F& epilogue, row_block rows) {
    constexpr extents ea = Left::is.shape, eb = Right::is.shape, ey = Out::is.shape;
    constexpr ops::batch_matmul::sizes s = Op.of(ea, eb);
    constexpr int zero_a = Left::is.number.zero, zero_b = Right::is.number.zero;
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / ey.h(), h = r % ey.h();
      const int na = ea.n() == 1 ? 0 : n, ha = ea.h() == 1 ? 0 : h;
      const int nb = eb.n() == 1 ? 0 : n, hb = eb.h() == 1 ? 0 : h;
      for (int i = 0; i < s.m; ++i) {
        for (int j = 0; j < s.n; ++j) {
          auto sum = Math::zero();
          for (int k = 0; k < s.k; ++k) {
            const int at_a = Op.transpose_a != 0 ? Left::layout::offset(ea, na, ha, k, i)
                                                 : Left::layout::offset(ea, na, ha, i, k);
            const int at_b = Op.transpose_b != 0 ? Right::layout::offset(eb, nb, hb, j, k)
                                                 : Right::layout::offset(eb, nb, hb, k, j);
            sum = Math::multiply_add(sum, Math::read(a[at_a], zero_a), Math::read(b[at_b], zero_b));
          }
          y[Out::layout::offset(ey, n, h, i, j)] = epilogue(sum, 0);
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
