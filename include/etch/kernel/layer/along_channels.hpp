// The loop of operators that work on all channels of a pixel at once.
#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
template <extents E, class LayoutX, class LayoutY, class X, class Y, class Method, class Read,
          class Write>
ETCH_KERNEL constexpr void pixel_by_pixel(Y y,  // (N,H,W,C)
                                          X x,  // (N,H,W,C)
                                          const Method& method, const Read& read,
                                          const Write& write, row_block rows) {
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    for (int w = 0; w < E.w(); ++w) {
      method(
          E.c(), [&](int c) { return read(x[LayoutX::offset(E, r / E.h(), r % E.h(), w, c)]); },
          [&](int c, auto code) {
            y[LayoutY::offset(E, r / E.h(), r % E.h(), w, c)] = write(code);
          });
    }
  }
}
}  // namespace detail

/// Calls method(channels, x, y) for each pixel of the rows of call C, whose value and output have
/// one shape: x(c) reads, y(c, code) writes; numbers with a point of their own as floats.
template <class C, class A, class Method>
constexpr void along_channels(const A& a, row_block rows, const Method& method) {
  using in = typename C::template in<0>;
  using out = typename C::template out<>;
  const auto read = [](const auto& code) {
    if constexpr (is_real(in::is.number)) return read_float<in>(code);
    else return code;
  };
  const auto write = [](const auto& code) {
    if constexpr (is_real(in::is.number)) return write_float<out, C::round>(code);
    else return code;
  };
  detail::pixel_by_pixel<in::is.shape, typename in::layout, typename out::layout>(
      a.template out<0>(), a.template in<0>(), method, read, write, rows);
}

}  // namespace ETCH_NAMESPACE
