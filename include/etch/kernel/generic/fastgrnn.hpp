#pragma once

#include <etch/kernel/arithmetic/fastgrnn_cell.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn in every format that it has, by Products: base of kernel K.
template <class K, class Products>
struct fastgrnn_by : kernel_base {
  using op = ops::fastgrnn;

  template <class C>
  static constexpr bool accepts = Products::template takes<C>;
  template <class C>
  static constexpr auto pack() {
    return cell<C>{C::attributes.zeta(), C::attributes.nu()};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    step_by_step<C, C::attributes.hidden(C::input_count)>(
        a, rows, [&](auto* y, const auto* x, const auto* before) {
          kernel_constants<K, C>(a).step(y, x, before);
        });
  }

 private:
  template <class C>
  using cell = fastgrnn_cell<Products, C, typename C::template in<0>, typename C::template out<>,
                             C::attributes.inputs(), C::attributes.gate_bits,
                             C::attributes.inner_bits, C::attributes.cuts != 0>;
};

/// fastgrnn in every format that it has.
struct fastgrnn_generic : fastgrnn_by<fastgrnn_generic, plain_products> {
  static constexpr const char* name = "fastgrnn_generic";
};

}  // namespace ETCH_NAMESPACE
