#pragma once

#include <etch/kernel/layer/element_loops.hpp>
#include <etch/kernel/layer/weights.hpp>
#include <etch/op/dense.hpp>

namespace ETCH_NAMESPACE {

/// dense in any format and layout; x is (B,K) in logical order.
struct dense_generic : weighted_kernel {
  using op = ops::dense;
  static constexpr const char* name = "dense_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr int inputs = C::template in<1>::is.shape.d[1];
    constexpr int outputs = C::template in<1>::is.shape.d[0];
    if (rows.count == 0) return;  // the whole output is one row
    sums<sum_arithmetic<C>, cursor_of<in>, cursor_of<out>, outputs>(
        a.template out<0>(), a.template in<0>(), out::is.shape.size() / outputs, inputs,
        in::is.number.zero, C::template in<1>::is.number.zero, packed<dense_generic, C>);
  }

  /// The sums of all outputs, ended by p.epilogue.
  template <class Math, class CursorX, class CursorY, int Outputs, class X, class Y, class P>
  ETCH_KERNEL static constexpr void sums(Y y,  // (B,O)
                                         X x,  // (B,K)
                                         int batches, int inputs, int x_zero, int w_zero,
                                         const P& p) {
    CursorY to(0);
    for (int b = 0; b < batches; ++b) {
      for (int o = 0; o < Outputs; ++o, to.next()) {
        auto sum = Math::zero();
        const auto weight = p.weights + o * inputs;
        CursorX from(b * inputs);
        for (int k = 0; k < inputs; ++k, from.next()) {
          accumulate<Math>(sum, Math::read(x[from.offset()], x_zero),
                           Math::read(weight[k], w_zero));
        }
        y[to.offset()] = p.epilogue(Math::add(sum, p.bias[o]), o);
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
