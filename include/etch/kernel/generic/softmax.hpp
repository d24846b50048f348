#pragma once

#include <etch/kernel/arithmetic/softmax.hpp>
#include <etch/kernel/layer/along_channels.hpp>
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
    along_channels<C>(a, rows, kernel_constants<softmax_generic, C>(a));
  }

 private:
  template <class C>
  using table_number = element_t<list<float, double>, C::round == rounding::half_away ? 1 : 0>;
};

/// softmax of affine codes of 8 bits by a table of the exponentials of all differences.
struct softmax_table : kernel_base {
  using op = ops::softmax;
  static constexpr const char* name = "softmax_table";

  template <class C>
  static constexpr bool accepts =
      is_scaled(C::template in<0>::is.number) && C::template in<0>::is.number.bits == 8;
  template <class C>
  static constexpr bool bakes_constants = true;
  template <class C>
  static constexpr auto pack() {
    return affine_softmax<typename C::template out<>::storage, table_of_powers>{
        C::template in<0>::is.number.unit(), static_cast<double>(C::attributes.beta())};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    along_channels<C>(a, rows, packed<softmax_table, C>);
  }
};

}  // namespace ETCH_NAMESPACE
