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
  bool kept[C]{};
};

/// Channels joined one to one: those of one root are kept or go together.
template <int C>
struct channel_spaces {
  int root[C]{};
  constexpr channel_spaces() {
    for (int c = 0; c < C; ++c) root[c] = c;
  }
  constexpr int find(int c) const {
    while (root[c] != c) c = root[c];
    return c;
  }
  constexpr void join(int a, int b) {
    const int x = find(a), y = find(b);
    root[maximum(x, y)] = minimum(x, y);
  }
  /// Makes each root one step away.
  constexpr void flatten() {
    for (int c = 0; c < C; ++c) root[c] = root[root[c]];  // which is smaller, and flat
  }
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

/// Readers from the last node to the first, so that templates do not nest as deep as the graph.
template <const auto& G, int... N>
constexpr void find_in_order(indices<N...>) {
  constexpr int last = static_cast<int>(sizeof...(N)) - 1;
  static_assert(has_all_ranges<G>);
  (..., static_cast<void>(lives_of<G, G.nodes[last - N].outputs[0]>));
}

template <const auto& G, int V>
constexpr bool all_live() {
  for (const bool lives : lives_of<G, V>.of) {
    if (!lives) return false;
  }
  return true;
}
/// Whether all channels of G live, as in most graphs: then all are kept.
template <const auto& G>
constexpr bool all_channels_live() {
  using graph_type = typename bare<decltype(G)>::type;
  find_in_order<G>(first<graph_type::size.nodes>{});
  bool all = true;
  for_each_index<graph_type::size.values>([&]<int V>() {
    if constexpr (!G.values[V].is.is_constant) all = all && all_live<G, V>();
  });
  return all;
}

/// The channels of a graph that are kept, as they are found.
template <const auto& G, int Step>
struct channel_plan {
  using graph_type = typename bare<decltype(G)>::type;
  static constexpr int values = graph_type::size.values, all = all_channels_of(G);
  channel_table<values, all> t;
  channel_spaces<all> spaces;

  constexpr channel_plan() {
    for (int v = 0, next = 0; v < values; ++v) {
      t.first[v] = next;
      next += G.values[v].is.is_constant ? 0 : G.values[v].is.shape.c();
    }
  }
  constexpr void keep_all(int v) {
    if (G.values[v].is.is_constant) return;
    for (int c = 0; c < G.values[v].is.shape.c(); ++c) t.kept[t.first[v] + c] = true;
  }
  /// Those that live, of inputs and outputs, and of values of which nothing is known.
  constexpr void keep_what_lives() {
    for_each_index<values>([&]<int V>() {
      if constexpr (!G.values[V].is.is_constant) {
        const auto lives = lives_of<G, V>;
        for (int c = 0; c < channels_of_value<G, V>; ++c) t.kept[t.first[V] + c] = lives.of[c];
        if (ranged_channels<G, V> == 0 || G.values[V].lives == lifetime::always) keep_all(V);
      }
    });
    for (const int v : G.inputs) keep_all(v);
    for (const int v : G.outputs) keep_all(v);
  }
  /// Joins the channels of the output of layer N to those of its value, if each filter reads one;
  /// keeps a constant that differs from the padding beside it.
  template <int N>
  constexpr void join_layer() {
    using layer = layer_ranges<G, N>;
    constexpr int x = layer::x_value, y = G.nodes[N].outputs[0];
    if constexpr (layer::sums.by_channel) {
      for (int o = 0; o < layer::window.oc; ++o)
        spaces.join(t.first[y] + o, t.first[x] + layer::first_input(o));
    } else if constexpr (layer_is_padded<G, N>()) {
      const auto codes = ranges_of<G, x>;
      for (int c = 0; c < channels_of_value<G, x>; ++c) {
        const bool is_constant = codes.low[c] == codes.high[c];
        if (is_constant && codes.low[c] != layer::x::is.number.zero) t.kept[t.first[x] + c] = true;
      }
    }
  }
  /// Joins the channels of node N, if each of its output has one of an input, or none but those of
  /// inputs that stand for all; keeps all of them if not.
  template <int N>
  constexpr void join_node() {
    const node& at = G.nodes[N];
    const int y = at.outputs[0], channels = G.values[y].is.shape.c();
    bool joins = !depends_on_places(G, N),
         has_source[channels_of_value<G, G.nodes[N].outputs[0]>]{};
    for_each_index<G.nodes[N].input_count>([&]<int I>() {
      const auto sources = sources_of<G, N, I>;
      const bool is_one = broadcasts(G.values[at.inputs[I]].is, channels);
      for (int c = 0; c < channels; ++c) {
        if (sources.of[c] >= 0) has_source[c] = true;
        if (sources.of[c] == all_channels && !is_one) joins = false;
      }
    });
    for (const bool has : has_source) joins = joins && has;  // one that no input has cannot go
    for (int o = 0; o < at.output_count && !joins; ++o) keep_all(at.outputs[o]);
    for_each_index<G.nodes[N].input_count>([&]<int I>() {
      const int v = at.inputs[I];
      const auto sources = sources_of<G, N, I>;
      if (!joins) keep_all(v);
      const operand& from = G.values[v].is;
      for (int c = 0; c < channels && joins; ++c) {
        if (sources.of[c] < 0) continue;
        if (!from.is_constant) spaces.join(t.first[y] + c, t.first[v] + sources.of[c]);
        else if (from.shape.c() != channels) t.kept[t.first[y] + c] = true;  // it stays whole
      }
    });
  }
  /// Keeps whole spaces, and so many more that each value has whole steps of channels.
  constexpr void fill_steps() {
    spaces.flatten();
    bool keeps[all]{};  // of a root
    for (int c = 0; c < all; ++c) {
      if (t.kept[c]) keeps[spaces.root[c]] = true;
    }
    for (int v = 0; v < values; ++v) {
      if (G.values[v].is.is_constant) continue;
      const int begin = t.first[v], channels = G.values[v].is.shape.c();
      const auto count_kept = [&] {
        int kept = 0;
        for (int c = begin; c < begin + channels; ++c) kept += keeps[spaces.root[c]] ? 1 : 0;
        return kept;
      };
      int kept = count_kept();
      const int wanted = minimum(maximum(ceil_div(kept, Step), 1) * Step, channels);
      for (int c = begin; kept < wanted; ++c) {
        if (keeps[spaces.root[c]]) continue;
        keeps[spaces.root[c]] = true;
        kept = count_kept();
      }
    }
    for (int c = 0; c < all; ++c) t.kept[c] = keeps[spaces.root[c]];
  }
  constexpr void count() {
    for (int v = 0; v < values; ++v) {
      if (G.values[v].is.is_constant) continue;
      for (int c = 0; c < G.values[v].is.shape.c(); ++c) t.width[v] += t.kept[t.first[v] + c];
    }
  }
};

template <const auto& G, int Step>
constexpr auto plan_channels() {
  channel_plan<G, Step> plan;
  if constexpr (all_channels_live<G>()) {
    for (int v = 0; v < plan.values; ++v) plan.keep_all(v);
  } else {
    plan.keep_what_lives();
    for_each_index<bare<decltype(G)>::type::size.nodes>([&]<int N>() {
      if constexpr (layer_can_shrink<G, N>()) plan.template join_layer<N>();
      else plan.template join_node<N>();
    });
    plan.fill_steps();
  }
  plan.count();
  return plan.t;
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
    constexpr int y = G.nodes[N].outputs[0];
    const auto& t = kept_channels<G, Step>;
    n = {.total = detail::channels_of_value<G, y>, .kept = t.width[y]};
    for (int c = 0; c < n.total; ++c) {
      const bool is_constant = ranges_of<G, y>.low[c] == ranges_of<G, y>.high[c];
      const bool lives = detail::lives_of<G, y>.of[c];
      n.live += lives ? 1 : 0;
      n.constant += is_constant ? 1 : 0;
      n.unread += is_constant || lives ? 0 : 1;
    }
  }
  return n;
}

}  // namespace ETCH_NAMESPACE
