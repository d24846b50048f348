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
    run_with<C>(a, kernel_constants<dense_generic, C>(a), rows);
  }
  /// The same by parameters p.
  template <class C, class A, class P>
  static constexpr void run_with(const A& a, const P& p, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr int inputs = C::template in<1>::is.shape.d[1];
    constexpr int outputs = C::template in<1>::is.shape.d[0];
    if (rows.count == 0) return;  // the whole output is one row
    sums<sum_arithmetic<C>, cursor_of<in>, cursor_of<out>, outputs>(
        a.template out<0>(), a.template in<0>(), out::is.shape.size() / outputs, inputs,
        in::is.number.zero, C::template in<1>::is.number.zero, p);
  }

  /// Any codes of one value.
  template <class C>
  static constexpr int takes_runs_of =
      C::template in<0>::is.shape.size() == C::template in<1>::is.shape.d[1] &&
              __is_same(typename C::template in<0>::layout, hwc)
          ? 1
          : 0;
  /// The sum of each output so far, without its bias.
  template <class C>
  struct state {
    typename sum_arithmetic<C>::sum sum[C::template in<1>::is.shape.d[0]];
  };
  template <class C>
  static constexpr void begin(state<C>& s) {
    for (auto& sum : s.sum) sum = sum_arithmetic<C>::zero();
  }
  template <class C, class A>
  static constexpr void take(const A& a, state<C>& s, int first, int count) {
    using weights = typename C::template in<1>;
    take_codes<sum_arithmetic<C>>(s.sum + 0, a.template in<0>(), first, count,
                                  weights::is.shape.d[0], weights::is.shape.d[1],
                                  C::template in<0>::is.number.zero, weights::is.number.zero,
                                  kernel_constants<dense_generic, C>(a));
  }
  template <class C, class A>
  static constexpr void finish(const A& a, const state<C>& s) {
    end_sums<sum_arithmetic<C>, cursor_of<typename C::template out<>>>(
        a.template out<0>(), s.sum + 0, C::template in<1>::is.shape.d[0],
        kernel_constants<dense_generic, C>(a));
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

 private:
  template <class Math, class S, class X, class P>
  ETCH_KERNEL static constexpr void take_codes(S* sums,  // (O)
                                               X x,      // (K)
                                               int first, int count, int outputs, int inputs,
                                               int x_zero, int w_zero, const P& p) {
    for (int o = 0; o < outputs; ++o) {
      const auto weight = p.weights + o * inputs;
      for (int k = first; k < first + count; ++k) {
        accumulate<Math>(sums[o], Math::read(x[k], x_zero), Math::read(weight[k], w_zero));
      }
    }
  }
  template <class Math, class CursorY, class Y, class S, class P>
  ETCH_KERNEL static constexpr void end_sums(Y y,            // (O)
                                             const S* sums,  // (O)
                                             int outputs, const P& p) {
    CursorY to(0);
    for (int o = 0; o < outputs; ++o, to.next()) {
      y[to.offset()] = p.epilogue(Math::add(sums[o], p.bias[o]), o);
    }
  }
};

}  // namespace ETCH_NAMESPACE