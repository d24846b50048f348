// The ways in which a network can run, and the one that its options ask for: the kernel of each
// node and the memory plan.
#pragma once

#include <etch/network/lower/choose.hpp>
#include <etch/network/lower/fetches.hpp>
#include <etch/network/lower/given.hpp>
#include <etch/network/lower/overlap.hpp>
#include <etch/network/ram_budget.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// The memory plan of schedule s of Way, with copies of constants where options O have them.
template <class Way, const auto& G, options O, class Schedule>
constexpr auto plan_way(const Schedule& s) {
  if constexpr (O.fetch) return plan_memory(fetch_constants(G, s, fetched_sizes<Way, G>::of));
  else return plan_memory(s);
}

/// Layer after layer, each by the kernel that the target likes best.
template <const auto& G, class Target, options O>
struct in_layers {
  static constexpr bool by_rows = false;
  template <int N>
  using kernel_at = selected_kernel<Target, call<G, N>>;
  static constexpr auto plan(const int* bytes, const int* scratch) {
    return plan_way<in_layers, G, O>(layer_order<O.fetch>(G, bytes, scratch, O));
  }
};

/// The same, outputs over the inputs that die with them. Kernels that find nothing in scratch
/// memory that an earlier call left there may be called for blocks of rows in falling order. Memory
/// that is idle where values lie apart need not be here: a kernel takes it if the plan grows by
/// none, copies of constants apart.
template <const auto& G, class Target, options O>
struct in_overlapping_layers {
  static constexpr bool by_rows = false;
  static constexpr int nodes = bare<decltype(G)>::type::size.nodes;
  template <int N>
  using best = selected_kernel<Target, call<G, N>>;
  template <int N>
  using modest = modest_kernel<Target, call<G, N>>;

  /// What plans have to know of kernels.
  struct needs {
    int scratch[nodes + 1];
    bool falls[nodes + 1];
  };
  struct flags {
    bool at[nodes + 1];
  };
  template <int... V, int... N>
  static constexpr flags find_best(indices<V...>, indices<N...>) {
    flags is_best{{__is_same(best<N>, modest<N>)..., true}};
    if constexpr ((... && __is_same(best<N>, modest<N>))) {
      return is_best;
    } else {
      const int bytes[]{typed_value<G, V>::bytes..., 0};
      const needs all{{best<N>::template scratch<call<G, N>>..., 0},
                      {keeps_nothing<best<N>, call<G, N>>()..., false}};
      needs some{{modest<N>::template scratch<call<G, N>>..., 0},
                 {keeps_nothing<modest<N>, call<G, N>>()..., false}};
      const auto bytes_of = [&](const needs& n) {
        const auto order = layer_order<false>(G, bytes, n.scratch, O);
        return plan_memory(lay_over_inputs(G, order, n.falls)).placed.bytes;
      };
      const int least = bytes_of(some);
      for (int n = 0; n < nodes; ++n) {
        if (is_best.at[n]) continue;
        needs more = some;
        more.scratch[n] = all.scratch[n];
        more.falls[n] = all.falls[n];
        is_best.at[n] = bytes_of(more) <= least;
        if (is_best.at[n]) some = more;
      }
      return is_best;
    }
  }
  static constexpr flags is_best =
      find_best(first<bare<decltype(G)>::type::size.values>{}, first<nodes>{});
  template <int N>
  using kernel_at = element_t<list<modest<N>, best<N>>, is_best.at[N] ? 1 : 0>;

  template <int... N>
  static constexpr flags find_falling(indices<N...>) {
    return {{keeps_nothing<kernel_at<N>, call<G, N>>()..., false}};
  }
  static constexpr auto plan(const int* bytes, const int* scratch) {
    constexpr auto falls = find_falling(first<nodes>{});
    return plan_way<in_overlapping_layers, G, O>(
        lay_over_inputs(G, layer_order<O.fetch>(G, bytes, scratch, O), falls.at));
  }
};
/// Bytes that Way takes.
template <class Way, const auto& G, class Values, class Nodes>
inline constexpr int bytes_of_way = 0;
template <class Way, const auto& G, int... V, int... N>
inline constexpr int bytes_of_way<Way, G, indices<V...>, indices<N...>> = [] {
  const int bytes[]{typed_value<G, V>::bytes..., 0};
  const int scratch[]{Way::template kernel_at<N>::template scratch<call<G, N>>..., 0};
  return Way::plan(bytes, scratch).placed.bytes;
}();

/// What a schedule of rows has to know of graph G on Target: its kernels and row_facts.
template <const auto& G, class Target, bool KeepInput>
struct rows_of_graph {
  using graph_type = typename bare<decltype(G)>::type;
  static constexpr int nodes = graph_type::size.nodes;
  using all_values = first<graph_type::size.values>;
  using all_nodes = first<nodes>;

  static constexpr root_table<graph_type> root{G};
  template <int N, manner How>
  using kernel =
      typename kernel_in_manner<Target, call<G, N>, How, has_rows_as_stored(G, root, N)>::type;
  template <class K, class C>
  static constexpr int scratch_of = K::template scratch<C>;

  template <int N>
  static constexpr node_needs needs_of() {
    using c = call<G, N>;
    using by_rows = kernel<N, manner::rows>;
    using by_runs = kernel<N, manner::runs>;
    bool reads_state = false;
    for (int i = 0; i < G.nodes[N].input_count; ++i) {
      reads_state = reads_state || G.values[G.nodes[N].inputs[i]].lives == lifetime::always;
    }
    node_needs needs{.scratch = scratch_of<kernel<N, manner::whole>, c>,
                     .small_scratch = scratch_of<kernel<N, manner::small>, c>};
    if (reads_state || c::output_count > 1) return needs;
    needs.runs_by_rows = !__is_same(by_rows, absent_kernel);
    needs.row_scratch = scratch_of<by_rows, c>;
    needs.small_row_scratch = scratch_of<kernel<N, manner::small_rows>, c>;
    needs.state = state_of_runs<by_runs, c>::size;
    needs.state_alignment = state_of_runs<by_runs, c>::alignment;
    needs.runs_of = state_of_runs<by_runs, c>::runs_of;
    return needs;
  }
  struct lists {
    int bytes[graph_type::size.values];
    node_needs needs[nodes > 0 ? nodes : 1];
  };
  template <int... V, int... N>
  static constexpr lists list_needs(indices<V...>, indices<N...>) {
    return {{typed_value<G, V>::bytes...}, {needs_of<N>()...}};
  }
  static constexpr lists list = list_needs(all_values{}, all_nodes{});
  static constexpr auto facts =
      find_row_facts<count_rows(G)>(G, list.bytes, list.needs, options{.keep_input = KeepInput});

  /// Whether the rows of the first input can come one by one.
  static constexpr bool can_arrive = facts.can_arrive[G.inputs[0]];
};

/// The schedule of rows of choice C with room for so many buffers more.
template <const auto& F, row_choice C, long long Most, int More>
constexpr auto roomy_schedule() {
  constexpr row_sizes own = sizes_of_choice<F, C, -1>;
  constexpr row_sizes sizes{own.peak, own.buffers + More, own.steps};
  return schedule_rows<sizes>(F, row_order(F, C, -1), Most);
}
/// The kernels of such a schedule.
template <class OfGraph, row_choice C, long long Most>
struct kernels_of_choice {
  template <int N>
  using kernel_at =
      typename OfGraph::template kernel<N, schedule_of_choice<OfGraph::facts, C, -1, Most>.how[N]>;
};
/// It with copies of the constants of graph G that are fetched.
template <class OfGraph, const auto& G, row_choice C, long long Most>
inline constexpr auto fetching_schedule =
    fetch_constants(G, roomy_schedule<OfGraph::facts, C, Most, OfGraph::nodes>(),
                    fetched_sizes<kernels_of_choice<OfGraph, C, Most>, G>::of);

/// Row by row, as far as that takes less RAM.
template <const auto& G, class Target, options O>
struct in_rows : rows_of_graph<G, Target, O.keep_input> {
  using of_graph = rows_of_graph<G, Target, O.keep_input>;
  static constexpr const auto& facts = of_graph::facts;
  static constexpr int arriving = O.input == arrival::rows ? G.inputs[0] : -1;
  static_assert(
      arriving < 0 || of_graph::can_arrive,
      "options{.input = arrival::rows}: the rows of the first input cannot come one by one");
  static constexpr row_choice choice = [] {
    if constexpr (O.ram.is == ram::aim::chosen || O.ram.is == ram::aim::planned)
      return O.ram.choice;
    else if constexpr (O.ram.is == ram::aim::within)
      return choice_within<facts, arriving, O.ram.most>();
    else if constexpr (O.ram.is == ram::aim::smallest)
      return smallest_choice<facts, arriving>::value;
    else return row_choice{};
  }();
  static constexpr bool by_rows = choice.tail > 0 || arriving >= 0;

  static constexpr long long budget = O.ram.is == ram::aim::within ? maximum(O.ram.most, 0LL) : 0;
  static constexpr long long scratch = [] {
    if constexpr (O.ram.is == ram::aim::fastest || O.ram.is == ram::aim::chosen)
      return most_of_tensor;
    else if constexpr (O.ram.is == ram::aim::planned) return O.ram.plan->scratch;
    else if constexpr (fits<facts, choice, arriving, budget>()) return budget;
    else return cheapest_scratch<facts, choice, arriving>();
  }();

  static constexpr bool takes_given = by_rows && O.regions.count == 0 && !keeps_state(G);
  static_assert(O.ram.is != ram::aim::planned || takes_given,
                "a given plan is for one arena, a network without state, and rows");
  static_assert(!O.fetch || (arriving < 0 && O.ram.is != ram::aim::planned),
                "options{.fetch}: not with an input that arrives in rows, nor with a given plan");
  /// Values whole and kernels of the fewest bytes, or of O.ram.most, need no rows: nodes run one
  /// after the other, in a plan of in_layers.
  static constexpr const auto& rows = []() -> const auto& {
    if constexpr (O.ram.is == ram::aim::planned && takes_given)
      return taken_plan<schedule_of_choice<facts, choice, arriving, scratch>, *O.ram.plan>::value;
    else if constexpr (O.fetch) return plan_rows<fetching_schedule<of_graph, G, choice, scratch>>();
    else return plan_of_choice<facts, choice, arriving, scratch>;
  }();
  template <int N>
  using kernel_at = typename of_graph::template kernel<N, rows.how[N]>;
  static constexpr auto plan(const int* bytes, const int* needed) {
    if constexpr (by_rows) return rows;
    else return plan_way<in_rows, G, O>(layer_order<O.fetch>(G, bytes, needed, O));
  }

  static constexpr layer_name peak_layer = name_of(G, node_at(rows, rows.peak_time));
  static_assert(ram_budget < text_of<peak_layer>(), rows.placed.bytes,
                O.ram.is == ram::aim::within ? budget : most_of_tensor > ::kept,
                "the network needs more RAM than its budget: ram_budget<at_layer, need, budget>");
};

/// The way that options O ask for.
enum class way_name : int { layers, overlapping_layers, rows };
template <const auto& G, class Target, options O>
constexpr way_name find_way() {
  if constexpr (O.input == arrival::rows) {
    return way_name::rows;
  } else if constexpr (O.ram.is == ram::aim::within) {
    // Values over each other cost next to nothing: they come before rows and other kernels.
    using graph_type = typename bare<decltype(G)>::type;
    using values = first<graph_type::size.values>;
    using nodes = first<graph_type::size.nodes>;
    using apart = in_layers<G, Target, O>;
    using overlapping = in_overlapping_layers<G, Target, O>;
    if constexpr (bytes_of_way<apart, G, values, nodes> <= O.ram.most) return way_name::layers;
    else if constexpr (bytes_of_way<overlapping, G, values, nodes> <= O.ram.most)
      return way_name::overlapping_layers;
    else return way_name::rows;
  } else {
    return O.ram == ram::fastest       ? way_name::layers
           : O.ram == ram::overlapping ? way_name::overlapping_layers
                                       : way_name::rows;
  }
}
template <const auto& G, class Target, options O, way_name = find_way<G, Target, O>()>
struct way_of : in_rows<G, Target, O> {};
template <const auto& G, class Target, options O>
struct way_of<G, Target, O, way_name::layers> : in_layers<G, Target, O> {};
template <const auto& G, class Target, options O>
struct way_of<G, Target, O, way_name::overlapping_layers> : in_overlapping_layers<G, Target, O> {};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
