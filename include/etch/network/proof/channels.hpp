// Which channels of a graph a network keeps: those that live, those that a value joined to theirs
// needs, and so many more that the target's kernels find whole steps.
#pragma once

#include <etch/network/proof/readers.hpp>

namespace ETCH_NAMESPACE {

/// Output channels of the layers of a graph whose sums are of integers.
struct channel_counts {
  int total = 0;
  int live = 0;      ///< read, and not the same for every input
  int constant = 0;  ///< the same code for every input
  int unread = 0;    ///< not constant, but nothing that lives weighs them
  int kept = 0;      ///< those that the network computes
  constexpr bool operator==(const channel_counts&) const = default;
};

namespace detail {

template <class Graph>
constexpr int all_channels_of(const Graph& g) {
  int sum = 0;
  for (const value& v : g.values) sum += v.is.is_constant ? 0 : v.is.shape.c();
  return sum;
}

/// The channels of all V values of a graph, C in all, one value after the other.
template <int V, int C>
struct channel_table {
  int first[V]{};
  int width[V]{};  ///< channels that are kept
  int code[C]{};   ///< where they are constant
  bool is_constant[C]{}, lives[C]{}, kept[C]{};
};

/// Channels joined one to one, as trees of channels that are kept together.
template <int C>
struct channel_spaces {
  int root[C]{};
  bool must[C]{};  ///< of a root: kept whatever else
  constexpr channel_spaces() {
    for (int c = 0; c < C; ++c) root[c] = c;
  }
  constexpr int find(int c) {
    while (root[c] != c) c = root[c] = root[root[c]];
    return c;
  }
  constexpr void join(int a, int b) {
    const int x = find(a), y = find(b);
    root[x] = y;
    must[y] = must[y] || must[x];
  }
  constexpr void keep(int c) { must[find(c)] = true; }
  constexpr bool keeps(int c) { return must[find(c)]; }
};

/// Whether the one channel of x stands for each of so many.
constexpr bool broadcasts(const operand& x, int channels) {
  return x.shape.c() == 1 && channels > 1;
}

/// Whether channels of the value and filters of node N can go: it sums integers, all of one group.
template <const auto& G, int N>
constexpr bool layer_can_shrink() {
  if constexpr (!sums_are_integers<G, N>) {
    return false;
  } else {
    using layer = layer_ranges<G, N>;
    constexpr int channels = channels_of_value<G, layer::x_value>;
    return layer::sums.by_channel || (layer::window.groups == 1 && layer::window.c % channels == 0);
  }
}

/// Whether a window of layer N meets padding, or a part of its taps alone.
template <const auto& G, int N>
constexpr bool layer_is_padded() {
  using layer = layer_ranges<G, N>;
  constexpr window_geometry w = layer::window;
  const auto out = [](int cells, int size, int stride, int dilation, int before, int in) {
    return before > 0 || (cells - 1) * stride + reach(size, dilation) - before > in;
  };
  return layer::sums.transposed || out(w.oh, w.kh, w.stride_h, w.dilation_h, w.pad_top, w.h) ||
         out(w.ow, w.kw, w.stride_w, w.dilation_w, w.pad_left, w.w);
}

/// Ranges from the first node to the last and readers from the last to the first, so that templates
/// do not nest as deep as the graph.
template <const auto& G, int... N>
constexpr void find_in_order(indices<N...>) {
  constexpr int last = static_cast<int>(sizeof...(N)) - 1;
  (static_cast<void>(ranges_of<G, G.nodes[N].outputs[0]>), ...);
  (static_cast<void>(lives_of<G, G.nodes[last - N].outputs[0]>), ...);
}

template <const auto& G, int Step>
constexpr auto plan_channels() {
  using graph_type = typename bare<decltype(G)>::type;
  constexpr int values = graph_type::size.values, all = all_channels_of(G);
  find_in_order<G>(first<graph_type::size.nodes>{});
  channel_table<values, all> t;
  channel_spaces<all> spaces;
  int next = 0;
  for_each_index<values>([&]<int V>() {
    if constexpr (!G.values[V].is.is_constant) {
      t.first[V] = next;
      for (int c = 0; c < channels_of_value<G, V>; ++c, ++next) {
        if constexpr (ranged_channels<G, V> > 0) {
          t.is_constant[next] = ranges_of<G, V>.is_constant(c);
          t.code[next] = ranges_of<G, V>.low[c];
        }
        t.lives[next] = lives_of<G, V>.of[c];
        if (ranged_channels<G, V> == 0 || G.values[V].lives == lifetime::always) {
          spaces.keep(next);
        }
      }
    }
  });
  const auto keep_all = [&](int v) {
    for (int c = 0; c < G.values[v].is.shape.c() && !G.values[v].is.is_constant; ++c)
      spaces.keep(t.first[v] + c);
  };
  for (const int v : G.inputs) keep_all(v);
  for (const int v : G.outputs) keep_all(v);
  for_each_index<graph_type::size.nodes>([&]<int N>() {
    const node& at = G.nodes[N];
    const int y = at.outputs[0], channels = G.values[y].is.shape.c();
    if constexpr (layer_can_shrink<G, N>()) {
      using layer = layer_ranges<G, N>;
      if constexpr (layer::sums.by_channel) {
        for (int c = 0; c < channels; ++c)
          spaces.join(t.first[y] + c, t.first[layer::x_value] + layer::first_input(c));
      }
      return;
    }
    operand gathered[most_inputs]{};
    const operands x = G.gather(N, gathered);
    const auto source = [&](int i, int c) { return source_of_channel(G, N, x, i, c); };
    bool joins = !depends_on_places(G, N);
    for (int c = 0; c < channels && joins; ++c) {
      bool has_source = false;
      for (int i = 0; i < at.input_count && joins; ++i) {
        has_source |= source(i, c) >= 0;
        joins = source(i, c) != all_channels || broadcasts(x[i], channels);
      }
      joins = joins && has_source;  // a channel that no input has cannot go
    }
    for (int o = 0; o < at.output_count && !joins; ++o) keep_all(at.outputs[o]);
    for (int i = 0; i < at.input_count; ++i) {
      if (!joins) keep_all(at.inputs[i]);
      if (!joins || G.values[at.inputs[i]].is.is_constant) continue;
      for (int c = 0; c < channels; ++c) {
        if (source(i, c) >= 0) spaces.join(t.first[y] + c, t.first[at.inputs[i]] + source(i, c));
      }
    }
  });
  for (int c = 0; c < all; ++c) {
    if (t.lives[c]) spaces.keep(c);
  }
  // a constant that differs from the padding beside it stays
  for_each_index<graph_type::size.nodes>([&]<int N>() {
    if constexpr (layer_can_shrink<G, N>()) {
      using layer = layer_ranges<G, N>;
      if constexpr (!layer::sums.by_channel && layer_is_padded<G, N>()) {
        for (int c = 0; c < channels_of_value<G, layer::x_value>; ++c) {
          const int k = t.first[layer::x_value] + c;
          if (t.is_constant[k] && t.code[k] != layer::x::is.number.zero) spaces.keep(k);
        }
      }
    }
  });
  // whole steps, of the channels that could go
  for (int v = 0; v < values; ++v) {
    if (G.values[v].is.is_constant) continue;
    const int channels = G.values[v].is.shape.c();
    const auto count_kept = [&] {
      int kept = 0;
      for (int c = 0; c < channels; ++c) kept += spaces.keeps(t.first[v] + c) ? 1 : 0;
      return kept;
    };
    int kept = count_kept();
    const int wanted = minimum(maximum(ceil_div(kept, Step), 1) * Step, channels);
    for (int c = 0; c < channels && kept < wanted; ++c) {
      if (spaces.keeps(t.first[v] + c)) continue;
      spaces.keep(t.first[v] + c);
      kept = count_kept();
    }
  }
  for (int v = 0; v < values; ++v) {
    if (G.values[v].is.is_constant) continue;
    for (int c = t.first[v]; c < t.first[v] + G.values[v].is.shape.c(); ++c) {
      t.kept[c] = spaces.keeps(c);
      t.width[v] += t.kept[c] ? 1 : 0;
    }
  }
  return t;
}

}  // namespace detail

/// The channels of G that a network keeps, in whole steps of Step.
template <const auto& G, int Step = 1>
inline constexpr auto kept_channels = detail::plan_channels<G, Step>();

/// The output channels of node N of G; none where it sums no integers.
template <const auto& G, int N, int Step = 1>
constexpr channel_counts count_channels() {
  channel_counts n;
  if constexpr (detail::sums_are_integers<G, N>) {
    const auto& t = kept_channels<G, Step>;
    const int first = t.first[G.nodes[N].outputs[0]];
    for (int c = first; c < first + detail::channels_of_value<G, G.nodes[N].outputs[0]>; ++c) {
      ++n.total;
      n.live += t.lives[c] ? 1 : 0;
      n.constant += t.is_constant[c] ? 1 : 0;
      n.unread += !t.is_constant[c] && !t.lives[c] ? 1 : 0;
      n.kept += t.kept[c] ? 1 : 0;
    }
  }
  return n;
}

}  // namespace ETCH_NAMESPACE
