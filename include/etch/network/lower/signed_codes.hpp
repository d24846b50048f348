// A graph in which codes of affine uint8 are those of affine int8, 128 less in code and zero point,
// and constant weights of 8 bits have no zero point where int8 holds them without: every target
// then runs it by its kernels of signed bytes, and where weights keep theirs by those of 16 bits.
// Inputs and outputs of the network, and what reads or makes codes whose meaning is not that of a
// number less a zero point, keep theirs; a `to` flips the upper bit between. A code less its zero
// point stays what it is, so that no bit of any output changes. Graphs without a layer that gains
// by it stay as they are.
#pragma once

#include <etch/network/proof/slim.hpp>
#include <etch/op/to.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// What codes of f, affine uint8, are as int8.
constexpr format as_signed(format f) {
  f.kind = &format_id<affine_kind>;
  f.zero -= 128;
  return f;
}
constexpr bool is_unsigned_byte(const format& f) { return is_unsigned_affine(f) && f.bits == 8; }

/// Whether node n of g gives the same numbers whether its codes of 8 bits are signed or not.
template <class Graph>
constexpr bool moves_with_zero(const Graph& g, int n) {
  const node& at = g.nodes[n];
  if (!at.op->moves_with_zero || at.output_count != 1) return false;
  const value& y = g.values[at.outputs[0]];
  // XNNPACK and ONNX Runtime have formulas of their own for int8, but for layers
  const bool is_plain = y.round != rounding::xnnpack && y.round != rounding::onnxruntime &&
                        y.round != rounding::onnxruntime_unsigned && !is_stochastic(y.round);
  return (is_plain || at.op->kinds_of_products > 0) && y.lives == lifetime::transient;
}
/// The input of node n of g that is constant weights of 8 bits, which its layer multiplies less
/// their zero point; -1: there is none.
template <class Graph>
constexpr int weights_with_zero(const Graph& g, int n) {
  const node& at = g.nodes[n];
  if (at.op->kinds_of_products != 1 || !moves_with_zero(g, n) || at.folded) return -1;
  operand x[most_inputs]{};
  const int w = at.op->products(at.what, g.gather(n, x), 0).weights;
  const format& f = x[w].number;
  const bool has_zero = x[w].is_constant && is_scaled(f) && f.bits == 8 && f.zero != 0;
  return has_zero && f.channel_scale == nullptr ? w : -1;
}
/// Weight i of `bytes`, of format f, less its zero point.
constexpr int less_zero(const unsigned char* bytes, int i, const format& f) {
  return (is_unsigned_affine(f) ? bytes[i] : static_cast<signed char>(bytes[i])) - f.zero;
}
/// Whether int8 holds every weight of node N of G, a layer, less its zero point.
template <const auto& G, int N>
inline constexpr bool fit_signed_bytes = [] {
  constexpr int w = weights_with_zero(G, N);
  if constexpr (w < 0) {
    return false;
  } else {
    using c = call<G, N>;
    constexpr operand is = G.values[G.nodes[N].inputs[w]].is;
    if (is_unsigned_affine(is.number) && is.number.zero == 128) return true;
    // two loops: a compiler bounds the turns of each
    constexpr int columns = is.shape.c(), rows = is.shape.size() / columns;
    const unsigned char* bytes = c::bytes(w);
    for (int r = 0; r < rows; ++r) {
      for (int i = 0; i < columns; ++i) {
        const int code = less_zero(bytes, r * columns + i, is.number);
        if (code < -128 || code > 127) return false;
      }
    }
    return true;
  }
}();
/// Constant V of G as signed codes, those of weights less their zero point.
template <const auto& G, int N, int I>
alignas(16) inline constexpr auto signed_constant = [] {
  using c = call<G, N>;
  constexpr operand is = G.values[G.nodes[N].inputs[I]].is;
  constexpr int columns = is.shape.c(), rows = is.shape.size() / columns;
  constexpr bool is_weights = fit_signed_bytes<G, N> && I == weights_with_zero(G, N);
  byte_pool<rows * columns> p;
  const unsigned char* bytes = c::bytes(I);
  for (int r = 0; r < rows; ++r) {
    for (int i = r * columns; i < (r + 1) * columns; ++i) {
      const int code = is_weights ? less_zero(bytes, i, is.number) : bytes[i] - 128;
      p.byte[i] = static_cast<unsigned char>(code);
    }
  }
  return p;
}();

/// Which values of G are signed, unsigned or both.
template <const auto& G>
struct sign_plan {
  using graph_type = typename bare<decltype(G)>::type;
  static constexpr int values = graph_type::size.values, nodes = graph_type::size.nodes;
  bool fits[nodes > 0 ? nodes : 1]{};  ///< a layer whose weights lose their zero point
  bool moves[nodes > 0 ? nodes : 1]{};
  bool can_move[values]{};     ///< affine uint8 that the network makes or reads
  bool made_signed[values]{};  ///< as its producer makes it
  bool twins[values]{};        ///< there in the other sign, too
  int constants = 0, conversions = 0;
  bool gains = false;

  constexpr sign_plan() {
    for_each_index<nodes>([&]<int N>() {
      moves[N] = moves_with_zero(G, N);
      fits[N] = fit_signed_bytes<G, N>;
    });
    for (int v = 0; v < values; ++v) {
      const value& x = G.values[v];
      can_move[v] =
          !x.is.is_constant && x.lives == lifetime::transient && is_unsigned_byte(x.is.number);
    }
    for (int v = 0; v < values; ++v) {
      if (!can_move[v]) continue;
      const int from = G.values[v].producer;
      const bool wants_signed = is_read(v, true);
      made_signed[v] = from >= 0 && moves[from] && (!G.nodes[from].op->requantises || wants_signed);
      twins[v] = made_signed[v] ? is_read(v, false) : wants_signed;
      conversions += twins[v] ? 1 : 0;
    }
    for (int n = 0; n < nodes; ++n) {
      const node& at = G.nodes[n];
      const bool is_layer = moves[n] && at.op->kinds_of_products == 1;
      gains = gains || fits[n] || (is_layer && can_move[at.inputs[0]]);
      for (int i = 0; i < at.input_count; ++i) constants += turns(n, i) ? 1 : 0;
    }
  }
  /// Whether input i of node n is a constant that becomes signed.
  constexpr bool turns(int n, int i) const {
    const operand& is = G.values[G.nodes[n].inputs[i]].is;
    if (!moves[n] || !is.is_constant) return false;
    return is_unsigned_byte(is.number) || (fits[n] && i == weights_with_zero(G, n));
  }
  /// Whether node n reads codes as they are made, whatever their sign.
  constexpr bool reads_any(int n) const { return moves[n] && G.nodes[n].op->requantises; }
  /// Whether something reads value v with this sign.
  constexpr bool is_read(int v, bool is_signed) const {
    for (const int o : G.outputs) {
      if (o == v && !is_signed) return true;
    }
    for (int n = 0; n < nodes; ++n) {
      if (reads_any(n) || moves[n] != is_signed) continue;
      for (int i = 0; i < G.nodes[n].input_count; ++i) {
        if (G.nodes[n].inputs[i] == v) return true;
      }
    }
    return false;
  }
};
template <const auto& G>
inline constexpr sign_plan<G> signs_of{};

template <const auto& G>
class signed_draft {
  using from = typename bare<decltype(G)>::type;
  static constexpr const auto& plan = signs_of<G>;

 public:
  graph_value<from::size.values + plan.constants + plan.conversions,
              from::size.nodes + plan.conversions, from::size.inputs, from::size.outputs,
              typename from::extensions_type>
      g{};

  constexpr signed_draft() {
    for (int v = 0; v < from::size.values; ++v) {
      g.values[v] = G.values[v];
      twin_[v] = -1;
      // a value that is there in both keeps its name and number where it is unsigned
      if (plan.made_signed[v] && !plan.twins[v])
        g.values[v].is.number = as_signed(G.values[v].is.number);
    }
    for (int i = 0; i < from::size.inputs; ++i) g.inputs[i] = G.inputs[i];
    for (int o = 0; o < from::size.outputs; ++o) g.outputs[o] = G.outputs[o];
    for_each_index<from::size.nodes>([&]<int N>() { put<N>(); });
  }

 private:
  int twin_[from::size.values]{};
  int next_value_ = from::size.values, next_node_ = 0;

  /// The signed value of v, which is unsigned, too.
  constexpr int twin_of(int v) {
    if (twin_[v] < 0) {
      twin_[v] = next_value_++;
      value& y = g.values[twin_[v]];
      y.is = G.values[v].is;
      y.is.number = as_signed(y.is.number);
      y.round = rounding::tflite_double;
    }
    return twin_[v];
  }
  constexpr void convert(int x, int y) {
    node& at = g.nodes[next_node_];
    at.op = conversion_operator;
    at.what = pack(ops::to{});
    at.inputs[0] = x;
    at.outputs[0] = y;
    at.input_count = at.output_count = 1;
    if (g.values[y].round == rounding::standard) g.values[y].round = rounding::tflite_double;
    g.values[y].producer = next_node_++;
  }
  template <int N>
  constexpr void put() {
    const node& old = G.nodes[N];
    int reads[most_inputs]{};
    for_each_index<G.nodes[N].input_count>([&]<int I>() {
      const int v = reads[I] = old.inputs[I];
      if constexpr (plan.turns(N, I)) {
        reads[I] = next_value_++;
        value& constant = g.values[reads[I]];
        constant = G.values[v];
        format& f = constant.is.number;
        f.zero = plan.fits[N] && I == weights_with_zero(G, N) ? 0 : f.zero - 128;
        f.kind = &format_id<affine_kind>;
        constant.bytes = signed_constant<G, N, I>.byte;
      } else if (plan.can_move[v] && plan.twins[v] && !plan.reads_any(N) && plan.moves[N]) {
        const bool is_new = twin_[v] < 0;
        reads[I] = twin_of(v);
        if (is_new) convert(v, reads[I]);
      } else if (plan.can_move[v] && plan.twins[v] && plan.reads_any(N) && plan.made_signed[v]) {
        reads[I] = twin_of(v);
      }
    });
    const int self = next_node_++;
    node& at = g.nodes[self];
    at = old;
    for (int i = 0; i < at.input_count; ++i) at.inputs[i] = reads[i];
    for (int o = 0; o < at.output_count; ++o) g.values[at.outputs[o]].producer = self;
    const int y = old.outputs[0];
    if (!plan.made_signed[y]) return;
    if (at.act == activation::clamp) {
      at.clamp_low -= 128;
      at.clamp_high -= 128;
    }
    if (!plan.twins[y]) return;
    at.outputs[0] = twin_of(y);
    g.values[at.outputs[0]].producer = self;
    g.values[at.outputs[0]].round = G.values[y].round;
    convert(at.outputs[0], y);
  }
};
template <const auto& G>
inline constexpr auto drafted_signed = draft(signed_draft<G>().g);

}  // namespace detail

/// G with signed codes where a layer gains by it; G itself where none does.
template <const auto& G, bool Gains = detail::signs_of<G>.gains>
struct with_signed_codes {
  static constexpr graph_size left = detail::drafted_signed<G>.left();
  static constexpr auto graph =
      detail::drafted_signed<G>.template result<left.values, left.nodes>();
};
template <const auto& G>
struct with_signed_codes<G, false> {
  static constexpr const auto& graph = G;
};

}  // namespace ETCH_NAMESPACE
