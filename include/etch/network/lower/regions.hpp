// Regions: the memories over which the buffers of a network are spread, those with the most traffic
// a byte first. States have a region of their own, so that networks can share the others.
#pragma once

#include <etch/network/lower/traffic.hpp>
#include <etch/network/trace.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// The regions of a network: those of its options, or one without a limit; behind them "state", if
/// it has states and options name no region so.
struct region_table {
  static constexpr int most = region_list::most + 1;
  region of[most]{};
  int count = 0;
  int state = -1;  ///< the region of states, -1: there is none
  bool are_chosen = false;

  constexpr int find(const char* name) const {
    for (int r = 0; r < count; ++r) {
      if (same_text(of[r].name, name)) return r;
    }
    return -1;
  }
  constexpr void add(const region& r) { of[count++] = r; }
  /// The next region behind r that holds values; `count` if there is none.
  constexpr int next(int r) const {
    do ++r;
    while (r == state);
    return r;
  }
};
template <class Graph>
constexpr region_table regions_of(const Graph& g, const region_list& chosen) {
  region_table t;
  for (int r = 0; r < chosen.count; ++r) t.add(chosen.of[r]);
  t.are_chosen = chosen.count > 0;
  if (!t.are_chosen) t.add({"arena", most_of_tensor});
  if (keeps_state(g) && t.find("state") < 0) t.add({"state", most_of_tensor});
  t.state = t.find("state");
  return t;
}

/// How often each region was filled so that it could not be placed: the next time a 16th of it
/// stays empty.
struct region_tries {
  static constexpr int most = 16;
  int of[region_table::most]{};
  constexpr region_tries plus_one(int r) const {
    region_tries next = *this;
    ++next.of[r];
    return next;
  }
};

/// The region of each of N buffers.
template <int N>
struct region_numbers {
  signed char at[plan::detail::room<N>]{};
};

/// The bytes of a region that live at each of `Times`.
template <int Times>
struct region_fill {
  long long limit = 0;
  long long live[Times]{};

  /// Adds a group; whether it fits. If not it is not there.
  template <class Memory>
  constexpr bool take(const Memory& m, const buffer_group& group) {
    bool fits = true;
    change(m, group, 1, fits);
    if (!fits) change(m, group, -1, fits);
    return fits;
  }

 private:
  template <class Memory>
  constexpr void change(const Memory& m, const buffer_group& group, int sign, bool& fits) {
    for (int b = group.first; b < group.first + group.count; ++b) {
      const plan::buffer& is = m.buffers[b];
      for (int t = is.first; t <= is.last && is.size > 0; ++t)
        fits = (live[t] += sign * is.size) <= limit && fits;
    }
  }
};

/// The region of each buffer of plan M: that of states for states, else the first in which no more
/// lives at a time than there is room for. The last one takes the rest.
template <const auto& G, const auto& M, region_list R, region_tries Tries>
constexpr auto spread_buffers() {
  region_numbers<bare<decltype(M)>::type::most_buffers> numbers;
  constexpr region_table table = regions_of(G, R);
  auto groups = groups_of(G, M);
  if (table.are_chosen) sort_by_traffic(M, groups);
  region_fill<M.end + 1> fill[region_table::most]{};
  for (int r = 0; r < table.count; ++r)
    fill[r].limit = table.of[r].bytes * (region_tries::most - Tries.of[r]) / region_tries::most;
  for (int k = 0; k < groups.count; ++k) {
    const buffer_group& group = groups.of[k];
    int r = table.state;
    if (!group.is_state) {
      r = table.next(-1);
      while (table.next(r) < table.count && !fill[r].take(M, group)) r = table.next(r);
    }
    for (int b = group.first; b < group.first + group.count; ++b)
      numbers.at[b] = static_cast<signed char>(r);
  }
  return numbers;
}
template <const auto& G, const auto& M, region_list R, region_tries Tries>
inline constexpr auto region_of_buffers = spread_buffers<G, M, R, Tries>();

/// The place of the buffers of plan m that lie in region r, within it.
template <class Memory, class Numbers>
constexpr auto place_region(const Memory& m, const Numbers& numbers, int r) {
  constexpr int N = Memory::most_buffers;
  plan::buffer own[plan::detail::room<N>]{};
  int index[plan::detail::room<N>]{}, place_of[plan::detail::room<N>]{}, count = 0;
  plan::joined_groups joined;
  const auto join = [&](plan::joined_buffers& group, bool is_in) {
    if (is_in && group.count++ == 0) group.first = count;
  };
  for (int b = 0; b < m.buffer_count; ++b) {
    if (numbers.at[b] != r) continue;
    if constexpr (requires { m.joined; }) {
      join(joined.dying, m.joined.dying.has(b));
      join(joined.born, m.joined.born.has(b));
    }
    own[count] = m.buffers[b];
    place_of[b] = count;
    index[count++] = b;
  }
  plan::separation records[2 * N + 1]{};
  plan::sequence<plan::separation> separations(records, 0);
  if constexpr (requires { m.separations(); }) {
    for (int k = 0; k < m.separations().count; ++k) {
      const auto [below, above, distance] = m.separations()[k];
      if (numbers.at[below] == r && numbers.at[above] == r)
        records[separations.count++] = {place_of[below], place_of[above], distance};
    }
  }
  const plan::sequence<plan::buffer> used(own, count);
  const auto placed = joined.are_empty() ? plan::place<N>(used, separations)
                                         : plan::place_joined<N>(used, joined, separations);
  auto of_all = placed;
  for (int k = 0; k < count; ++k) of_all.offset[index[k]] = placed.offset[k];
  return of_all;
}
template <const auto& M, const auto& Numbers, int R>
inline constexpr auto region_placement = place_region(M, Numbers, R);

/// The regions of plan M as Tries fill them, with one more try for each that cannot be placed.
template <const auto& G, const auto& M, region_list R, region_tries Tries, int Region = 0>
constexpr region_tries settled_tries() {
  constexpr region_table table = regions_of(G, R);
  if constexpr (table.next(Region) >= table.count) {
    return Tries;
  } else if constexpr (Region != table.state && Tries.of[Region] < region_tries::most &&
                       region_placement<M, region_of_buffers<G, M, R, Tries>, Region>.bytes >
                           table.of[Region].bytes) {
    return settled_tries<G, M, R, Tries.plus_one(Region), Region>();
  } else {
    return settled_tries<G, M, R, Tries, Region + 1>();
  }
}

/// The regions of a plan, and which of its buffers lie in which; of one region N is 1.
template <int N>
struct region_layout : region_table {
  int start[most]{};  ///< in an arena in which they lie one behind the other
  int bytes[most]{};
  region_numbers<N> numbers{};

  constexpr int region_of(int buffer) const { return count > 1 ? numbers.at[buffer] : 0; }
};

/// Lays region r, whose buffers have these places in it, behind those before it.
template <class Memory, class Layout, class Placement>
constexpr void add_region(Memory& m, Layout& regions, const Placement& own, int r) {
  int alignment = 1;
  for (int b = 0; b < m.buffer_count; ++b) {
    if (regions.region_of(b) == r) alignment = maximum(alignment, m.buffers[b].alignment);
  }
  if (regions.are_chosen) alignment = arena_alignment;
  const int start = r == 0 ? 0 : round_up(m.placed.bytes, alignment);
  for (int b = 0; b < m.buffer_count; ++b) {
    if (regions.region_of(b) != r) continue;
    m.placed.offset[b] = start + own.offset[b];
    if (m.buffers[b].pinned >= 0) m.buffers[b].pinned = m.placed.offset[b];
  }
  regions.start[r] = start;
  regions.bytes[r] = own.bytes;
  const auto behind = [&](int bytes, int more) { return round_up(bytes, alignment) + more; };
  m.placed.bytes = start + own.bytes;
  m.placed.lower_bound = behind(m.placed.lower_bound, own.lower_bound);
  m.placed.live_bound = behind(m.placed.live_bound, own.live_bound);
}

template <class Memory>
struct regional_plan {
  Memory memory;
  region_layout<Memory::most_buffers> regions{};
};
template <const auto& G, const auto& M, region_list R, int... Region>
constexpr auto plan_over_regions(indices<Region...>) {
  constexpr region_tries tries = settled_tries<G, M, R, region_tries{}>();
  constexpr const auto& numbers = region_of_buffers<G, M, R, tries>;
  regional_plan<typename bare<decltype(M)>::type> p{M, {regions_of(G, R)}};
  p.regions.numbers = numbers;
  p.memory.placed = {};
  (add_region(p.memory, p.regions, region_placement<M, numbers, Region>, Region), ...);
  return p;
}

/// Plan M of graph G in the regions R: `memory`, whose places are those in an arena in which the
/// regions lie one behind the other, and `regions`.
template <const auto& G, const auto& M, region_list R,
          bool Several = (regions_of(G, R).count > 1) && M.together <= most_of_tensor>
struct placed_in_regions {
  static constexpr const auto& memory = M;
  static constexpr region_layout<1> regions{regions_of(G, R), {}, {M.placed.bytes}};
};
template <const auto& G, const auto& M, region_list R>
struct placed_in_regions<G, M, R, true> {
  using all = first<regions_of(G, R).count>;
  static constexpr auto memory = plan_over_regions<G, M, R>(all{}).memory;
  static constexpr auto regions = plan_over_regions<G, M, R>(all{}).regions;
};

/// The node at which most bytes live in region r.
template <class Memory, class Layout>
constexpr int peak_of_region(const Memory& m, const Layout& regions, int r, int nodes) {
  plan::buffer own[plan::detail::room<Memory::most_buffers>]{};
  int count = 0;
  for (int b = 0; b < m.buffer_count; ++b) {
    if (regions.region_of(b) == r) own[count++] = m.buffers[b];
  }
  return minimum(node_at(m, plan::peak_step({own, count})), nodes - 1);
}
constexpr layer_name name_of(const region& r) {
  layer_name name;
  for (int i = 0; r.name[i] != '\0'; ++i) name.characters[i] = r.name[i];
  return name;
}
constexpr bool have_names_of_their_own(const region_list& regions) {
  for (int r = 0; r < regions.count; ++r) {
    for (int s = 0; s < r; ++s) {
      if (regions.of[r] == regions.of[s] || same_text(regions.of[r].name, regions.of[s].name))
        return false;
    }
  }
  return true;
}
}  // namespace detail

/// Prints a region that overflows: region_budget<region, at_layer, need, budget>.
template <text Region, text AtLayer, int Need, long long Budget>
struct region_budget {
  static constexpr bool kept = Need <= Budget;
};

namespace detail {
/// Refuses a plan P of graph G (placed_in_regions) whose region R overflows.
template <const auto& G, class P, int R,
          bool Fits = (P::regions.bytes[R] <= P::regions.of[R].bytes)>
struct region_check {};
template <const auto& G, class P, int R>
struct region_check<G, P, R, false> {
  static constexpr auto& regions = P::regions;
  static constexpr layer_name region = name_of(regions.of[R]);
  static constexpr layer_name layer =
      etch::name_of(G, peak_of_region(P::memory, regions, R, bare<decltype(G)>::type::size.nodes));
  static_assert(region_budget<text_of<region>(), text_of<layer>(), regions.bytes[R],
                              regions.of[R].bytes>::kept,
                "a region of the network overflows: region_budget<region, at_layer, need, budget>");
};
template <const auto& G, class P, class Regions>
struct region_checks;
template <const auto& G, class P, int... R>
struct region_checks<G, P, indices<R...>> : region_check<G, P, R>... {};

/// A place in a region.
struct region_place {
  int region, offset;
};

/// Where the regions of Layout lie: a pointer to each, in their order. One pointer stands for an
/// arena in which they lie one behind the other.
template <const auto& Layout>
class region_bases {
 public:
  static constexpr int count = Layout.count;
  // NOLINTNEXTLINE(google-explicit-constructor): run(arena) is the point
  ETCH_GLUE region_bases(unsigned char* arena) {
    for (int r = 0; r < count; ++r) base_[r] = arena + Layout.start[r];
  }
  // NOLINTNEXTLINE(google-explicit-constructor): run({fast, slow}) is the point
  template <class... Base>
  requires(sizeof...(Base) == count)
  ETCH_GLUE region_bases(Base*... base) : base_{base...} {}

  ETCH_GLUE unsigned char* operator[](int r) const { return base_[r]; }
  ETCH_GLUE unsigned char*& operator[](int r) { return base_[r]; }

 private:
  unsigned char* base_[count];
};
template <const auto& Layout, bool Several = (Layout.count > 1)>
struct bases_of {
  using type = unsigned char*;
};
template <const auto& Layout>
struct bases_of<Layout, true> {
  using type = region_bases<Layout>;
};
ETCH_GLUE unsigned char* at(unsigned char* arena, region_place p) { return arena + p.offset; }
template <const auto& Layout>
ETCH_GLUE unsigned char* at(const region_bases<Layout>& bases, region_place p) {
  return bases[p.region] + p.offset;
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
