// Exact search for a placement within a capacity: depth first, after MiniMalloc (Moffitt, ASPLOS
// 2023), with alignments, pins and separations.
//
// Every placement can be pushed down until each buffer rests on the bottom, on its pin or on a
// buffer that it must keep above. The search meets these placements alone, each in the order of
// its offsets, so that a buffer goes to the lowest offset that those before it leave.
#pragma once

#include <etch/base/math.hpp>
#include <etch/plan/bound.hpp>
#include <etch/plan/overlap.hpp>
#include <etch/plan/placement.hpp>
#include <etch/plan/rank.hpp>

namespace ETCH_NAMESPACE {
namespace plan {

/// What a search has done so far, as it tells its observer.
struct search_state {
  long long nodes = 0;  ///< buffers placed, over all restarts
  int capacity = 0;     ///< bytes that the search tries to keep within
};
/// The observer that does nothing.
struct unobserved {
  constexpr void operator()(const search_state&) const {}
};

/// How a search ended: with a placement, without any to be found, or at its limit of nodes.
enum class outcome { found, impossible, undecided };

/// The search over at most N buffers. Objects take some 16 N^2 bytes.
template <int N>
class exact_search {
 public:
  constexpr exact_search(sequence<buffer> of, const detail::overlap_table<N>& table)
      : buffers(of), overlaps(table) {
    for (int i = 0; i < buffers.count; ++i)
      if (buffers[i].size > 0) {
        open[count++] = i;
        unit = detail::greatest_common_divisor(buffers[i].alignment, unit);
      }
    if (unit == 0) unit = 1;
    find_sections();
    for (int p = 0; p < count; ++p) describe(open[p]);
  }

  exact_search(const exact_search&) = delete;  // the trail points into the object
  exact_search& operator=(const exact_search&) = delete;

  /// Looks for a placement of at most `capacity` bytes, and stops after `most_nodes` nodes. The
  /// observer sees how far it is at each restart.
  template <class Observer>
  constexpr outcome run(int capacity, long long most_nodes, Observer observe) {
    limit = capacity;
    total_nodes = 0;
    if (count == 0) return outcome::found;
    least_need = needed_above(0, sections, 0);
    if (least_need > limit) return outcome::impossible;
    least_need = unlimited;
    for (long long stretch = 2LL * count; total_nodes < most_nodes; stretch *= 2)
      for (int turn = 0; turn < preorders && total_nodes < most_nodes; ++turn) {
        observe(search_state{total_nodes, capacity});
        set_keys(turn);
        stop_at = minimum(total_nodes + stretch, most_nodes);
        const outcome o = solve_parts({0, count, 0, sections}, 0, sections, {-1, 0, 0});
        if (o != outcome::undecided) return o;
      }
    return outcome::undecided;
  }

  /// Whether buffers could lie at one offset each over the next in a circle, which the search does
  /// not meet: then only what it finds is sure, not what it rules out.
  constexpr bool has_circle() const {
    bool left[room]{};
    for (int i = 0; i < buffers.count; ++i) left[i] = may_tie[i];
    bool is_left = true;
    for (bool shrinks = true; shrinks;) {
      shrinks = is_left = false;
      for (int i = 0; i < buffers.count; ++i) {
        bool is_under = false;
        for (int j = 0; j < buffers.count && left[i] && !is_under; ++j)
          is_under = left[j] && i != j && meet(i, j) && distance(i, j) == 0 && distance(j, i) > 0;
        if (left[i] && !is_under) shrinks = true;
        left[i] = is_under;
        is_left = is_left || is_under;
      }
    }
    return is_left;
  }

  /// After `found`: writes the offsets and the bytes of the arena. A buffer without bytes is at 0
  /// or at its pin.
  template <int M>
  constexpr void write(placement<M>& found) const {
    found.bytes = 0;
    for (int i = 0; i < buffers.count; ++i) {
      const buffer& b = buffers[i];
      found.offset[i] = b.size > 0 ? solution[i] : maximum(b.pinned, 0);
      if (b.size > 0) found.bytes = maximum(found.bytes, solution[i] + b.size);
    }
  }
  /// After `impossible`: every placement takes this many bytes; `unlimited`: there is none.
  constexpr int needed() const { return least_need; }
  constexpr long long nodes() const { return total_nodes; }

 private:
  static constexpr int room = detail::room<N>, preorders = 3, unlimited = detail::unlimited;

  /// The unplaced buffers open[begin] .. open[end - 1], and the sections that they alone live in.
  struct part {
    int begin, end;
    int first_section, end_section;
  };
  /// Buffer open[position] at an offset; turns are in the order of offsets, then of keys.
  struct choice {
    int position = -1;
    int offset = 0;
    long long turn = 1LL << 62;
  };
  struct change {
    int* where;
    int was;
  };

  sequence<buffer> buffers;
  const detail::overlap_table<N>& overlaps;
  int count = 0;                     // of the buffers that have bytes
  int unit = 0;                      // every offset is a multiple of it
  int rise[room]{};                  // the least by which a buffer above another one lies over it
  int reach[room]{};                 // the most, at least 1; 1 where it is pinned
  bool may_tie[room]{};              // has a distance of 0 to or from another buffer
  int enter[room]{}, leave[room]{};  // lives in the sections enter .. leave - 1

  // Sections are the steps in which some buffer dies: buffers that meet do so in one of them.
  int sections = 0;
  int slack[room]{};     // the most by which the top buffer may stay under its `rise`
  int rest[room]{};      // sum of `rise` of the unplaced buffers
  int floor[room]{};     // no unplaced buffer lies lower
  int crossing[room]{};  // the unplaced buffers that live in the next section too

  int open[room]{};
  int key[room]{};
  int low[room]{};                // the lowest offset that the placed buffers leave
  int solution[room]{};           // the offsets of the placed buffers
  change trail[2 * room * room];  // of low and floor; not initialised: compilers pay for elements
  int changes = 0;
  int limit = 0, least_need = 0;
  long long stop_at = 0, total_nodes = 0;

  constexpr int whole(int bytes) const { return unit == 1 ? bytes : round_up(bytes, unit); }
  constexpr bool meet(int i, int j) const { return enter[i] < leave[j] && enter[j] < leave[i]; }
  constexpr int distance(int below, int above) const {
    const int size = buffers[below].size;
    return whole(overlaps.has(below) ? overlaps.distance(below, below, above, size) : size);
  }

  constexpr void find_sections() {
    const detail::ranking<N> deaths(buffers, order::last);
    int end[room]{};
    for (int r = buffers.count - 1; r >= 0; --r) {
      const buffer& b = buffers[deaths.index[r]];
      if (b.size > 0 && (sections == 0 || end[sections - 1] != b.last)) {
        slack[sections] = -unlimited;
        end[sections++] = b.last;
      }
    }
    for (int p = 0; p < count; ++p) {
      const int i = open[p];
      while (end[enter[i]] < buffers[i].first) ++enter[i];
      leave[i] = enter[i] + 1;
      while (leave[i] < sections && end[leave[i]] <= buffers[i].last) ++leave[i];
    }
  }

  constexpr void describe(int i) {
    const int size = buffers[i].size;
    rise[i] = reach[i] = whole(size);
    for (int p = 0; p < count && overlaps.has(i); ++p) {
      const int j = open[p];
      if (j == i || !meet(i, j)) continue;
      rise[i] = minimum(rise[i], distance(i, j));
      reach[i] = maximum(reach[i], distance(i, j));
      may_tie[i] = may_tie[i] || distance(i, j) == 0 || distance(j, i) == 0;
    }
    reach[i] = buffers[i].pinned >= 0 ? 1 : maximum(reach[i], 1);
    low[i] = maximum(buffers[i].pinned, 0);
    for (int s = enter[i]; s < leave[i]; ++s) {
      slack[s] = maximum(slack[s], rise[i] - size);
      rest[s] += rise[i];
      if (s + 1 < leave[i]) ++crossing[s];
    }
  }

  /// Which of the buffers at one offset come first: those that live longest, or those of the
  /// fullest sections, there by area or by life.
  constexpr void set_keys(int turn) {
    detail::ranking<N> by(buffers, turn == 1 ? order::area : order::lifetime);
    if (turn > 0) {
      long long fullest[room]{};
      for (int p = 0; p < count; ++p)
        for (int i = open[p], s = enter[i]; s < leave[i]; ++s)
          fullest[i] = maximum<long long>(fullest[i], rest[s]);
      by.sort(fullest, buffers.count);
    }
    for (int r = 0; r < buffers.count; ++r) key[by.index[r]] = r + 1;
  }

  /// The bytes that the sections need when no unplaced buffer lies under `line`.
  constexpr int needed_above(int first_section, int end_section, int line) const {
    int most = 0;
    for (int s = first_section; s < end_section; ++s)
      if (rest[s] > 0 && (floor[s] > line ? floor[s] : line) + rest[s] - slack[s] > most)
        most = (floor[s] > line ? floor[s] : line) + rest[s] - slack[s];
    return most;
  }

  /// The first choice that has not been tried, if one is left that can lead to anything: where an
  /// unplaced buffer would fit under all that is to come, it belongs there. Buffers at one offset
  /// are placed by their keys, but for those that lie over each other there.
  // Here and below no calls, and one statement a buffer where that can be: clang counts statements
  // against its default limit, and g++ keeps memory for calls.
  constexpr choice next_choice(const part& of, const choice& last, long long tried) const {
    choice next;
    int ceiling = unlimited;
    for (int p = of.begin; p < of.end; ++p) {
      const int i = open[p], top = low[i] + reach[i];
      const long long turn = low[i] * (1LL << 32) + key[i];
      ceiling = top < ceiling ? top : ceiling;
      if (turn > tried && turn < next.turn &&
          (turn > last.turn || (may_tie[i] && low[i] >= last.offset)))
        next = {p, low[i], turn};
    }
    if (next.offset >= ceiling) next.position = -1;
    return next;
  }

  /// Raises the lowest offsets of those that meet the buffer i just placed, and the floors of their
  /// sections; false when one cannot reach its pin any more.
  constexpr bool raise_those_that_meet(int i, const part& left, bool& is_alone) {
    const int entered = enter[i], gone = leave[i];
    const int line = solution[i], end = line + rise[i];
    const bool is_plain = !overlaps.has(i);
    is_alone = true;
    int first = entered, last = gone;
    for (int p = left.begin; p < left.end; ++p) {
      const int j = open[p];
      if (enter[j] >= gone || leave[j] <= entered) continue;
      is_alone = false;
      int above = is_plain ? end : line + distance(i, j);
      if (low[j] >= above) continue;
      if (buffers[j].alignment != unit) above = round_up(above, buffers[j].alignment);
      if (buffers[j].pinned >= 0) return false;
      trail[changes++] = {&low[j], low[j]}, low[j] = above;
      first = enter[j] < first ? enter[j] : first;
      last = leave[j] > last ? leave[j] : last;
    }
    raise_floors(first, last, left);
    return true;
  }

  constexpr void raise_floors(int first, int end, const part& left) {
    int least[room];
    for (int s = first; s < end; ++s) least[s] = unlimited;
    for (int p = left.begin; p < left.end; ++p) {
      const int j = open[p], lowest = low[j], to = leave[j] < end ? leave[j] : end;
      for (int s = enter[j] > first ? enter[j] : first; s < to; ++s)
        least[s] = lowest < least[s] ? lowest : least[s];
    }
    for (int s = first; s < end; ++s)
      if (least[s] > floor[s] && least[s] < unlimited)
        trail[changes++] = {&floor[s], floor[s]}, floor[s] = least[s];
  }

  /// Places the buffers of a part behind `last`. Where nothing unplaced meets a buffer, its choice
  /// leaves all others what they had, so that another one in its place is no better.
  constexpr outcome solve(const part& of, const choice& last) {
    if (of.begin == of.end) return outcome::found;
    if (total_nodes == stop_at) return outcome::undecided;
    ++total_nodes;
    long long tried = last.offset * (1LL << 32);
    while (true) {
      const choice next = next_choice(of, last, tried);
      if (next.position < 0) return outcome::impossible;
      tried = next.turn;
      bool is_alone = false;
      const outcome o = try_choice(of, next, is_alone);
      if (o != outcome::impossible || is_alone) return o;
    }
  }

  /// Places the chosen buffer, then the rest of the part; takes the buffer away again. `is_alone`
  /// becomes whether it meets no unplaced one.
  constexpr outcome try_choice(const part& of, const choice& next, bool& is_alone) {
    const int i = open[next.position], offset = next.offset, changes_before = changes;
    const int end = offset + buffers[i].size;
    open[next.position] = open[of.begin];
    open[of.begin] = i;
    solution[i] = offset;
    for (int s = enter[i]; s < leave[i]; ++s) rest[s] -= rise[i];
    for (int s = enter[i]; s + 1 < leave[i]; ++s) --crossing[s];
    const part left{of.begin + 1, of.end, of.first_section, of.end_section};
    outcome o = outcome::impossible;
    if (raise_those_that_meet(i, left, is_alone)) {
      const int need = maximum(end, needed_above(of.first_section, of.end_section, offset));
      if (need > limit) least_need = minimum(least_need, need);
      else o = solve_parts(left, enter[i], leave[i], next);
    }
    for (int s = enter[i]; s + 1 < leave[i]; ++s) ++crossing[s];
    for (int s = enter[i]; s < leave[i]; ++s) rest[s] += rise[i];
    for (; changes > changes_before; --changes) *trail[changes - 1].where = trail[changes - 1].was;
    return o;
  }

  /// Solves `of` in parts that share no buffer: it falls apart at those of the sections
  /// first .. end - 1 that no unplaced buffer leaves alive.
  constexpr outcome solve_parts(part of, int first, int end, const choice& last) {
    outcome o = outcome::found;
    for (int s = first; s < end && o == outcome::found; ++s) {
      const bool is_last = s + 1 == end;
      if (!is_last && crossing[s] > 0) continue;
      part front = of;
      if (!is_last) {
        front.end = of.begin;
        front.end_section = s + 1;
        for (int p = of.begin; p < of.end; ++p)
          if (const int i = open[p]; enter[i] <= s) {
            open[p] = open[front.end];
            open[front.end++] = i;
          }
      }
      o = solve(front, last);
      of.begin = front.end;
      of.first_section = front.end_section;
    }
    return o;
  }
};

/// Makes `best`, a placement of the buffers of `search`, smaller, or proves that it cannot be, in
/// at most `most_nodes` nodes; returns how many it took. First it raises the lower bound from one
/// impossible capacity to the next; where that takes too long, it halves what is left between the
/// bound and the best.
template <int M, int N, class Observer = unobserved>
constexpr long long improve(placement<N>& best, exact_search<M>& search, long long most_nodes,
                            Observer observe = {}) {
  long long left = most_nodes;
  bool climbs = !search.has_circle();
  const bool is_complete = climbs;
  for (int from = best.lower_bound; from < best.bytes && left > 0;) {
    const int capacity = climbs ? from : from + (best.bytes - 1 - from) / 2;
    const outcome o = search.run(capacity, (left + 1) / 2, observe);
    left -= search.nodes();
    if (o == outcome::found) {
      search.write(best);
    } else if (o == outcome::undecided || !is_complete) {
      climbs = false;
      from = capacity + 1;
    } else if (search.needed() <= best.bytes) {
      best.lower_bound = maximum(best.lower_bound, search.needed());
      from = maximum(from, best.lower_bound);
    } else {
      break;  // pins collide
    }
  }
  return most_nodes - left;
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
