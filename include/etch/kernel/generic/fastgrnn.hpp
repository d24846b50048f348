#pragma once

#include <etch/kernel/arithmetic/fastgrnn_cell.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn by Products.
template <class Products>
struct layer_by_rows<ops::fastgrnn, Products> {
  using op = ops::fastgrnn;

  template <class C>
  static constexpr auto pack() {
    return cell<C>{C::attributes.zeta(), C::attributes.nu()};
  }
  template <class C, class A, class P>
  static constexpr void run(const A& a, row_block rows, const P& p) {
    step_by_step<C, C::attributes.hidden(C::input_count)>(
        a, rows, [&](auto* y, const auto* x, const auto* before) { p.step(y, x, before); });
  }

 private:
  template <class C>
  using cell = fastgrnn_cell<Products, C, typename C::template in<0>, typename C::template out<>,
                             C::attributes.inputs(), C::attributes.gate_bits,
                             C::attributes.inner_bits, C::attributes.cuts != 0>;
};

/// fastgrnn in every format that it has.
struct fastgrnn_generic : kernel_by_rows<plain_products, void> {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_generic";
};

}  // namespace ETCH_NAMESPACE
