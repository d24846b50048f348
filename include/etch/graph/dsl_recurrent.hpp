// Words for recurrent layers, and for what stands behind them in small models.
#pragma once

#include <etch/graph/pipe.hpp>

namespace ETCH_NAMESPACE {

namespace detail {
/// op on x, its constants and h: the value that is given, a state in format H where op is stateful,
/// or nothing.
template <class H, class Op, class W, class... K>
constexpr wire recurrent_of_one_state(wire x, const wire* h, const Op& op, W w, K... constants) {
  constexpr int count = 2 + static_cast<int>(sizeof...(K));
  constexpr format given = H::descriptor;
  builder& g = *x.graph;
  const wire parameter[]{to_wire(g, w), to_wire(g, constants)...};
  if (g.idle()) return x;
  wire all[count + 1]{x};
  for (int i = 1; i < count; ++i) all[i] = parameter[i - 1];
  if (h != nullptr) {
    all[count] = *h;
  } else if (op.stateful != 0) {
    const extents state{2, {x->is.shape.d[0], parameter[count - 2]->is.shape.size()}};
    all[count] = state_wire(g, {given, state, &layout_id<hwc>});
  }
  const bool has_hidden = h != nullptr || op.stateful != 0;
  return apply(op, all, has_hidden ? count + 1 : count, &given, rounding::standard);
}
}  // namespace detail

namespace dsl {
template <class A, class B>
struct low_rank_matrix;
}
namespace detail {
template <class W>
inline constexpr int is_low_rank = 0;
template <class A, class B>
inline constexpr int is_low_rank<dsl::low_rank_matrix<A, B>> = 1;

/// f(first, second) of a matrix of low rank, f(w) of another.
template <class F, class A, class B>
constexpr wire with_matrix(const F& f, dsl::low_rank_matrix<A, B> w) {
  return f(w.first, w.second);
}
template <class F, class T>
constexpr wire with_matrix(const F& f, constant<T> w) {
  return f(w);
}
}  // namespace detail

namespace dsl {

/// Options of lstm: {.time_major = true, .clip = 10}.
struct lstm_options {
  bool time_major = false;  ///< x is (T,B,I) instead of (B,T,I)
  float clip = 0;           ///< limits c to [-clip, clip]; 0 means no limit
};
/// lstm<H, Cell>(x, {}, w.., r.., b..): y and the state h in format H, the state c in format Cell.
/// Twelve constants: weights (H,I), recurrent weights (H,H) and biases (H), each for the input,
/// forget, cell and output gate.
template <class H, class Cell, class W, class... K>
requires(sizeof...(K) == 11)
constexpr wire lstm(wire_at x, lstm_options o, W w, K... constants) {
  builder& g = *x.graph;
  const wire given[]{detail::to_wire(g, w), detail::to_wire(g, constants)...};
  if (g.idle()) return x;
  const extents state{2, {x->is.shape.d[o.time_major ? 1 : 0], given[0]->is.shape.d[0]}};
  wire all[15]{x};
  for (int i = 0; i < 12; ++i) all[1 + i] = given[i];
  all[13] = detail::state_wire(g, {H::descriptor, state, &layout_id<hwc>});
  all[14] = detail::state_wire(g, {Cell::descriptor, state, &layout_id<hwc>});
  return detail::apply(ops::lstm{o.time_major ? 1 : 0, __builtin_bit_cast(wide_int, o.clip)}, all,
                       15, nullptr, rounding::standard);
}

/// Options of gru: {.reset_after = false, .stateful = true}.
struct gru_options {
  bool reset_after = true;  ///< the reset gate multiplies r h + c (Keras, PyTorch), not h
  bool stateful = false;    ///< a run goes on from the last step of the run before
  bool takes_new = false;   ///< the update gate multiplies what is new (CMSIS-NN), not the state
  int gate_bits = 12;       ///< fraction bits of the gates of q values
};
/// gru<H>(x, {}, w.., r.., b..) and gru<H>(x, {}, w.., r.., b.., c..): y and the state in format H.
/// Nine or twelve constants: weights (H,I), recurrent weights (H,H), biases (H) and recurrent
/// biases (H), each for the update gate, the reset gate and what is new.
template <class H, class W, class... K>
requires(sizeof...(K) == 8 || sizeof...(K) == 11)
constexpr wire gru(wire_at x, gru_options o, W w, K... constants) {
  return detail::recurrent_of_one_state<H>(
      x, nullptr,
      ops::gru{o.reset_after ? 1 : 0, o.takes_new ? 1 : 0, o.stateful ? 1 : 0, o.gate_bits}, w,
      constants...);
}
/// gru<H>(x, h, {}, w.., r.., b..): h is the value at first of the state, (B,H) in format H.
template <class H, class W, class... K>
requires(sizeof...(K) == 8 || sizeof...(K) == 11)
constexpr wire gru(wire_at x, wire h, gru_options o, W w, K... constants) {
  return detail::recurrent_of_one_state<H>(
      x, &h, ops::gru{o.reset_after ? 1 : 0, o.takes_new ? 1 : 0, 0, o.gate_bits}, w, constants...);
}

/// A matrix of low rank: second first.
template <class A, class B>
struct low_rank_matrix {
  constant<A> first;
  constant<B> second;
};
/// low_rank(first, second): the matrix second first, of (R,I) and (H,R).
template <class A, class B>
constexpr low_rank_matrix<A, B> low_rank(constant<A> first, constant<B> second) {
  return {first, second};
}
/// Options of fastgrnn: {.zeta = 0.87F, .nu = 0.08F, .stateful = true}.
struct fastgrnn_options {
  float zeta = 1, nu = 0;  ///< of [0, 1], after their sigmoid
  bool stateful = false;   ///< a run goes on from the last step of the run before
  int gate_bits = 12;      ///< fraction bits of the gates of q values
  int inner_bits = 12;     ///< of integers between the matrices of low rank
  bool cuts = false;       ///< q: all cut off, straight lines for functions (Shiftry)
};
/// fastgrnn<H>(x, {.zeta = .., .nu = ..}, w, u, b_gate, b_new): y and the state in format H;
/// weights w (H,I) and u (H,H), either of which may be low_rank(first, second), biases (H).
template <class H, class W, class U, class G, class N>
constexpr wire fastgrnn(wire_at x, fastgrnn_options o, W w, U u, constant<G> b_gate,
                        constant<N> b_new) {
  const ops::fastgrnn op{detail::is_low_rank<W>,
                         detail::is_low_rank<U>,
                         __builtin_bit_cast(wide_int, o.zeta),
                         __builtin_bit_cast(wide_int, o.nu),
                         o.stateful ? 1 : 0,
                         o.gate_bits,
                         o.inner_bits,
                         o.cuts ? 1 : 0};
  const auto of_both = [&](auto... c) {
    return detail::recurrent_of_one_state<H>(x, nullptr, op, c..., b_gate, b_new);
  };
  const auto of_second = [&](auto... first) {
    return detail::with_matrix([&](auto... second) { return of_both(first..., second...); }, u);
  };
  return detail::with_matrix(of_second, w);
}

/// zeta and nu of a FastGRNN cell, after their sigmoid.
struct zeta_and_nu {
  float zeta = 1, nu = 0;
};
/// Options of rnn_pool: {.first = {0.9F, 0.1F}, .second = {1, 0}}.
struct rnn_pool_options {
  zeta_and_nu first{}, second{};  ///< of the cell that reads x, of the one that reads its states
  int gate_bits = 12;             ///< fraction bits of the gates of q values
};
/// rnn_pool<H, Size, Stride>(x, {}, w, u, b_gate, b_new, w, u, b_gate, b_new): what two FastGRNN
/// cells make of each window of Size rows and columns, as channels in format H.
template <class H, int Size, int Stride = Size, class W, class... K>
requires(sizeof...(K) == 7)
constexpr wire rnn_pool(wire_at x, rnn_pool_options o, W w, K... constants) {
  const auto bits = [](float f) { return __builtin_bit_cast(wide_int, f); };
  constexpr format given = H::descriptor;
  builder& g = *x.graph;
  const wire all[]{x, detail::to_wire(g, w), detail::to_wire(g, constants)...};
  const ops::rnn_pool op{Size,
                         Stride,
                         {bits(o.first.zeta), bits(o.second.zeta)},
                         {bits(o.first.nu), bits(o.second.nu)},
                         o.gate_bits};
  return detail::apply(op, all, 9, &given, rounding::standard);
}

/// proto_nn<F>(x, {gamma}, projection, prototypes, labels): ProtoNN's scores in format F; of
/// integers `inner_bits` are the fraction bits of the projected value and of the prototypes.
struct proto_nn_options {
  float gamma = 1;
  int inner_bits = 12;
};
template <class F, class W, class B, class Z>
constexpr wire proto_nn(wire_at x, proto_nn_options o, constant<W> projection,
                        constant<B> prototypes, constant<Z> labels) {
  constexpr format given = F::descriptor;
  builder& g = *x.graph;
  const wire all[]{x, detail::to_wire(g, projection), detail::to_wire(g, prototypes),
                   detail::to_wire(g, labels)};
  return detail::apply(ops::proto_nn{__builtin_bit_cast(wide_int, o.gamma), o.inner_bits}, all, 4,
                       &given, rounding::standard);
}

/// svdf<F, State>(x, rank, feature, time, bias): y in format F, the state in format State.
template <class F, class State, class W, class T, class B>
constexpr wire svdf(wire_at x, int rank, W feature, T time, B bias) {
  constexpr format given = F::descriptor;
  builder& g = *x.graph;
  const wire w[]{detail::to_wire(g, feature), detail::to_wire(g, time), detail::to_wire(g, bias)};
  if (g.idle()) return x;
  const extents t = w[1]->is.shape, state{2, {x->is.shape.d[0], t.d[0] * t.d[1]}};
  const wire all[5]{x, w[0], w[1],
                    detail::state_wire(g, {State::descriptor, state, &layout_id<hwc>}), w[2]};
  return detail::apply(ops::svdf{rank}, all, 5, &given, rounding::standard);
}

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
