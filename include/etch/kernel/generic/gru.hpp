#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>
#include <etch/op/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru by Products.
template <class Products>
struct layer_by_rows<ops::gru, Products> {
  using op = ops::gru;

  template <class C>
  static constexpr auto pack() {
    return constants<C>{{gate_of<C, 0>(), gate_of<C, 1>(), gate_of<C, 2>()}};
  }
  template <class C, class A, class P>
  static constexpr void run(const A& a, row_block rows, const P& p) {
    step_by_step<C, op::hidden(C::input_count)>(
        a, rows, [&](auto* y, const auto* x, const auto* before) { step<C>(y, x, before, p); });
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
  /// The largest sum of gate K, of the input and of the hidden state.
  template <class C, int Gate>
  static constexpr std::int64_t largest_sum() {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr format x = in::is.number, h = out::is.number;
    std::int64_t most = largest_step(x) * largest_row<C, op::weights + Gate> +
                        largest_step(h) * largest_row<C, op::recurrent + Gate> +
                        largest_bias<C, in, op::weights + Gate, op::biases + Gate>;
    if constexpr (has_recurrent_biases<C>) {
      most += largest_bias<C, out, op::recurrent + Gate, op::recurrent_biases + Gate>;
    }
    return most;
  }
  /// Whether the sums of gate K stay within 32 bits, whatever the codes.
  template <class C, int Gate>
  static constexpr bool fits_32_bits() {
    constexpr format x = C::template in<0>::is.number, h = C::template out<>::is.number;
    constexpr gate_parameters p =
        parameters_of_gates(gate_numbers_of(x, h), C::attributes.gate_bits);
    constexpr std::int64_t most = largest_sum<C, Gate>();
    using state = state_type<C>;
    return most <= make_gate<state>(p, x, C::inputs()[op::weights + Gate].number).most() &&
           most <= make_gate<state>(p, h, C::inputs()[op::recurrent + Gate].number).most();
  }
  template <class C>
  static constexpr bool is_wide() {
    if constexpr (is_real(C::template in<0>::is.number)) return false;
    else return !(fits_32_bits<C, 0>() && fits_32_bits<C, 1>() && fits_32_bits<C, 2>());
  }
  template <class C>
  using sums_of_input =
      gate_sums<typename C::template in<0>, typename C::template in<op::weights>, is_wide<C>()>;
  template <class C>
  using sums_of_hidden =
      gate_sums<typename C::template out<>, typename C::template in<op::recurrent>, is_wide<C>()>;

  template <class C>
  struct constants {
    using sum = typename sums_of_input<C>::type;
    struct gate_constants {
      matrix_rows<Products, C, op::weights, 3, sums_of_input<C>> weights;
      matrix_rows<Products, C, op::recurrent, 3, sums_of_hidden<C>> recurrent;
      sum bias[C::template in<op::biases>::span];
      sum recurrent_bias[has_recurrent_biases<C> ? C::template in<op::biases>::span : 1];
    };
    using tables = tables_of_t<state_type<C>>;
    gate_constants gate[3];
  };

  /// What ends sums of gate K over the input or over the hidden state.
  template <class C, int Gate, bool OfHidden>
  static constexpr auto end_of() {
    constexpr format x = C::template in<0>::is.number, h = C::template out<>::is.number;
    constexpr gate_parameters p =
        parameters_of_gates(gate_numbers_of(x, h), C::attributes.gate_bits);
    constexpr auto gate = make_gate<state_type<C>>(
        p, OfHidden ? h : x, C::inputs()[(OfHidden ? op::recurrent : op::weights) + Gate].number);
    if constexpr (is_real(x) || is_wide<C>()) return gate;
    else return known_end<gate, largest_sum<C, Gate>()>();
  }
  template <class C, int Gate, bool OfHidden>
  using end_type = decltype(end_of<C, Gate, OfHidden>());
  template <class C, int... Gate>
  static constexpr bool ends_by_blocks(detail::indices<Gate...>) {
    return ends_gates<Products, end_type<C, Gate, false>..., end_type<C, Gate, true>...>;
  }
  template <class C, int Gate>
  static constexpr auto gate_of() {
    using gate = typename constants<C>::gate_constants;
    gate g{
        decltype(gate::weights)([](auto& to) { load_all(to, C::bytes(op::weights + Gate)); }),
        decltype(gate::recurrent)([](auto& to) { load_all(to, C::bytes(op::recurrent + Gate)); }),
        {},
        {}};
    using bias = typename C::template in<op::biases + Gate>;
    for (int j = 0; j < bias::span; ++j)
      g.bias[j] = sums_of_input<C>::template bias<bias>(C::bytes(op::biases + Gate), j);
    if constexpr (has_recurrent_biases<C>) {
      constexpr int at = op::recurrent_biases + Gate;
      using recurrent_bias = typename C::template in<at>;
      for (int j = 0; j < recurrent_bias::span; ++j)
        g.recurrent_bias[j] = sums_of_hidden<C>::template bias<recurrent_bias>(C::bytes(at), j);
    }
    return g;
  }

  template <class C, class Y, class X, class P>
  ETCH_KERNEL static constexpr void step(Y* y,             // (H)
                                         const X* x,       // (I)
                                         const Y* before,  // (H)
                                         const P& p) {
    constexpr int units = C::template out<>::is.shape.c(), block = Products::block;
    using number = typename state_type<C>::number;
    using sum = typename constants<C>::sum;
    // Constants of the code: what ends sums and rounds states is a few instructions each.
    constexpr state_type<C> s = state_of<C>();
    const auto of_x = vector_for(p.gate[0].weights, x);
    // The sums of gate k of units first .. first + block - 1.
    struct gate_sums_of_block {
      sum of_input[block], of_hidden[block];
    };
    constexpr bool by_blocks = ends_by_blocks<C>(detail::first<3>{});
    constexpr bool activates_blocks =
        by_blocks &&
        activates<Products, decltype(state_type<C>::sigmoid), decltype(state_type<C>::tanh)>;
    const auto add = [&](gate_sums_of_block& to, int k, const auto& h, int first) {
      const auto& g = p.gate[k];
      if constexpr (by_blocks && units % block != 0) clear(to.of_input), clear(to.of_hidden);
      g.weights.template add<block>(to.of_input, of_x, first);
      g.recurrent.template add<block>(to.of_hidden, h, first);
      for (int i = 0; i < rows_in_block<units, block>(first); ++i) {
        to.of_input[i] += g.bias[first + i];
        if constexpr (has_recurrent_biases<C>) to.of_hidden[i] += g.recurrent_bias[first + i];
      }
    };
    // Gate K of unit i of a block, and a part of it.
    const auto join = [&]<int Gate>(gate_sums_of_block& sums) __attribute__((always_inline)) {
      if constexpr (by_blocks) {
        return join_block<Products, state_type<C>, end_type<C, Gate, false>,
                          end_type<C, Gate, true>>(sums.of_input, sums.of_hidden);
      } else {
        return [&](int i) __attribute__((always_inline)) {
          constexpr auto end_input = end_of<C, Gate, false>();
          constexpr auto end_hidden = end_of<C, Gate, true>();
          return s.join(sums.of_input[i], sums.of_hidden[i], end_input, end_hidden);
        };
      }
    };
    const auto end = [&]<int Gate, bool OfHidden>(const sum* sums) __attribute__((always_inline)) {
      if constexpr (by_blocks) {
        block_of_gates<block> all;
        Products::template end_gates<end_type<C, Gate, OfHidden>>(all.gate, sums);
        return all;
      } else {
        return [=](int i) __attribute__((always_inline)) {
          constexpr auto end_one = end_of<C, Gate, OfHidden>();
          return end_one(sums[i]);
        };
      }
    };
    // What sigmoid gives of gate K of unit i.
    const auto share = [&]<int Gate>(gate_sums_of_block& sums) __attribute__((always_inline)) {
      auto gates = join.template operator()<Gate>(sums);
      if constexpr (activates_blocks) {
        Products::activate(gates.gate, s.sigmoid);
        return gates;
      } else {
        return [&s, gates](int i) __attribute__((always_inline)) { return s.sigmoid(gates(i), 0); };
      }
    };
    // The same of tanh of what candidate(i) is.
    const auto tanh_of = [&](const auto& candidate) __attribute__((always_inline)) {
      if constexpr (activates_blocks) {
        block_of_gates<block> all;
        for (int i = 0; i < block; ++i) all.gate[i] = static_cast<std::int16_t>(candidate(i));
        Products::activate(all.gate, s.tanh);
        return all;
      } else {
        return [&s, candidate](int i)
                   __attribute__((always_inline)) { return s.tanh(candidate(i), 0); };
      }
    };
    const auto finish = [&](number z, int j, number n) {
      const number h = s.read(before[j]);
      y[j] = s.write(C::attributes.takes_new != 0 ? s.blend(z, n, h) : s.blend(z, h, n));
    };
    const auto of_before = vector_for(p.gate[0].recurrent, before);
    if constexpr (C::attributes.reset_after != 0) {
      for (int first = 0; first < units; first += block) {
        gate_sums_of_block sums[3];
        for (int k = 0; k < 3; ++k) add(sums[k], k, of_before, first);
        const auto update = share.template operator()<0>(sums[0]);
        const auto reset = share.template operator()<1>(sums[1]);
        const auto of_input = end.template operator()<2, false>(sums[2].of_input);
        const auto of_hidden = end.template operator()<2, true>(sums[2].of_hidden);
        const auto candidate = tanh_of([&](int i) __attribute__((always_inline)) {
          return s.sum(of_input(i), s.product(reset(i), of_hidden(i)));
        });
        for (int i = 0; i < rows_in_block<units, block>(first); ++i)
          finish(update(i), first + i, candidate(i));
      }
    } else {
      Y kept[units];
      for (int first = 0; first < units; first += block) {
        gate_sums_of_block sums;
        add(sums, 1, of_before, first);
        const auto reset = share.template operator()<1>(sums);
        for (int i = 0; i < rows_in_block<units, block>(first); ++i)
          kept[first + i] = s.write(s.product(reset(i), s.read(before[first + i])));
      }
      const auto of_kept = vector_for(p.gate[0].recurrent, kept);
      for (int first = 0; first < units; first += block) {
        gate_sums_of_block sums[2];
        add(sums[0], 0, of_before, first);
        add(sums[1], 2, of_kept, first);
        const auto update = share.template operator()<0>(sums[0]);
        const auto candidate = tanh_of(join.template operator()<2>(sums[1]));
        for (int i = 0; i < rows_in_block<units, block>(first); ++i)
          finish(update(i), first + i, candidate(i));
      }
    }
  }
};

/// gru in every format that it has.
struct gru_generic : kernel_by_rows<plain_products, void> {
  using op = ops::gru;
  static constexpr const char* name = "gru_generic";
};

}  // namespace ETCH_NAMESPACE
