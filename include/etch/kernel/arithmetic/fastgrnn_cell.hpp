#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/op/fastgrnn.hpp>

namespace ETCH_NAMESPACE {

/// A FastGRNN cell of call C by Products: values X, a state H, parameters At; inner and gate: the
/// fraction bits that the operator says.
template <class Products, class C, class X, class H, fastgrnn_inputs At, int GateBits,
          int InnerBits, bool Cuts = false>
class fastgrnn_cell {
  template <int I>
  using in = typename C::template in<I>;
  static constexpr format x = X::is.number, h = H::is.number;
  static constexpr gate_numbers numbers = gate_numbers_of(x, h, Cuts);
  static constexpr gate_parameters gates = parameters_of_gates(numbers, GateBits);
  static constexpr gate_parameters inner{numbers, InnerBits};

  using state_type = decltype(make_state<X, H, C::round, GateBits, Cuts>());
  using number = typename state_type::number;
  using gate = typename state_type::gate;

  /// The numbers between two matrices, as a typed_value.
  struct between {
    static constexpr bool is_single = is_f32(x);
    static constexpr operand is{.number = is_single ? x : format_between(numbers, InnerBits)};
    using real = element_t<list<f32_kind, typename X::kind>, is_single ? 1 : 0>;
    using kind = element_t<list<real, affine_kind, q_kind>, numbers == gate_numbers::real     ? 0
                                                            : numbers == gate_numbers::scaled ? 1
                                                                                              : 2>;
    using storage = typename kind::template storage<is.number.bits>;
  };
  /// A product W v, or W2 (W v) where At names two matrices.
  template <class V, int W, int W2>
  struct product {
    static constexpr bool is_low_rank = W2 >= 0;
    static constexpr int last = is_low_rank ? W2 : W, rank = in<W>::is.shape.d[0];
    using value = element_t<list<V, between>, is_low_rank ? 1 : 0>;  // what the last one takes
    static constexpr bool is_wide = [] {
      if constexpr (!is_low_rank || is_real(V::is.number)) {
        return false;
      } else {
        return largest_step(V::is.number) * largest_row<C, W> >
               make_gate<state_type>(inner, V::is.number, in<W>::is.number).most();
      }
    }();
  };
  using of_input = product<X, At.w, At.w2>;
  using of_hidden = product<H, At.u, At.u2>;
  static constexpr int units = in<At.bias_of_gate>::span;

  static constexpr gate make_end(const format& value, int weights) {
    return make_gate<state_type>(gates, value, C::inputs()[weights].number);
  }
  /// The largest sum of a gate, of integers.
  static constexpr std::int64_t largest_sum() {
    using a = typename of_input::value;
    using b = typename of_hidden::value;
    const std::int64_t bias = maximum(largest_bias<C, a, of_input::last, At.bias_of_gate>,
                                      largest_bias<C, a, of_input::last, At.bias_of_new>);
    return largest_step(a::is.number) * largest_row<C, of_input::last> +
           largest_step(b::is.number) * largest_row<C, of_hidden::last> + bias;
  }
  /// Whether the sums of a gate could leave 32 bits.
  static constexpr bool is_wide = [] {
    if constexpr (numbers == gate_numbers::real) {
      return false;
    } else {
      return largest_sum() > make_end(of_input::value::is.number, of_input::last).most() ||
             largest_sum() > make_end(of_hidden::value::is.number, of_hidden::last).most();
    }
  }();
  /// What ends sums of a product where Products does so a block at a time.
  template <class P>
  static constexpr auto known_end_of() {
    constexpr gate end = make_end(P::value::is.number, P::last);
    if constexpr (numbers == gate_numbers::real || is_wide) return end;
    else return known_end<end, largest_sum()>();
  }
  template <class P>
  using sums_of = gate_sums<typename P::value, in<P::last>, is_wide>;
  using sum = typename sums_of<of_input>::type;

  static constexpr int block = Products::block;
  /// Constant W as a matrix that vectors of V are multiplied by.
  template <int W, class Sums>
  using rows_of = matrix_rows<Products, C, W, 1, Sums>;
  template <class Rows, int W>
  static constexpr Rows make_rows() {
    return Rows([](auto& to) { load_all(to, C::bytes(W)); });
  }

  template <class P, class V, int W, bool IsLowRank = P::is_low_rank>
  struct matrices {
    using rows = rows_of<W, sums_of<P>>;
    rows last = make_rows<rows, W>();

    /// What the last matrix takes of v: v, or W v, which lies in `room` then.
    template <class S, class Room>
    constexpr const auto* taken(const S* v, Room&) const {
      return v;
    }
  };
  template <class P, class V, int W>
  struct matrices<P, V, W, true> {
    using first_rows = rows_of<W, gate_sums<V, in<W>, P::is_wide>>;
    using rows = rows_of<P::last, sums_of<P>>;
    first_rows first = make_rows<first_rows, W>();
    rows last = make_rows<rows, P::last>();

    template <class S, class Room>
    constexpr const auto* taken(const S* v, Room& room) const {
      constexpr gate to_between = make_gate<state_type>(inner, V::is.number, in<W>::is.number);
      const auto of_v = vector_for(first, v);
      for (int r = 0; r < P::rank; r += block) {
        typename gate_sums<V, in<W>, P::is_wide>::type all[block];
        first.template add<block>(all, of_v, r);
        for (int i = 0; i < rows_in_block<P::rank, block>(r); ++i)
          room[r + i] = static_cast<typename between::storage>(to_between(all[i]));
      }
      return &room[0];
    }
  };

  matrices<of_input, X, At.w> w_{};
  matrices<of_hidden, H, At.u> u_{};
  sum bias_of_gate_[units]{}, bias_of_new_[units]{};
  number zeta_, nu_;

 public:
  /// Of functions by Products, and of those one by one where gates do not end by blocks.
  using tables = all_tables<
      tables_of_t<state_type>,
      tables_of_functions<Products, decltype(state_type::sigmoid), decltype(state_type::tanh)>>;

  constexpr fastgrnn_cell(float zeta, float nu)
      : zeta_(state_type::share(zeta)), nu_(state_type::offset(nu)) {
    for (int j = 0; j < units; ++j) {
      using sums = sums_of<of_input>;
      bias_of_gate_[j] = sums::template bias<in<At.bias_of_gate>>(C::bytes(At.bias_of_gate), j);
      bias_of_new_[j] = sums::template bias<in<At.bias_of_new>>(C::bytes(At.bias_of_new), j);
    }
  }
  /// y, the state after `before` and value v; y may not be `before`.
  ETCH_KERNEL constexpr void step(typename H::storage* y,             // (H)
                                  const typename X::storage* v,       // (I)
                                  const typename H::storage* before)  // (H)
      const {
    // Constants of the code: what ends sums and rounds states is a few instructions each.
    constexpr state_type state = make_state<X, H, C::round, GateBits, Cuts>();
    constexpr gate end_w = make_end(of_input::value::is.number, of_input::last),
                   end_u = make_end(of_hidden::value::is.number, of_hidden::last);
    typename between::storage of_v[of_input::is_low_rank ? of_input::rank : 1];
    typename between::storage of_h[of_hidden::is_low_rank ? of_hidden::rank : 1];
    const auto a = vector_for(w_.last, w_.taken(v, of_v));
    const auto b = vector_for(u_.last, u_.taken(before, of_h));
    using known_w = decltype(known_end_of<of_input>());
    using known_u = decltype(known_end_of<of_hidden>());
    constexpr bool by_blocks = ends_gates<Products, known_w, known_u>;
    sum of_w[block], of_u[block];
    if constexpr (by_blocks && units % block != 0) clear(of_w), clear(of_u);
    for (int first = 0; first < units; first += block) {
      w_.last.template add<block>(of_w, a, first);
      u_.last.template add<block>(of_u, b, first);
      if constexpr (by_blocks) {
        // P: clang 16 looks for a name in Products before it knows F
        const auto gates = [&]<class F, class P = Products>(
                               const sum* bias, const F& f) __attribute__((always_inline)) {
          sum of_input[block];
          for (int i = 0; i < block; ++i) of_input[i] = of_w[i];
          for (int i = 0; i < rows_in_block<units, block>(first); ++i) of_input[i] += bias[i];
          auto all = join_block<Products, state_type, known_w, known_u>(of_input, of_u);
          if constexpr (activates<P, F>) {
            P::activate(all.gate, f);
          } else {
            for (int i = 0; i < rows_in_block<units, block>(first); ++i)
              all.gate[i] = static_cast<std::int16_t>(f(all.gate[i], 0));
          }
          return all;
        };
        const auto z = gates(bias_of_gate_ + first, state.sigmoid);
        const auto n = gates(bias_of_new_ + first, state.tanh);
        for (int i = 0, j = first; i < rows_in_block<units, block>(first); ++i, ++j)
          y[j] = state.write(state.take(z(i), state.read(before[j]), zeta_, nu_, n(i)));
      } else {
        for (int i = 0; i < rows_in_block<units, block>(first); ++i) {
          const int j = first + i;
          const sum p = of_w[i], q = of_u[i];
          const auto end = [&](sum bias) {
            if constexpr (numbers == gate_numbers::cut) {  // the bias apart
              return state.sum(state.join(p, q, end_w, end_u), end_w(bias));
            } else {
              return state.join(p + bias, q, end_w, end_u);
            }
          };
          const number z = state.sigmoid(end(bias_of_gate_[j]), 0);
          const number n = state.tanh(end(bias_of_new_[j]), 0);
          y[j] = state.write(state.take(z, state.read(before[j]), zeta_, nu_, n));
        }
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
