#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>
#include <etch/op/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru in every format that it has.
struct gru_generic : kernel_base {
  using op = ops::gru;
  static constexpr const char* name = "gru_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr format x = C::template in<0>::is.number, h = C::template out<>::is.number;
    constexpr gate_parameters p =
        parameters_of_gates(gate_numbers_of(x, h), C::attributes.gate_bits);
    constants<C> all{{}, state_of<C>()};
    for_each_index<3>([&]<int K>() {
      auto& g = all.gate[K];
      load_all(g.weights, C::bytes(op::weights + K));
      load_all(g.recurrent, C::bytes(op::recurrent + K));
      for (int j = 0; j < C::template in<op::biases + K>::span; ++j) {
        g.bias[j] = of_input<C>::template bias<typename C::template in<op::biases + K>>(
            C::bytes(op::biases + K), j);
      }
      if constexpr (has_recurrent_biases<C>) {
        using bias = typename C::template in<op::recurrent_biases + K>;
        for (int j = 0; j < bias::span; ++j) {
          g.recurrent_bias[j] =
              of_hidden<C>::template bias<bias>(C::bytes(op::recurrent_biases + K), j);
        }
      }
      g.of_input = make_gate<state_type<C>>(p, x, C::inputs()[op::weights + K].number);
      g.of_hidden = make_gate<state_type<C>>(p, h, C::inputs()[op::recurrent + K].number);
    });
    return all;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    step_by_step<C, op::hidden(C::input_count)>(
        a, rows, [&](auto* y, const auto* x, const auto* before) {
          step<C>(y, x, before, kernel_constants<gru_generic, C>(a));
        });
  }

 private:
  template <class C>
  static constexpr bool has_recurrent_biases = op::has_recurrent_biases(C::input_count);
  template <class C>
  static constexpr auto state_of() {
    return make_state<typename C::template in<0>, typename C::template out<>, C::round,
                      C::attributes.gate_bits>();
  }
  template <class C>
  using state_type = decltype(state_of<C>());
  /// Whether the sums of gate K stay within 32 bits, whatever the codes.
  template <class C, int K>
  static constexpr bool fits_32_bits() {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr format x = in::is.number, h = out::is.number;
    constexpr gate_parameters p =
        parameters_of_gates(gate_numbers_of(x, h), C::attributes.gate_bits);
    std::int64_t most = largest_step(x) * largest_row<C, op::weights + K> +
                        largest_step(h) * largest_row<C, op::recurrent + K> +
                        largest_bias<C, in, op::weights + K, op::biases + K>;
    if constexpr (has_recurrent_biases<C>) {
      most += largest_bias<C, out, op::recurrent + K, op::recurrent_biases + K>;
    }
    using state = state_type<C>;
    return most <= make_gate<state>(p, x, C::inputs()[op::weights + K].number).most() &&
           most <= make_gate<state>(p, h, C::inputs()[op::recurrent + K].number).most();
  }
  template <class C>
  static constexpr bool is_wide() {
    if constexpr (is_real(C::template in<0>::is.number)) return false;
    else return !(fits_32_bits<C, 0>() && fits_32_bits<C, 1>() && fits_32_bits<C, 2>());
  }
  template <class C>
  using of_input =
      gate_sums<typename C::template in<0>, typename C::template in<op::weights>, is_wide<C>()>;
  template <class C>
  using of_hidden =
      gate_sums<typename C::template out<>, typename C::template in<op::recurrent>, is_wide<C>()>;

  template <class C>
  struct constants {
    using sum = typename of_input<C>::type;
    struct gate_constants {
      typename C::template in<op::weights>::storage weights[C::template in<op::weights>::span];
      typename C::template in<op::recurrent>::storage
          recurrent[C::template in<op::recurrent>::span];
      sum bias[C::template in<op::biases>::span];
      sum recurrent_bias[has_recurrent_biases<C> ? C::template in<op::biases>::span : 1];
      typename state_type<C>::gate of_input, of_hidden;
    };
    using tables = tables_of_t<state_type<C>>;
    gate_constants gate[3];
    state_type<C> state;
  };

  template <class C, class Y, class X, class P>
  ETCH_KERNEL static constexpr void step(Y* y,             // (H)
                                         const X* x,       // (I)
                                         const Y* before,  // (H)
                                         const P& p) {
    constexpr int inputs = C::template in<0>::is.shape.d[2],
                  units = C::template out<>::is.shape.c();
    using number = typename state_type<C>::number;
    const auto& s = p.state;
    const auto input = [&](int k, int j) {
      const auto& g = p.gate[k];
      return of_input<C>::of(x, g.weights + j * inputs, inputs) + g.bias[j];
    };
    const auto recurrent = [&](int k, int j, const Y* h) {
      const auto& g = p.gate[k];
      const auto sum = of_hidden<C>::of(h, g.recurrent + j * units, units);
      if constexpr (has_recurrent_biases<C>) return sum + g.recurrent_bias[j];
      else return sum;
    };
    const auto join = [&](int k, int j, const Y* h) {
      const auto& g = p.gate[k];
      return s.join(input(k, j), recurrent(k, j, h), g.of_input, g.of_hidden);
    };
    const auto finish = [&](int j, number candidate) {
      const number z = s.sigmoid(join(0, j, before), 0), n = s.tanh(candidate, 0);
      const number h = s.read(before[j]);
      y[j] = s.write(C::attributes.takes_new != 0 ? s.blend(z, n, h) : s.blend(z, h, n));
    };
    if constexpr (C::attributes.reset_after != 0) {
      for (int j = 0; j < units; ++j) {
        const number reset = s.sigmoid(join(1, j, before), 0);
        const auto& g = p.gate[2];
        const number kept = s.product(reset, g.of_hidden(recurrent(2, j, before)));
        finish(j, s.sum(g.of_input(input(2, j)), kept));
      }
    } else {
      Y kept[units];
      for (int j = 0; j < units; ++j) {
        kept[j] = s.write(s.product(s.sigmoid(join(1, j, before), 0), s.read(before[j])));
      }
      for (int j = 0; j < units; ++j) finish(j, join(2, j, kept));
    }
  }
};

}  // namespace ETCH_NAMESPACE
