#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/op/resize_nearest.hpp>

namespace ETCH_NAMESPACE {

/// resize_nearest in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x (N,H,W,C). Writes: y (N,OH,OW,C).
struct resize_nearest_generic : kernel_base {
  using op = ops::resize_nearest;
  static constexpr const char* name = "resize_nearest_generic";

  /// The row or column of x, of `in`, that row or column i of `out` is.
  static constexpr std::uint16_t cell(int i, int in, int out, const resizing& r) {
    const bool align = r.align != 0 && out > 1;
    const float ratio = align ? static_cast<float>(in - 1) / static_cast<float>(out - 1)
                              : static_cast<float>(in) / static_cast<float>(out);
    const float at = (static_cast<float>(i) + (r.half_pixels != 0 ? 0.5F : 0.0F)) * ratio;
    const int k = r.align != 0 ? static_cast<int>(round_half_away(static_cast<double>(at)))
                               : static_cast<int>(at);
    return static_cast<std::uint16_t>(minimum(k, in - 1));
  }

  template <class C>
  static constexpr auto pack() {
    constexpr extents x = C::template in<0>::is.shape;
    constexpr ops::resize_nearest r = C::attributes;
    cells<r.h, r.w> p{};
    for (int i = 0; i < r.h; ++i) p.row[i] = cell(i, x.h(), r.h, r);
    for (int j = 0; j < r.w; ++j) p.column[j] = cell(j, x.w(), r.w, r);
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    copied<in::is.shape, out::is.shape, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), packed<resize_nearest_generic, C>, rows);
  }

 private:
  /// The row and the column of x that each of y is.
  template <int H, int W>
  struct cells {
    std::uint16_t row[H], column[W];
  };
  template <extents X, extents Y, class LayoutX, class LayoutY, class To, class From, class P>
  ETCH_KERNEL static constexpr void copied(To y,    // (N,OH,OW,C)
                                           From x,  // (N,H,W,C)
                                           const P& from, row_block rows) {
    for (int r = rows.first; r < rows.first + rows.count; ++r) {
      const int n = r / Y.h(), i = r % Y.h();
      for (int j = 0; j < Y.w(); ++j) {
        for (int c = 0; c < Y.c(); ++c) {
          y[LayoutY::offset(Y, n, i, j, c)] =
              x[LayoutX::offset(X, n, from.row[i], from.column[j], c)];
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
