#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/pad.hpp>

namespace ETCH_NAMESPACE {

/// pad in any format and layout.
struct pad_generic : kernel_base {
  using op = ops::pad;
  static constexpr const char* name = "pad_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr ops::pad p = C::attributes;
    constexpr auto code = border<C>();
    framed<in::is.shape, out::is.shape, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), code, p.top, p.left, p.front, rows);
  }

 private:
  template <class T>
  requires(sizeof(T) == 1)
  static void in_bytes(T*, const T*, T);

  template <class C>
  static constexpr auto border() {
    using out = typename C::template out<>;
    constexpr ops::pad p = C::attributes;
    if constexpr (p.has_code == 1 && out::kind::is_integer) {
      return code_within(p.code, output_limits<C>());
    } else {
      const double number = p.has_code == 0 ? 0.0
                            : p.has_code == 1
                                ? p.code
                                : static_cast<double>(__builtin_bit_cast(float, p.code));
      return static_cast<typename out::storage>(out::kind::encode(out::is.number, number));
    }
  }
  template <extents X, extents Y, class LayoutX, class LayoutY, class To, class From, class T>
  ETCH_KERNEL static constexpr void framed(To y,    // (N,H',W',C')
                                           From x,  // (N,H,W,C)
                                           T code, int top, int left, int front, row_block rows) {
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / Y.h(), i = r % Y.h(), h = i - top;
      if constexpr (requires { in_bytes(y, x, code); } && X.c() == Y.c() &&
                    go_in_steps<cursor<LayoutX, extents{}, extents{}>,
                                cursor<LayoutY, extents{}, extents{}>>) {
        if (!__builtin_is_constant_evaluated()) {
          constexpr int row = Y.w() * Y.c(), inner = X.w() * X.c();
          const int before = left * X.c();
          T* const to = y + r * row;
          const bool has_row = h >= 0 && h < X.h();
          fill_bytes(to, code, has_row ? before : row);
          if (!has_row) continue;
          copy_bytes(to + before, x + (n * X.h() + h) * inner, inner);
          fill_bytes(to + before + inner, code, row - before - inner);
          continue;
        }
      }
      for (int j = 0; j < Y.w(); ++j) {
        const int w = j - left;
        const bool inside = h >= 0 && h < X.h() && w >= 0 && w < X.w();
        for (int k = 0; k < Y.c(); ++k) {
          const int c = k - front;
          y[LayoutY::offset(Y, n, i, j, k)] =
              inside && c >= 0 && c < X.c() ? x[LayoutX::offset(X, n, h, w, c)] : code;
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
