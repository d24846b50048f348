// The ways in which a network can run by rows, tried on a workstation: what each takes, and the
// exact placement of one, with more time than a compiler has.
#pragma once

#include <etch/network/network.hpp>

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// A way to run by rows, and what it takes.
struct row_way {
  row_choice choice{};
  long long scratch = 0;  ///< as in given_plan
  int peak = 0;           ///< bytes that live at a time
  long long cost = 0;     ///< instructions, modelled (row_search)
  int bytes = 0;          ///< of the arena; 0: it is not placed yet
  std::vector<int> offset{};
};

/// The search over the ways of Net, whatever its own is.
///
/// Instructions are modelled by three numbers that are near those of all targets: 10 for each
/// product of a generic kernel, 1.5 of another one (of layers without products, for each element),
/// 100 for each step.
template <class Net>
class row_search {
  using placed = typename Net::placed;
  static constexpr const auto& graph = placed::graph;
  using of_graph = detail::rows_of_graph<graph, typename Net::target, false>;
  static constexpr const auto& facts = of_graph::facts;
  using facts_type = typename detail::bare<decltype(facts)>::type;
  using order_type = detail::row_order<facts_type>;
  static constexpr int nodes = facts_type::nodes;
  // a row of a value may have scratch memory of its own
  static constexpr detail::row_sizes room{
      0, 2 * facts_type::counts.rows + facts_type::values + nodes, facts_type::counts.units + 1};
  using plan_type = memory_plan<row_schedule<facts_type::values, nodes, room.buffers, room.steps>>;
  using stored_plan = std::unique_ptr<plan_type>;

 public:
  /// With the first input in rows, or whole.
  explicit row_search(bool input_in_rows) : arriving_(input_in_rows ? graph.inputs[0] : -1) {
    describe_nodes(detail::first<nodes>{});
  }

  /// Whether the first input has rows that can arrive one by one.
  static constexpr bool input_can_arrive =
      of_graph::can_arrive && Net::template input_value<>::is.shape.rows() > 1;

  /// The ways that no other one beats in both bytes and cost, those of the fewest bytes first.
  std::vector<row_way> best_ways() const {
    std::vector<row_way> ways = all_ways();
    keep_best(ways, &row_way::peak);
    for (row_way& way : ways) place(way);
    keep_best(ways, &row_way::bytes);
    return ways;
  }
  /// The cost of running layer after layer.
  long long cost_of_layers() const {
    long long cost = 0;
    for (int n = 0; n < nodes; ++n)
      cost += (facts.is_nothing[n] ? 0 : step_cost) + cost_of(n, detail::manner::whole);
    return cost;
  }
  /// Places a way by first fit.
  void place(row_way& way) const {
    for (const stored_plan& plan : planned(way)) take(way, *plan);
  }
  /// Places a way by search, in at most so many nodes for each place of an input whose rows lie one
  /// behind the other.
  void place_exactly(row_way& way, long long most_nodes) const {
    for (const stored_plan& plan : planned(way)) {
      take(way, *plan);
      const plan::detail::overlap_table<room.buffers> apart({});
      const auto search = std::make_unique<plan::exact_search<room.buffers>>(plan->used(), apart);
      plan::improve(plan->placed, *search, most_nodes);
      take(way, *plan);
      if (way.bytes == way.peak) return;
    }
  }

 private:
  static constexpr long long step_cost = 100;
  /// Rows that are looked at, over all orders, before the search leaves something out.
  static constexpr long long most_units = 3'000'000;
  int arriving_;
  bool is_generic_[nodes][5]{};

  template <int... N>
  void describe_nodes(detail::indices<N...>) {
    (describe_node<N>(detail::first<5>{}), ...);
  }
  template <int N, int... How>
  void describe_node(detail::indices<How...>) {
    ((is_generic_[N][How] = is_generic<N, static_cast<detail::manner>(How)>()), ...);
  }
  template <int N, detail::manner How>
  static constexpr bool is_generic() {
    return detail::is_among<typename of_graph::template kernel<N, How>, generic_kernels>;
  }
  long long cost_of(int n, detail::manner how) const {
    if (facts.is_nothing[n]) return 0;
    const long long macs = macs_of(graph, n);
    const long long work =
        macs > 0 ? macs : graph.values[graph.nodes[n].outputs[0]].is.shape.size();
    return is_generic_[n][static_cast<int>(how)] ? 10 * work : 3 * work / 2;
  }
  /// Whether an order may wait for the output of node n to be complete.
  static bool can_wait(int n) {
    return !facts.is_nothing[n] && facts.can_part[facts.outputs[n][0]];
  }

  /// All pairs of values to complete where that takes seconds, else single ones, else none.
  std::vector<row_way> all_ways() const {
    std::vector<row_way> ways;
    const long long one = facts_type::counts.units + facts_type::counts.windows;
    const bool tries_two = one * nodes * nodes * nodes / 6 <= most_units;
    const bool tries_one = one * nodes * nodes / 2 <= 10 * most_units;
    for (int tail = arriving_ >= 0 ? 0 : 1; tail <= nodes; ++tail) {
      add_ways(ways, {tail});
      if (facts.may_alternate) add_ways(ways, {tail, -1, -1, true});
      for (int cut = 0; cut < tail && tries_one; ++cut) {
        if (!can_wait(cut)) continue;
        add_ways(ways, {tail, cut});
        for (int second = cut + 1; second < tail && tries_two; ++second) {
          if (can_wait(second)) add_ways(ways, {tail, cut, second});
        }
      }
    }
    return ways;
  }
  /// The ways of a choice: without scratch memory, with what costs nothing, and with all that the
  /// target's kernels like.
  void add_ways(std::vector<row_way>& ways, row_choice choice) const {
    const auto order = std::make_unique<order_type>(facts, choice, arriving_);
    for (const long long scratch :
         {detail::no_scratch, detail::free_scratch, static_cast<long long>(most_of_tensor)}) {
      row_way way{choice, scratch, order->peak, step_cost * order->units};
      const long long most = scratch < 0 ? scratch : std::max<long long>(scratch, order->peak);
      for (int n = 0; n < nodes; ++n) {
        const detail::manner how = detail::settled(facts, *order, n, most);
        const int own = detail::scratch_in(how, facts.needs[n]);
        if (how != detail::manner::runs && !facts.is_nothing[n])
          way.peak = std::max(way.peak, order->live_at[n] + round_up(own, arena_alignment));
        way.cost += cost_of(n, how);
      }
      ways.push_back(std::move(way));
    }
  }
  /// Keeps those with the least `bytes` of all that cost no more.
  static void keep_best(std::vector<row_way>& ways, int row_way::* bytes) {
    const auto key = [&](const row_way& w) {
      return std::tuple(w.*bytes, w.cost, w.choice.tail, w.choice.cut, w.choice.second_cut,
                        w.choice.side_by_side);
    };
    std::sort(ways.begin(), ways.end(),
              [&](const row_way& a, const row_way& b) { return key(a) < key(b); });
    std::vector<row_way> best;
    for (row_way& way : ways) {
      if (best.empty() || way.cost < best.back().cost) best.push_back(std::move(way));
    }
    ways = std::move(best);
  }

  /// The schedule of a way, placed by first fit in all ways to join its rows, those of an input at
  /// the top of the arena and right under it.
  std::vector<stored_plan> planned(const row_way& way) const {
    const order_type order(facts, way.choice, arriving_);
    const auto schedule = detail::schedule_rows<room>(facts, order, way.scratch);
    std::vector<stored_plan> plans;
    if (schedule.joined.are_empty()) {
      plans.push_back(std::make_unique<plan_type>(plan_memory(schedule)));
      return plans;
    }
    const int bound = plan::lower_bound<room.buffers>(schedule.used());
    for (int way = 0; way < plan::ways_to_join; ++way) {
      for (int under = 0; under < 32 && bound > under; ++under) {
        const int top = bound - under * widest_alignment;
        const auto starts =
            plan::starts_of_way<room.buffers>(schedule.used(), schedule.joined, top, way);
        if (plan::is_way_to_join<room.buffers>(schedule.used(), schedule.joined, top, way))
          plans.push_back(
              std::make_unique<plan_type>(detail::plan_joined(schedule, starts, bound)));
        if (starts.dying == 0) break;
      }
    }
    return plans;
  }
  static void take(row_way& way, const plan_type& plan) {
    if (way.bytes > 0 && way.bytes <= plan.placed.bytes) return;
    way.bytes = plan.placed.bytes;
    way.offset.assign(plan.placed.offset, plan.placed.offset + plan.buffer_count);
  }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
