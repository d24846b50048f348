// What is proved of a network, as constants to assert: channels("conv2d_3"), range("conv2d_3", c),
// sum_bits("conv2d_3").
#pragma once

#include <etch/graph/sums.hpp>
#include <etch/network/proof/channels.hpp>
#include <etch/network/trace.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void the_network_has_no_layer_of_this_name(long, long) {}
inline void the_layer_has_no_such_channel(long /*channel*/, long /*channels*/) {}
}  // namespace error

namespace detail {

/// The sums of node N of G, whose ranges are known, on their way to codes: of the channels that
/// `counts` says.
template <const auto& G, int N, class Counts>
constexpr interval sums_of_channels(const Counts& counts) {
  using layer = layer_ranges<G, N>;
  interval all = nothing_yet;
  for (int c = 0; c < layer::window.oc; ++c) {
    const interval r{sums_of_layer<G, N>.least[c], sums_of_layer<G, N>.most[c]};
    if (counts(c)) all = hull(all, layer::on_the_way_out(r, c));
  }
  return all;
}
template <const auto& G, int N>
inline constexpr interval all_sums = sums_of_channels<G, N>([](int) { return true; });

/// Those of the channels that live, or of all where none does.
template <const auto& G, int N>
constexpr interval find_live_sums() {
  if constexpr (!sums_are_integers<G, N>) {
    return sums_of_node(G, N);
  } else {
    const auto lives = lives_of<G, G.nodes[N].outputs[0]>;
    const interval live = sums_of_channels<G, N>([&](int c) { return lives.of[c]; });
    return live == nothing_yet ? all_sums<G, N> : live;
  }
}
template <const auto& G, int N>
inline constexpr interval live_sums = find_live_sums<G, N>();

/// Some figure of each layer of a graph.
template <class T, int Count>
struct each_layer {
  T of[Count > 0 ? Count : 1]{};
};

}  // namespace detail

/// Facts on graph G, whose layers have the names that errors and reports print; Step is that of the
/// channels that are kept, 0 where all are. A name that no layer has stops the compilation.
template <const auto& G, int Step>
class proved_facts {
  static constexpr int layers = detail::bare<decltype(G)>::type::size.nodes;

 public:
  /// The output channels of the layers whose sums are of integers, all together.
  static constexpr channel_counts channels() {
    constexpr auto all = each_channels(detail::first<layers>{});
    channel_counts sum;
    for (const channel_counts& n : all.of) {
      sum.total += n.total;
      sum.live += n.live;
      sum.constant += n.constant;
      sum.unread += n.unread;
      sum.kept += n.kept;
    }
    return sum;
  }
  /// Those of one layer; all 0 where it sums no integers.
  static consteval channel_counts channels(const char* layer) {
    return each_channels(detail::first<layers>{}).of[number_of(layer)];
  }
  template <int N>
  static constexpr channel_counts layer_channels() {
    channel_counts n = count_channels<G, N, Step == 0 ? 1 : Step>();
    if (Step == 0) n.kept = n.total;
    return n;
  }
  /// Whether no input changes an output.
  static constexpr bool outputs_are_constant() {
    bool constant = true;
    for_each_index<G.size.outputs>([&]<int O>() {
      constexpr int v = G.outputs[O];
      constant = constant && detail::ranged_channels<G, v> > 0;
      for (int c = 0; c < detail::ranged_channels<G, v>; ++c)
        constant = constant && ranges_of<G, v>.is_constant(c);
    });
    return constant;
  }
  /// The codes that channel c of a layer's output can have; {0, 0} where nothing is known of them.
  static consteval interval range(const char* layer, int c) {
    return each_range(number_of(layer), c, detail::first<layers>{});
  }
  /// The bits of two's complement that the sums of a layer need in the channels that live; 0 where
  /// it sums no integers.
  static consteval int sum_bits(const char* layer) {
    return signed_bits(each_sums(detail::first<layers>{}).of[number_of(layer)]);
  }
  /// The sums of layer n over all inputs, in the channels that live: exact for constant weights and
  /// independent inputs; {0, 0} if the layer sums no integers.
  static constexpr interval layer_sums(int n) {
    constexpr auto all = each_sums(detail::first<layers>{});
    return all.of[n];
  }
  /// Whether the network leaves out channels that nobody needs.
  static constexpr bool leaves_out_channels = Step > 0;

  /// The layer of this name.
  static consteval int number_of(const char* layer) {
    for (int n = 0; n < layers; ++n) {
      if (same_text(name_of(G, n).characters, layer)) return n;
    }
    stop_if({.refuse = error::the_network_has_no_layer_of_this_name});
    return 0;
  }

 private:
  template <int... N>
  static constexpr auto each_channels(detail::indices<N...>) {
    return detail::each_layer<channel_counts, layers>{{layer_channels<N>()...}};
  }
  template <int... N>
  static constexpr auto each_sums(detail::indices<N...>) {
    return detail::each_layer<interval, layers>{{detail::live_sums<G, N>...}};
  }
  template <int N>
  static constexpr interval range_of(int c) {
    constexpr int v = G.nodes[N].outputs[0];
    if constexpr (detail::ranged_channels<G, v> == 0) {
      return {};
    } else {
      if (c < 0 || c >= detail::ranged_channels<G, v>) {
        stop_if({.refuse = error::the_layer_has_no_such_channel,
                 .have = c,
                 .want = detail::ranged_channels<G, v>});
      }
      return {ranges_of<G, v>.low[c], ranges_of<G, v>.high[c]};
    }
  }
  template <int... N>
  static constexpr interval each_range(int n, int c, detail::indices<N...>) {
    detail::find_in_order<G>(detail::first<layers>{});
    interval r;
    ((n == N ? static_cast<void>(r = range_of<N>(c)) : void()), ...);
    return r;
  }
};

/// Prints a layer whose sums need more bits than they may: sum_budget<layer, need, budget>.
template <text Layer, int Need, int Budget>
struct sum_budget {
  static constexpr bool kept = Need <= Budget;
};

namespace detail {
template <class Net, text Layer, int Bits>
struct sums_budget {
  static_assert(sum_budget<Layer, Net::sum_bits(Layer.characters), Bits>::kept,
                "the sums of a layer need more bits than their budget: "
                "sum_budget<layer, need, budget>");
  static constexpr bool value = true;
};
}  // namespace detail

/// Whether the sums of a layer of Net need at most so many bits, in the channels that live.
template <class Net, text Layer, int Bits>
inline constexpr bool sums_fit = detail::sums_budget<Net, Layer, Bits>::value;

}  // namespace ETCH_NAMESPACE
