#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/arithmetic/softmax.hpp>
#include <etch/op/softmax.hpp>

namespace ETCH_NAMESPACE {

/// softmax in every format that it has and any layout.
struct softmax_generic : kernel_base {
  using op = ops::softmax;
  static constexpr const char* name = "softmax_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr format f = C::template in<0>::is.number;
    constexpr double beta = static_cast<double>(C::attributes.beta());
    using code = typename C::template out<>::storage;
    if constexpr (is_real(f)) return float_softmax{C::attributes.beta()};
    else if constexpr (is_q(f) && f.bits == 8) return binary_softmax{};
    else if constexpr (is_q(f)) return wide_binary_softmax{};
    else if constexpr (f.bits == 8) return affine_softmax<code>{f.unit(), beta};
    else return wide_affine_softmax<table_number<C>>{f.unit(), beta};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
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
    shares<in::is.shape, typename in::layout, typename out::layout>(
        a.template out<0>(), a.template in<0>(), kernel_constants<softmax_generic, C>(a), read,
        write, rows);
  }

 private:
  template <class C>
  using table_number = element_t<list<float, double>, C::round == rounding::half_away ? 1 : 0>;

  template <extents E, class LayoutX, class LayoutY, class X, class Y, class Method, class Read,
            class Write>
  ETCH_KERNEL static constexpr void shares(Y y,  // (N,H,W,C)
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
};

}  // namespace ETCH_NAMESPACE
