#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/layer/joint_rows.hpp>
#include <etch/kernel/layer/recurrent_loops.hpp>
#include <etch/op/gru.hpp>

namespace ETCH_NAMESPACE {

/// gru by Products.
template <class Products>
struct layer_by_rows<ops::gru, Products> {
  using op = ops::gru;

  template <class C>
  static constexpr auto pack() {
    if constexpr (is_joint<C>) {
      return constants<C>{{joint_type<C, op::weights, sums_of_input<C>>(load_any<C, op::weights>,
                                                                        load_any_bias<C, false>),
                           joint_type<C, op::recurrent, sums_of_hidden<C>>(
                               load_any<C, op::recurrent>, load_any_bias<C, true>)}};
    } else {
      return constants<C>{{{gate_of<C, 0>(), gate_of<C, 1>(), gate_of<C, 2>()}}};
    }
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
  using sigmoid_of = decltype(state_type<C>::sigmoid);
  template <class C>
  using tanh_of = decltype(state_type<C>::tanh);
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
  /// Whether Products ends gates, finds the functions of them, and does the rest of a step.
  template <class C>
  static constexpr bool by_blocks = ends_by_blocks<C>(detail::first<3>{});
  template <class C>
  static constexpr bool activates_blocks =
      by_blocks<C> && activates<Products, sigmoid_of<C>, tanh_of<C>>;
  template <class C>
  static constexpr bool steps_by_blocks =
      activates_blocks<C> && blends_states<Products, state_type<C>>;

  /// The rows of all gates together, where Products sums and ends them so and none waits for the
  /// others.
  template <class C, int First, class Sums>
  using joint_type = joint_rows_t<Products, C, First, 3, Sums>;
  template <class C>
  using joint = joint_gates<joint_type<C, op::weights, sums_of_input<C>>,
                            joint_type<C, op::recurrent, sums_of_hidden<C>>>;
  template <class C>
  static constexpr bool is_joint = C::attributes.reset_after != 0 && steps_by_blocks<C> &&
                                   are_joint<joint_type<C, op::weights, sums_of_input<C>>,
                                             joint_type<C, op::recurrent, sums_of_hidden<C>>>;
  template <class C>
  struct separate_gates {
    using sum = typename sums_of_input<C>::type;
    struct gate_constants {
      matrix_rows<Products, C, op::weights, 3, sums_of_input<C>> weights;
      matrix_rows<Products, C, op::recurrent, 3, sums_of_hidden<C>> recurrent;
      /// What sums get that do not start with it.
      static constexpr bool adds_bias = !takes_bias<decltype(weights)>,
                            adds_recurrent_bias =
                                has_recurrent_biases<C> && !takes_bias<decltype(recurrent)>;
      static constexpr int units = C::template in<op::biases>::span;
      sum bias[adds_bias ? units : 1];
      sum recurrent_bias[adds_recurrent_bias ? units : 1];
    };
    gate_constants gate[3];
  };
  template <class C>
  struct constants : element_t<list<separate_gates<C>, joint<C>>, is_joint<C> ? 1 : 0> {
    using sum = typename sums_of_input<C>::type;
    using by_states = tables_of_t<state_type<C>>;
    using tables =
        element_t<list<by_states, tables_of_functions<Products, sigmoid_of<C>, tanh_of<C>>>,
                  activates_blocks<C> ? 1 : 0>;
  };

  /// Loads constant First + k.
  template <class C, int First>
  static constexpr auto load_any = [](auto& to, int k) {
    for_each_index<3>([&]<int K>() {
      if (k == K) load_all(to, C::bytes(First + K));
    });
  };
  /// Loads the biases of gate k, of the input or of the hidden state, which may have none.
  template <class C, bool OfHidden>
  static constexpr auto load_any_bias = [](auto& to, int k) {
    for_each_index<3>([&]<int K>() {
      if constexpr (!OfHidden || has_recurrent_biases<C>) {
        constexpr int at = (OfHidden ? op::recurrent_biases : op::biases) + K;
        using bias = typename C::template in<at>;
        using sums = element_t<list<sums_of_input<C>, sums_of_hidden<C>>, OfHidden ? 1 : 0>;
        for (int j = 0; k == K && j < bias::span; ++j)
          to[j] = sums::template bias<bias>(C::bytes(at), j);
      }
    });
  };
  template <class C, int Gate>
  static constexpr auto gate_of() {
    using gate = typename separate_gates<C>::gate_constants;
    using sum = typename constants<C>::sum;
    constexpr int units = C::template in<op::biases>::span;
    sum biases[units]{}, recurrent_biases[units]{};
    load_any_bias<C, false>(biases, Gate);
    load_any_bias<C, true>(recurrent_biases, Gate);
    gate g{make_matrix<decltype(gate::weights)>(
               [](auto& to) { load_all(to, C::bytes(op::weights + Gate)); }, biases),
           make_matrix<decltype(gate::recurrent)>(
               [](auto& to) { load_all(to, C::bytes(op::recurrent + Gate)); }, recurrent_biases),
           {},
           {}};
    for (int j = 0; j < units; ++j) {
      if constexpr (gate::adds_bias) g.bias[j] = biases[j];
      if constexpr (gate::adds_recurrent_bias) g.recurrent_bias[j] = recurrent_biases[j];
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
    using state = state_type<C>;
    const auto& any = any_gate(p);
    const auto of_x = vector_for(any.weights, x);
    // Sums of gate g of units first .. first + block - 1.
    using sums_of_block = sum[block];
    const auto add = [&](sums_of_block& of_input, sums_of_block& of_hidden, const auto& g,
                         const auto& h, int first) {
      if constexpr (by_blocks<C> && units % block != 0) clear(of_input), clear(of_hidden);
      using gate = typename separate_gates<C>::gate_constants;
      g.weights.template add<block>(of_input, of_x, first);
      g.recurrent.template add<block>(of_hidden, h, first);
      for (int i = 0; i < rows_in_block<units, block>(first); ++i) {
        if constexpr (gate::adds_bias) of_input[i] += g.bias[first + i];
        if constexpr (gate::adds_recurrent_bias) of_hidden[i] += g.recurrent_bias[first + i];
      }
    };
    // Gate K of unit i of a block, and a part of it.
    const auto join = [&]<int Gate>(sums_of_block& of_input, sums_of_block& of_hidden)
                          __attribute__((always_inline)) {
                            if constexpr (by_blocks<C>) {
                              return join_block<Products, state_type<C>, end_type<C, Gate, false>,
                                                end_type<C, Gate, true>>(of_input, of_hidden);
                            } else {
                              return [&](int i) __attribute__((always_inline)) {
                                constexpr auto end_input = end_of<C, Gate, false>();
                                constexpr auto end_hidden = end_of<C, Gate, true>();
                                return s.join(of_input[i], of_hidden[i], end_input, end_hidden);
                              };
                            }
                          };
    const auto end = [&]<int Gate, bool OfHidden>(const sum* sums) __attribute__((always_inline)) {
      if constexpr (by_blocks<C>) {
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
    const auto share = [&]<int Gate>(sums_of_block& of_input,
                                     sums_of_block& of_hidden) __attribute__((always_inline)) {
      auto gates = join.template operator()<Gate>(of_input, of_hidden);
      if constexpr (activates_blocks<C>) {
        constexpr auto f = state_of<C>().sigmoid;  // not s.sigmoid, which g++ reads from memory
        Products::activate(gates.gate, f);
        return gates;
      } else {
        return [&s, gates](int i) __attribute__((always_inline)) { return s.sigmoid(gates(i), 0); };
      }
    };
    // The same of tanh of what candidate(i) is.
    const auto find_tanh = [&](const auto& candidate) __attribute__((always_inline)) {
      if constexpr (activates_blocks<C>) {
        block_of_gates<block> all;
        if constexpr (requires { candidate.gate; }) all = candidate;
        else
          for (int i = 0; i < block; ++i) all.gate[i] = static_cast<std::int16_t>(candidate(i));
        constexpr auto f = state_of<C>().tanh;
        Products::activate(all.gate, f);
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
    // The numbers of states from `first` on, as a block, and back; where steps are by blocks.
    const auto read = [&]([[maybe_unused]] std::int16_t* to,
                          [[maybe_unused]] int first) __attribute__((always_inline)) {
      if constexpr (!steps_by_blocks<C>) {
      } else if constexpr (units % block == 0) {
        Products::template read_states<state>(to, before + first);
      } else {
        const copied_block<block, Y> codes(before + first, rows_in_block<units, block>(first));
        Products::template read_states<state>(to, codes.of);
      }
    };
    const auto write = [&]([[maybe_unused]] Y* to, [[maybe_unused]] const std::int16_t* from,
                           [[maybe_unused]] int first) __attribute__((always_inline)) {
      if constexpr (!steps_by_blocks<C>) {
      } else if constexpr (units % block == 0) {
        Products::template write_states<state>(to + first, from);
      } else {
        Y codes[block];
        Products::template write_states<state>(codes, from);
        for (int i = 0; i < rows_in_block<units, block>(first); ++i) to[first + i] = codes[i];
      }
    };
    // New states from `first` on, of the shares and the candidates of a block.
    const auto finish_block = [&](const auto& z, const auto& n,
                                  int first) __attribute__((always_inline)) {
      if constexpr (steps_by_blocks<C>) {
        std::int16_t h[block];
        read(h, first);
        constexpr bool takes_new = C::attributes.takes_new != 0;
        Products::template blend_states<state>(h, z.gate, takes_new ? n.gate : h,
                                               takes_new ? h : n.gate);
        write(y, h, first);
      } else {
        for (int i = 0; i < rows_in_block<units, block>(first); ++i) finish(z(i), first + i, n(i));
      }
    };
    const auto of_before = vector_for(any.recurrent, before);
    if constexpr (C::attributes.reset_after != 0) {
      const auto finish_after = [&](const auto& update, const auto& reset, const auto& of_input,
                                    const auto& of_hidden,
                                    int first) __attribute__((always_inline)) {
        const auto gate_of_new = [&]() __attribute__((always_inline)) {
          if constexpr (steps_by_blocks<C>) {
            block_of_gates<block> all;
            Products::template multiply_states<state>(all.gate, reset.gate, of_hidden.gate);
            Products::template add_gates<0>(all.gate, all.gate, of_input.gate);
            return all;
          } else {
            return [&](int i) __attribute__((always_inline)) {
              return s.sum(of_input(i), s.product(reset(i), of_hidden(i)));
            };
          }
        }();
        finish_block(update, find_tanh(gate_of_new), first);
      };
      for (int first = 0; first < units; first += block) {
        sum a[3][block], b[3][block];
        if constexpr (is_joint<C>) {
          constexpr bool joins_sums = requires { requires state::joins_sums; };
          if constexpr (units % block != 0)
            for (int k = 0; k < 3; ++k) clear(a[k]), clear(b[k]);
          block_of_gates<block> gate[3];
          p.weights.add_here(a[0], of_x, first);
          unroll<3>([&]<int K>() __attribute__((always_inline)) {
            if constexpr (K == 2 || !joins_sums) gate[K] = end.template operator()<K, false>(a[K]);
          });
          p.recurrent.template add_here<joins_sums>(b[0], of_before, first);
          unroll<2>([&]<int K>() __attribute__((always_inline)) {
            if constexpr (joins_sums) {
              gate[K] = join.template operator()<K>(a[K], b[K]);
            } else {
              const auto more = end.template operator()<K, true>(b[K]);
              Products::template add_gates<0>(gate[K].gate, gate[K].gate, more.gate);
            }
          });
          const auto of_hidden = end.template operator()<2, true>(b[2]);
          constexpr auto sigmoid = state_of<C>().sigmoid;
          activate_both<Products>(gate[0].gate, sigmoid, gate[1].gate, sigmoid);
          finish_after(gate[0], gate[1], gate[2], of_hidden, first);
        } else {
          for (int k = 0; k < 3; ++k) add(a[k], b[k], p.gate[k], of_before, first);
          const auto update = share.template operator()<0>(a[0], b[0]);
          const auto reset = share.template operator()<1>(a[1], b[1]);
          finish_after(update, reset, end.template operator()<2, false>(a[2]),
                       end.template operator()<2, true>(b[2]), first);
        }
      }
    } else {
      Y kept[units];
      for (int first = 0; first < units; first += block) {
        sum a[block], b[block];
        add(a, b, p.gate[1], of_before, first);
        const auto reset = share.template operator()<1>(a, b);
        if constexpr (steps_by_blocks<C>) {
          std::int16_t h[block];
          read(h, first);
          Products::template multiply_states<state>(h, reset.gate, h);
          write(kept, h, first);
        } else {
          for (int i = 0; i < rows_in_block<units, block>(first); ++i)
            kept[first + i] = s.write(s.product(reset(i), s.read(before[first + i])));
        }
      }
      const auto of_kept = vector_for(any.recurrent, kept);
      for (int first = 0; first < units; first += block) {
        sum a[2][block], b[2][block];
        add(a[0], b[0], p.gate[0], of_before, first);
        add(a[1], b[1], p.gate[2], of_kept, first);
        const auto update = share.template operator()<0>(a[0], b[0]);
        finish_block(update, find_tanh(join.template operator()<2>(a[1], b[1])), first);
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
