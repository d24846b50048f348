#pragma once

#include <etch/kernel/mean.hpp>
#include <etch/kernel/requantise.hpp>
#include <etch/op/global_avg_pool.hpp>

namespace etch::inline ETCH_ABI {

/// global_avg_pool in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x (N,H,W,C). Writes: y (N,C).
struct global_avg_pool_generic {
  using op = ops::global_avg_pool;
  static constexpr const char* name = "global_avg_pool_generic";

  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr nothing pack() {
    return {};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    if (rows.count == 0) return;  // the whole output is one row
    constexpr auto l = output_limits<C>();
    means<in::is.shape, out::is.shape, C::round, typename in::kind::arithmetic, typename in::layout,
          typename out::layout>(a.template out<0>(), a.template in<0>(), l);
  }

 private:
  template <extents X, extents Y, rounding R, class Math, class LayoutX, class LayoutY, class T>
  ETCH_KERNEL static constexpr void means(T* y,        // (N,C)
                                          const T* x,  // (N,H,W,C)
                                          limits<T> l) {
    for (int n = 0; n < X.n(); ++n) {
      for (int c = 0; c < X.c(); ++c) {
        auto sum = Math::zero();
        for (int h = 0; h < X.h(); ++h) {
          for (int w = 0; w < X.w(); ++w) {
            sum = Math::add(sum, Math::read(x[LayoutX::offset(X, n, h, w, c)], 0));
          }
        }
        y[LayoutY::offset(Y, 0, 0, n, c)] =
            clamp(static_cast<T>(mean_of<R>(sum, X.h() * X.w())), l.low, l.high);
      }
    }
  }
};

}  // namespace etch::inline ETCH_ABI
