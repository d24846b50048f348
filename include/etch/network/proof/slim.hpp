// A graph without the channels that nobody needs: those that are the same for every input, which
// become part of the biases of their readers, and those that nothing weighs. Bit for bit what the
// whole graph gives, for every input.
//
// A channel that is the constant v adds w (v - zero) to each sum in which its tap lies inside the
// input: as an integer modulo 2^32 (or 2^64) that may as well be part of the bias. Where taps can
// lie in the padding, which counts as the zero point, only constants of that code go.
#pragma once

#include <etch/graph/passes.hpp>
#include <etch/network/lower/code_pools.hpp>
#include <etch/network/proof/channels.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The places of the channels of a value that are kept.
template <int Count>
struct kept_places {
  int at[Count > 0 ? Count : 1]{};
  static constexpr int count = Count;
};
template <const auto& G, int Step, int V>
inline constexpr auto kept_places_of = [] {
  constexpr auto& t = kept_channels<G, Step>;
  kept_places<t.width[V]> p;
  for (int c = 0, k = 0; c < channels_of_value<G, V>; ++c) {
    if (t.kept[t.first[V] + c]) p.at[k++] = c;
  }
  return p;
}();

/// The constants of layer N of G, which loses channels of its value, its output or both.
template <const auto& G, int Step, int N>
struct slim_layer {
  using layer = layer_ranges<G, N>;
  using c = typename layer::c;
  static constexpr int y = G.nodes[N].outputs[0], x = layer::x_value;
  static constexpr const auto& filters = kept_places_of<G, Step, y>;
  static constexpr const auto& inputs = kept_places_of<G, Step, x>;
  static constexpr int channels = channels_of_value<G, x>;
  static constexpr bool by_channel = layer::sums.by_channel;
  /// Times that the channels of the value lie one after the other in a cell of the weights: more
  /// than once in a dense layer behind rows and columns.
  static constexpr int repeats = by_channel ? 1 : layer::depth / channels;
  static constexpr int depth = by_channel ? 1 : repeats * inputs.count;
  static constexpr const unsigned char* bytes = c::bytes(layer::sums.weights);
  static constexpr const format& number =
      G.values[G.nodes[N].inputs[layer::sums.weights]].is.number;

  /// Whether kept filter i gives a code that it can have, always the same, because it does not
  /// live: inputs that it weighs may be gone.
  static constexpr bool is_idle(int i) { return !by_channel && !lives_of<G, y>.of[filters.at[i]]; }
  static constexpr bool has_idle_filters() {
    for (int i = 0; i < filters.count; ++i) {
      if (is_idle(i)) return true;
    }
    return false;
  }

  static constexpr auto make_weights() {
    byte_pool<bytes_of_codes(number, filters.count * layer::taps * depth)> p;
    const auto inside = inputs;
    const bool in_bytes = number.bits == 8;
    int next = 0;
    if (by_channel) {
      for (int t = 0; t < layer::taps; ++t) {
        for (int o = 0; o < filters.count; ++o)
          copy_code(p.byte, next++, bytes, layer::place_of_weight(filters.at[o], t), number);
      }
    } else {
      for (int o = 0; o < filters.count; ++o) {
        if (is_idle(o)) {
          for (int k = layer::taps * depth; k > 0; --k)
            put_code(p.byte, next++, number.zero, number);
          continue;
        }
        int at = layer::place_of_weight(filters.at[o], 0);
        for (int t = 0; t < layer::taps * repeats; ++t, at += channels) {
          for (int k = 0; k < inside.count; ++k, ++next) {  // spelt out, as for each weight
            if (in_bytes) p.byte[next] = bytes[at + inside.at[k]];
            else copy_code(p.byte, next, bytes, at + inside.at[k], number);
          }
        }
      }
    }
    return p;
  }

  /// The constant channels that go and are not 0: what each adds to a sum for a weight of 1.
  struct steps {
    int count = 0;
    int channel[channels]{};
    wide_int step[channels]{};
  };
  static constexpr steps find_steps() {
    constexpr auto& t = kept_channels<G, Step>;
    const auto codes = ranges_of<G, x>;
    steps s;
    for (int k = 0; k < channels && !by_channel; ++k) {
      const wide_int step = codes.low[k] - layer::x::is.number.zero;
      if (t.kept[t.first[x] + k] || codes.low[k] != codes.high[k] || step == 0) continue;
      s.channel[s.count] = k;
      s.step[s.count++] = step;
    }
    return s;
  }
  static constexpr steps gone = find_steps();
  static constexpr bool has_bias = layer::sums.bias >= 0;
  /// Whether the biases are written anew, as sums.
  static constexpr bool moves_bias = gone.count > 0 || has_idle_filters();
  static constexpr format bias_number() {
    if constexpr (!has_bias) return bias32::descriptor;
    else {
      const format& f = G.values[G.nodes[N].inputs[layer::sums.bias]].is.number;
      return moves_bias && !is_accumulator(f) ? bias32::descriptor : f;
    }
  }
  static constexpr auto make_bias() {
    constexpr format f = bias_number();
    byte_pool<bytes_of_codes(f, filters.count)> p;
    for (int o = 0; o < filters.count; ++o) {
      if constexpr (!moves_bias) {
        if constexpr (has_bias) copy_code(p.byte, o, c::bytes(layer::sums.bias), filters.at[o], f);
      } else {
        const auto b = static_cast<std::int64_t>(sum_bias<c>(filters.at[o]));
        auto sum = static_cast<std::uint64_t>(b);
        if (is_idle(o)) sum = static_cast<std::uint64_t>(sums_of_layer<G, N>.least[filters.at[o]]);
        for (int t = 0; t < layer::taps * repeats; ++t) {
          const int at = layer::place_of_weight(filters.at[o], 0) + t * channels;
          for (int k = 0; k < gone.count && !is_idle(o); ++k) {
            sum += static_cast<std::uint64_t>(
                static_cast<std::int64_t>(layer::weight(at + gone.channel[k])) * gone.step[k]);
          }
        }
        for (int i = 0; i < bytes_for(f.bits); ++i)
          p.byte[o * bytes_for(f.bits) + i] = static_cast<unsigned char>(sum >> 8 * i);
      }
    }
    return p;
  }
  static constexpr auto make_scales() {
    scale_pool<number.channel_scale == nullptr ? 0 : filters.count> p;
    for (int o = 0; o < filters.count && number.channel_scale != nullptr; ++o)
      p.scale[o] = number.channel_scale[filters.at[o]];
    return p;
  }
};
template <const auto& G, int Step, int N>
alignas(16) inline constexpr auto slim_weights = slim_layer<G, Step, N>::make_weights();
template <const auto& G, int Step, int N>
alignas(16) inline constexpr auto slim_bias = slim_layer<G, Step, N>::make_bias();
template <const auto& G, int Step, int N>
inline constexpr auto slim_scales = slim_layer<G, Step, N>::make_scales();

/// Constant V, whose channels meet those of value Y one to one.
template <const auto& G, int Step, int V, int Y>
alignas(16) inline constexpr auto slim_constant = [] {
  constexpr auto& places = kept_places_of<G, Step, Y>;
  constexpr operand from = G.values[V].is;
  constexpr int cells = from.shape.size() / from.shape.c();
  byte_pool<bytes_of_codes(from.number, cells * places.count)> p;
  for (int i = 0; i < cells; ++i) {
    for (int k = 0; k < places.count; ++k)
      copy_code(p.byte, i * places.count + k, G.values[V].bytes, i * from.shape.c() + places.at[k],
                from.number);
  }
  return p;
}();

/// Whether channels of value v go; of one that node N reads or makes; of any.
template <const auto& G, int Step>
constexpr bool loses_channels(int v) {
  const operand& is = G.values[v].is;
  return !is.is_constant && kept_channels<G, Step>.width[v] < is.shape.c();
}
template <const auto& G, int Step, int N>
constexpr bool node_shrinks() {
  const node& at = G.nodes[N];
  for (int i = 0; i < at.input_count; ++i) {
    if (loses_channels<G, Step>(at.inputs[i])) return true;
  }
  return loses_channels<G, Step>(at.outputs[0]);
}
template <const auto& G, int Step>
constexpr bool graph_shrinks() {
  for (int v = 0; v < bare<decltype(G)>::type::size.values; ++v) {
    if (loses_channels<G, Step>(v)) return true;
  }
  return false;
}

/// Whether Slim is the graph that Step makes of G, node for node, and G's sums of node N are known.
template <const auto& Slim, const auto& G, int Step, int N>
constexpr bool is_slim();
/// Extensions of the graph that Step makes of G: what is proved of the sums of G stays true of the
/// filters that are kept.
template <const auto& G, int Step>
struct slim_extensions : bare<decltype(G)>::type::extensions_type {
  /// The sums of node N of Slim; a graph made of that one (a lone node) has nodes of its own.
  template <const auto& Slim, int N>
  static constexpr auto sums_of()
  requires(is_slim<Slim, G, Step, N>())
  {
    constexpr auto& kept = kept_places_of<G, Step, G.nodes[N].outputs[0]>;
    constexpr auto& all = sums_of_layer<G, N>;
    ranges_of_sums<kept.count> r;
    for (int i = 0; i < kept.count; ++i) {
      const int o = kept.at[i];
      const bool is_idle = slim_layer<G, Step, N>::is_idle(i);
      r.least[i] = all.least[o];
      r.most[i] = is_idle ? all.least[o] : all.most[o];
      // codes are those of the ends where these fit, else all that the clamp allows
      const bool is_one = is_idle && layer_ranges<G, N>::fits(all.least[o], all.most[o], o);
      r.codes.set(i, all.codes.low[o], is_one ? all.codes.low[o] : all.codes.high[o]);
    }
    return r;
  }
};

template <const auto& G, int Step>
struct slim_graph {
  using from = typename bare<decltype(G)>::type;

  static constexpr int most_constants() {
    int count = 0;
    for (const node& n : G.nodes) count += maximum(n.input_count, 3);
    return count;
  }
  using whole = graph_value<from::size.values + most_constants(), from::size.nodes,
                            from::size.inputs, from::size.outputs, slim_extensions<G, Step>>;

  static constexpr whole make() {
    constexpr auto& t = kept_channels<G, Step>;
    whole g{};
    for (int v = 0; v < from::size.values; ++v) {
      g.values[v] = G.values[v];
      extents& e = g.values[v].is.shape;
      if (!g.values[v].is.is_constant) e.d[e.rank - 1] = t.width[v];
    }
    for (int i = 0; i < from::size.inputs; ++i) g.inputs[i] = G.inputs[i];
    for (int o = 0; o < from::size.outputs; ++o) g.outputs[o] = G.outputs[o];
    int next = from::size.values;
    for_each_index<from::size.nodes>([&]<int N>() {
      g.nodes[N] = G.nodes[N];
      if constexpr (node_shrinks<G, Step, N>()) {
        node& at = g.nodes[N];
        const auto add = [&](int i, const operand& is, const unsigned char* bytes) {
          value& v = g.values[next];
          if (i < at.input_count) v = g.values[at.inputs[i]];
          v.is = is;
          v.bytes = bytes;
          at.inputs[i] = next++;
          at.input_count = maximum(at.input_count, i + 1);
        };
        if constexpr (sums_are_integers<G, N>) shrink_layer<N>(add);
        else shrink_node<N>(g, add);
      }
    });
    return g;
  }

 private:
  template <int N, class Add>
  static constexpr void shrink_layer(const Add& add) {
    using layer = slim_layer<G, Step, N>;
    using sums = layer_ranges<G, N>;
    constexpr int w = sums::sums.weights, b = layer::has_bias ? sums::sums.bias : 2;
    operand weights = G.values[G.nodes[N].inputs[w]].is;
    extents& e = weights.shape;
    if (layer::by_channel) {
      e.d[e.rank - 1] = layer::filters.count;
    } else {
      e.d[0] = layer::filters.count;
      e.d[e.rank - 1] = layer::depth;
    }
    if (weights.number.channel_scale != nullptr) {
      weights.number.channel_scale = slim_scales<G, Step, N>.scale;
      weights.number.channels = layer::filters.count;
    }
    add(w, weights, slim_weights<G, Step, N>.byte);
    if constexpr (layer::has_bias || layer::moves_bias) {
      operand bias{bias32::descriptor, {1, {layer::filters.count}}, &layout_id<hwc>, true};
      if (layer::has_bias) {
        bias = G.values[G.nodes[N].inputs[b]].is;
        bias.shape.d[bias.shape.rank - 1] = layer::filters.count;
        bias.number = layer::bias_number();
      }
      add(b, bias, slim_bias<G, Step, N>.byte);
    }
  }
  template <int N, class Add>
  static constexpr void shrink_node(whole& g, const Add& add) {
    constexpr int y = G.nodes[N].outputs[0], source = sources_of<G, N, 0>.of[0];
    const node& from = G.nodes[N];
    int before = 0;
    for (int c = 0; c < source; ++c) {
      constexpr auto& t = kept_channels<G, Step>;
      before += !G.values[from.inputs[0]].is.is_constant && t.kept[t.first[from.inputs[0]] + c];
    }
    g.nodes[N].what =
        from.op->with_channels(from.what, g.values[y].is, {g.values[y].is.shape.c(), before});
    for_each_index<G.nodes[N].input_count>([&]<int I>() {
      constexpr int v = G.nodes[N].inputs[I];
      if constexpr (G.values[v].is.is_constant &&
                    channels_of_value<G, v> == channels_of_value<G, y>) {
        if (sources_of<G, N, I>.of[0] == no_channel) return;
        operand is = G.values[v].is;
        is.shape.d[is.shape.rank - 1] = kept_places_of<G, Step, y>.count;
        add(I, is, slim_constant<G, Step, v, y>.byte);
      }
    });
  }
};

/// With constants that nobody reads any more, and without them.
template <const auto& G, int Step>
inline constexpr auto shrunk =
    draft<typename slim_graph<G, Step>::whole>(slim_graph<G, Step>::make());
template <const auto& G, int Step>
constexpr auto make_slim() {
  constexpr graph_size left = shrunk<G, Step>.left();
  return shrunk<G, Step>.template result<left.values, left.nodes>();
}

}  // namespace detail

/// What compilers look at unasked for: graphs of up to so many nodes, and of so many weights in the
/// array of a file, with the limits that etch_add_model sets, or behind addresses, within the
/// default limits.
inline constexpr int most_nodes_proved = 256;
inline constexpr wide_int most_weights_of_file = 4'000'000, most_weights_of_arrays = 100'000;

/// Whether G is no larger.
template <const auto& G>
constexpr bool affords_proofs() {
  using graph_type = typename detail::bare<decltype(G)>::type;
  constexpr bool is_file = requires { graph_type::extensions_type::file; };
  long long weights = 0;
  for (const value& v : G.values) weights += v.is.is_constant ? v.is.shape.size() : 0;
  return weights <= (is_file ? most_weights_of_file : most_weights_of_arrays) &&
         graph_type::size.nodes <= most_nodes_proved;
}

/// G without the channels that nobody needs, those that are kept in whole steps of Step; G itself
/// where all are needed.
template <const auto& G, int Step, bool Shrinks = detail::graph_shrinks<G, Step>()>
struct slimmed {
  static constexpr auto graph = detail::make_slim<G, Step>();
};
template <const auto& G, int Step>
struct slimmed<G, Step, false> {
  static constexpr const auto& graph = G;
};

namespace detail {
template <const auto& Slim, const auto& G, int Step, int N>
constexpr bool is_slim() {
  const void *const slim = &Slim, *const made = &slimmed<G, Step>::graph;
  return slim == made && Slim.size.nodes == G.size.nodes && sums_are_integers<G, N>;
}
}  // namespace detail

}  // namespace ETCH_NAMESPACE
