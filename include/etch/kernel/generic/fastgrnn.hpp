#pragma once

#include <etch/kernel/arithmetic/fastgrnn_cell.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>

namespace ETCH_NAMESPACE {

/// fastgrnn in every format that it has.
struct fastgrnn_generic : kernel_base {
  using op = ops::fastgrnn;
  static constexpr const char* name = "fastgrnn_generic";

  template <class C>
  static constexpr auto pack() {
    return cell<C>{C::attributes.zeta(), C::attributes.nu()};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    step_by_step<C, C::attributes.hidden(C::input_count)>(
        a, rows, [&](auto* y, const auto* x, const auto* before) {
          kernel_constants<fastgrnn_generic, C>(a).step(y, x, before);
        });
  }

 private:
  template <class C>
  using cell = fastgrnn_cell<C, typename C::template in<0>, typename C::template out<>,
                             C::attributes.inputs(), C::attributes.gate_bits,
                             C::attributes.inner_bits, C::attributes.cuts != 0>;
};

}  // namespace ETCH_NAMESPACE
