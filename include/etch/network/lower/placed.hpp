// Lowering: a graph after the passes, placed on a target. Kernel selection, bytes needed and the
// memory plan, all known before the network runs.
#pragma once

#include <etch/graph/passes.hpp>
#include <etch/network/lower/by_filter.hpp>
#include <etch/network/lower/regions.hpp>
#include <etch/network/lower/signed_codes.hpp>
#include <etch/network/lower/ways.hpp>
#include <etch/network/proof/facts.hpp>
#include <etch/network/proof/slim.hpp>
#include <etch/network/proof/tables.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The graph after the passes.
template <const auto& G, bool ObserveAll>
inline constexpr auto after_passes =
    run_passes<G, element_t<list<default_passes, observing_passes>, ObserveAll ? 1 : 0>>();
/// The same with layers as the operators that have kernels for them and, where no tracer asks for
/// the codes between, with codes of the sign that has.
template <const auto& G, bool ObserveAll>
struct passed : with_signed_codes<by_filters<after_passes<G, ObserveAll>>::graph> {};
template <const auto& G>
struct passed<G, true> : by_filters<after_passes<G, true>> {};
/// The same with tables of functions of one code, where the options have them.
template <const auto& G, bool Tables>
struct tabled : with_tables<G> {};
template <const auto& G>
struct tabled<G, false> {
  static constexpr const auto& graph = G;
};
/// Whether anything is proved of graph G: no tracer asks for what it would leave out, and the
/// compiler can afford it.
template <const auto& G, options O>
inline constexpr bool has_proofs = !O.observe_all && affords_proofs<G>();
template <const auto& G, options O>
using tabled_of = tabled<passed<G, O.observe_all>::graph, O.tables && has_proofs<G, O>>;
/// The step in which a network keeps channels; 0 where it keeps all.
template <const auto& G, class Target, options O>
inline constexpr int step_of = O.slim && has_proofs<G, O> ? channel_step<Target> : 0;
/// The graph that a network runs: without the channels that nobody needs.
template <const auto& G, int Step>
struct lowered : slimmed<G, Step> {};
template <const auto& G>
struct lowered<G, 0> {
  static constexpr const auto& graph = G;
};
template <const auto& G, class Target, options O>
using facts_of = proved_facts<tabled_of<G, O>::graph, step_of<G, Target, O>>;

/// Prints the bytes of a network that is too large: bytes_of_buffers<have, most>.
template <long long Have, long long Most>
struct bytes_of_buffers {
  static constexpr bool fit = Have <= Most;
};

/// Graph G lowered to a target: the kernel of each node (kernel_at) and whether it runs by_rows, as
/// its options ask; the bytes that values, scratch memory and
/// constants need, and the memory plan.
template <const auto& G, class Target, options O>
struct placed : way_of<G, Target, O> {
  using graph_type = typename bare<decltype(G)>::type;
  static constexpr int node_count = graph_type::size.nodes;
  static constexpr int value_count = graph_type::size.values;

  template <int N>
  using call_at = call<G, N>;
  using way = way_of<G, Target, O>;
  static constexpr const auto& graph = G;

  /// Bytes of each value, and of the scratch memory and constants of each node.
  struct needs {
    int value_bytes[value_count]{};
    int scratch[node_count > 0 ? node_count : 1]{};
    int constants[node_count > 0 ? node_count : 1]{};
  };
  template <int... V, int... N>
  static constexpr needs sum_up(indices<V...>, indices<N...>) {
    return {{typed_value<G, V>::bytes...},
            {way::template kernel_at<N>::template scratch<call_at<N>>...},
            {constant_size<typename way::template kernel_at<N>, call_at<N>>...}};
  }
  /// A carrier of the tables that the kernels share, each once.
  template <int... N>
  static constexpr auto gather_tables(indices<N...>) {
    constexpr bool reads_tables = [] {
      const int counts[]{
          tables_of_kernel_t<typename way::template kernel_at<N>, call_at<N>>::size..., 0};
      for (const int count : counts) {
        if (count > 0) return true;
      }
      return false;
    }();
    if constexpr (!reads_tables) {
      return carrier<list<>>{};
    } else {
      return carrier<
          all_tables<tables_of_kernel_t<typename way::template kernel_at<N>, call_at<N>>...>>{};
    }
  }
  static constexpr needs need = sum_up(first<value_count>{}, first<node_count>{});
  static constexpr auto in_one_piece = way::plan(need.value_bytes, need.scratch);
  using in_regions = placed_in_regions<G, in_one_piece, O.regions>;
  static constexpr const auto& memory = in_regions::memory;
  static constexpr const auto& regions = in_regions::regions;
  static_assert(bytes_of_buffers<memory.together, most_of_tensor>::fit,
                "the values of a network and the scratch memory of its kernels take together "
                "no more bytes than an int counts: bytes_of_buffers<have, most>");
  static_assert(have_names_of_their_own(O.regions), "options{.regions}: two have the same name");
  static constexpr region_checks<G, in_regions, first<regions.count>> checked{};

  /// Where the arena of the network lies, or each of its regions.
  using bases = typename bases_of<in_regions::regions>::type;
  /// The place of buffer b.
  static constexpr region_place place(int b) {
    const int r = regions.region_of(b);
    return {r, memory.placed.offset[b] - regions.start[r]};
  }
};

}  // namespace detail

}  // namespace ETCH_NAMESPACE
