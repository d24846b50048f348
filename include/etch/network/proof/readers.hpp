// Which channels are read: by an output of the graph, or for a channel that lives, which is one
// that is read and is not the same for every input.
#pragma once

#include <etch/network/proof/ranges.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

template <int C>
struct channel_flags {
  bool of[C > 0 ? C : 1]{};
  constexpr void set_all() {
    for (bool& flag : of) flag = true;
  }
  constexpr void add(const channel_flags& also) {
    for (int c = 0; c < C; ++c) of[c] = of[c] || also.of[c];
  }
};
template <const auto& G, int V>
inline constexpr int channels_of_value = G.values[V].is.shape.c();

template <const auto& G, int V>
constexpr auto find_read();

}  // namespace detail

/// Which channels of value V of G are read.
template <const auto& G, int V>
inline constexpr auto read_of = detail::find_read<G, V>();

namespace detail {

/// Channels of value V that are read and differ from input to input.
template <const auto& G, int V>
constexpr auto find_lives() {
  channel_flags<channels_of_value<G, V>> lives = read_of<G, V>;
  if constexpr (ranged_channels<G, V> > 0) {
    for (int c = 0; c < channels_of_value<G, V>; ++c) {
      if (ranges_of<G, V>.is_constant(c)) lives.of[c] = false;
    }
  }
  return lives;
}
template <const auto& G, int V>
inline constexpr auto lives_of = find_lives<G, V>();

/// The channels of its input that filters of layer N weigh which live. Of channels that are
/// constant nobody asks: they do not live, read or not.
// As many as an evaluation can look at; of more, all count as weighed.
template <const auto& G, int N, int Piece>
constexpr auto find_weighed() {
  using layer = layer_ranges<G, N>;
  constexpr int channels = channels_of_value<G, layer::x_value>;
  constexpr bool are_told_apart = layer::window.c % channels == 0 && layer::window.c <= 16'384;
  constexpr int repeats = are_told_apart ? layer::window.c / channels : 0;
  channel_flags<channels> read;
  const auto of = ranges_of<G, layer::x_value>;
  int left[channels]{}, pending = 0;  // channels that no filter was seen to weigh
  for (int c = 0; c < channels; ++c) {
    const bool is_constant = of.low[c] == of.high[c];
    if (!is_constant) left[pending++] = c;
  }
  const auto lives = lives_of<G, G.nodes[N].outputs[0]>;
  for (int i = 0; i < layer::count(Piece) && pending > 0; ++i) {
    const int o = Piece * layer::at_once + i;
    if (!lives.of[o]) continue;
    if (!are_told_apart) {
      read.set_all();
      break;
    }
    const int begin = layer::first_input(o);
    for (int p = pending - 1; p >= 0; --p) {
      bool weighs = false;
      for (int r = 0; r < repeats && !weighs; ++r) {
        const int k = left[p] + r * channels - begin;
        if (k < 0 || k >= layer::depth) continue;
        for (int t = 0; t < layer::taps && !weighs; ++t) {
          weighs = layer::weight(layer::place_of_weight(o, t) + k) != 0;
        }
      }
      if (!weighs) continue;
      read.of[left[p]] = true;
      left[p] = left[--pending];
    }
  }
  return read;
}
template <const auto& G, int N, int Piece>
inline constexpr auto weighed_by_piece = find_weighed<G, N, Piece>();

/// Whether something of node N lives: it keeps a state, or has a channel that does.
template <const auto& G, int N>
constexpr bool node_lives() {
  const node& at = G.nodes[N];
  if (at.output_count > 1) return true;
  for (int i = 0; i < at.input_count; ++i) {
    if (G.values[at.inputs[i]].lives == lifetime::always) return true;
  }
  for (const bool lives : lives_of<G, G.nodes[N].outputs[0]>.of) {
    if (lives) return true;
  }
  return false;
}

/// The channels of input I of node N that the node reads.
template <const auto& G, int N, int I>
constexpr auto read_by_node() {
  constexpr int v = G.nodes[N].inputs[I], channels = channels_of_value<G, v>;
  constexpr int y = G.nodes[N].outputs[0];
  channel_flags<channels> read;
  if constexpr (!node_lives<G, N>()) {
  } else if constexpr (sums_are_integers<G, N>) {
    [&]<int... Piece>(indices<Piece...>) {
      (read.add(weighed_by_piece<G, N, Piece>), ...);
    }(first<layer_ranges<G, N>::pieces>{});
  } else {
    for (int c = 0; c < channels_of_value<G, y>; ++c) {
      const int from = sources_of<G, N, I>.of[c];
      if (from >= 0 && lives_of<G, y>.of[c]) read.of[from] = true;
      if (from == all_channels) read.set_all();
    }
  }
  return read;
}

/// The inputs of nodes that value V of G is.
struct reader {
  int node, input;
};
template <int Count>
struct readers {
  reader at[Count > 0 ? Count : 1]{};
};
template <class Graph>
constexpr int count_readers(const Graph& g, int v) {
  int count = 0;
  for (const node& n : g.nodes) {
    for (int i = 0; i < n.input_count; ++i) count += n.inputs[i] == v ? 1 : 0;
  }
  return count;
}
template <const auto& G, int V>
constexpr auto find_readers() {
  readers<count_readers(G, V)> r;
  int next = 0;
  for (int n = 0; n < bare<decltype(G)>::type::size.nodes; ++n) {
    for (int i = 0; i < G.nodes[n].input_count; ++i) {
      if (G.nodes[n].inputs[i] == V) r.at[next++] = {n, i};
    }
  }
  return r;
}

template <const auto& G, int V, int... R>
constexpr auto read_by(indices<R...>) {
  [[maybe_unused]] constexpr auto readers = find_readers<G, V>();
  channel_flags<channels_of_value<G, V>> read;
  if (G.values[V].lives == lifetime::always) read.set_all();
  for (const int o : G.outputs) {
    if (o == V) read.set_all();
  }
  (read.add(read_by_node<G, readers.at[R].node, readers.at[R].input>()), ...);
  return read;
}
template <const auto& G, int V>
constexpr auto find_read() {
  return read_by<G, V>(first<count_readers(G, V)>{});
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
