// The order in which a network works row by row: a row is made when the first node asks for it, and
// is forgotten when the last one is past it.
#pragma once

#include <etch/network/lower/row_facts.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// What happens when, found by doing it: time passes unit by unit, a row of a node, a node that
/// runs whole or a run of codes that a node takes.
template <class Facts>
class row_order {
  static constexpr int V = Facts::values, N = Facts::nodes;
  const Facts& f_;
  int arriving_;
  int most_;

 public:
  manner how[N]{};
  bool apart[V]{};
  int birth[Facts::counts.rows + 1]{};  ///< of rows that are apart; a whole value has that of its
                                        ///< first. -1: never made
  int death[Facts::counts.rows + 1]{};
  int owner[V]{};  ///< the value over which it is written; itself
  int began[N]{}, ended[N]{};
  int node_of_unit[Facts::counts.units + 1]{};  ///< N: a row of the input arrives
  int units = 0;
  int peak = 0;       ///< the most bytes that live at a time
  int peak_time = 0;  ///< the first such time
  int live_at[N]{};   ///< the most while the node runs, but for its scratch memory

  /// `arriving` is the input whose rows arrive one by one, -1: none. What comes behind a peak of
  /// more than `most` bytes is left out.
  constexpr row_order(const Facts& f, row_choice c, int arriving, int most = most_of_int)
      : f_(f), arriving_(arriving), most_(most) {
    part(c);
    for (int r = 0; r < Facts::counts.rows; ++r) birth[r] = death[r] = -1;
    for (int v = 0; v < V; ++v) {
      owner[v] = v;
      if (f.root[v] == v && f.producer[v] < 0 && v != arriving) bear(v, f.rows[v]);
    }
    peak = live_;
    for (int n = 0; n < N; ++n) {
      const int out = f.outputs[n][0];
      const bool waits = apart[out] && !f.stays[out] && !c.completes(n);
      if (f.is_nothing[n] || waits) continue;
      if (c.side_by_side && f.may_alternate && makes_output(n)) advance_outputs();
      while (done_[n] < units_of(n) && peak <= most) advance(n);
    }
    for (int v = 0; v < V; ++v) {
      if (f.root[v] != v) continue;
      for (int r = f.first_row[v]; r < f.first_row[v] + (apart[v] ? f.rows[v] : 1); ++r) {
        if (birth[r] >= 0 && death[r] < 0) death[r] = end();
      }
    }
  }

  constexpr int end() const { return units + 1; }
  /// Whether v is an input that is written before the network runs.
  constexpr bool is_input(int v) const { return f_.producer[v] < 0 && v != arriving_; }
  /// Whether the rows of v, which are apart, lie one behind the other: those of an output.
  constexpr bool grows(int v) const { return apart[v] && f_.stays[v]; }
  /// Bytes that a row of v takes; where its rows are not apart those of v.
  constexpr int size(int v) const { return apart[v] ? f_.bytes[v] / f_.rows[v] : f_.bytes[v]; }

 private:
  int made_[V]{}, freed_[V]{};
  int done_[N]{};
  int live_ = 0;

  constexpr void part(row_choice c) {
    for (int v = 0; v < V; ++v) {
      apart[v] = f_.can_part[v] &&
                 (v == arriving_ || (f_.producer[v] < 0 ? c.tail > 0 : f_.producer[v] < c.tail));
    }
    for (int n = 0; n < N; ++n) {
      how[n] = manner::small;
      bool any = apart[f_.outputs[n][0]];
      for (int k = f_.first_read[n]; k < f_.first_read[n + 1]; ++k) {
        if (!apart[f_.read_value[k]]) continue;
        any = true;
        if (f_.needs[n].state > 0) how[n] = manner::runs;
      }
      if (any && how[n] == manner::small) how[n] = manner::small_rows;
    }
  }
  constexpr int units_of(int n) const {
    switch (how[n]) {
      case manner::small_rows: return f_.rows[f_.outputs[n][0]];
      case manner::runs: return f_.rows[f_.read_value[f_.first_read[n]]] + 1;
      default: return 1;
    }
  }
  /// The same with what alignment adds to each.
  constexpr int room(int v) const {
    return is_input(v) || grows(v) ? size(v) : round_up(size(v), f_.alignment[v]);
  }

  /// Whether node n makes an output row by row.
  constexpr bool makes_output(int n) const {
    return how[n] == manner::small_rows && f_.stays[f_.outputs[n][0]] && !f_.is_nothing[n];
  }
  /// How far the next unit of node n reads into the inputs, in 1/4096 of their rows.
  constexpr int reach(int n) const {
    int last[V];  // the last row of each value that it needs
    for (int& row : last) row = -1;
    for (int m = n; m >= 0; --m) {
      const int row = m == n ? done_[n] : last[f_.outputs[m][0]];
      for (int k = f_.first_read[m]; k < f_.first_read[m + 1] && row >= 0; ++k) {
        const int v = f_.read_value[k];
        const bool by_rows = how[m] == manner::small_rows;
        last[v] = maximum(last[v], by_rows ? f_.last[f_.first_window[k] + row] : f_.rows[v] - 1);
      }
    }
    int most = 0;
    for (int v = 0; v < V; ++v) {
      if (f_.root[v] == v && f_.producer[v] < 0) {
        most = maximum(most, (last[v] + 1) * 4096 / f_.rows[v]);
      }
    }
    return most;
  }
  /// Makes all outputs that are made row by row, side by side.
  constexpr void advance_outputs() {
    int reaches[N]{}, seen[N]{};
    for (int& units_seen : seen) units_seen = -1;
    for (int best = 0; best >= 0 && peak <= most_;) {
      best = -1;
      for (int n = 0; n < N; ++n) {
        if (!makes_output(n) || done_[n] == units_of(n)) continue;
        if (seen[n] != done_[n]) reaches[n] = reach(n), seen[n] = done_[n];
        if (best < 0 || reaches[n] < reaches[best]) best = n;
      }
      if (best >= 0) advance(best);
    }
  }

  /// Does the next unit of node n, and what it needs before.
  constexpr void advance(int n) {
    int stack[N + 1]{n};
    for (int top = 0; top >= 0 && peak <= most_;) {
      const int m = stack[top];
      int lacking = -1;
      for (int k = f_.first_read[m]; k < f_.first_read[m + 1] && lacking < 0; ++k) {
        const int v = f_.read_value[k], need = last_needed(m, k, v);
        if (made_[v] <= need) lacking = v;
      }
      if (lacking < 0) {
        work(m);
        --top;
      } else if (f_.producer[lacking] < 0) {
        node_of_unit[units++] = N;
        bear(lacking, 1);
        note_peak(0);
        free(lacking);
      } else {
        stack[++top] = f_.producer[lacking];
      }
    }
  }
  constexpr int last_needed(int n, int k, int v) const {
    switch (how[n]) {
      case manner::small_rows: return f_.last[f_.first_window[k] + done_[n]];
      case manner::runs: return done_[n] < f_.rows[v] ? done_[n] : -1;
      default: return f_.rows[v] - 1;
    }
  }
  constexpr void work(int n) {
    node_of_unit[units++] = n;
    if (done_[n] == 0) began[n] = units;
    ended[n] = units;
    const int out = f_.outputs[n][0];
    int scratch = 0;
    switch (how[n]) {
      case manner::small_rows:
        scratch = f_.needs[n].small_row_scratch;
        bear(out, 1);
        break;
      case manner::runs:
        if (done_[n] == 0) live_ += f_.needs[n].state;
        if (done_[n] + 1 == units_of(n)) bear(out, f_.rows[out]);
        break;
      default:
        scratch = f_.needs[n].small_scratch;
        if (!overwrite(n)) bear(out, f_.rows[out]);
        for (int k = 1; k < f_.output_count[n]; ++k)
          bear(f_.outputs[n][k], f_.rows[f_.outputs[n][k]]);
    }
    live_at[n] = maximum(live_at[n], live_);
    note_peak(round_up(scratch, arena_alignment));
    ++done_[n];
    if (how[n] == manner::runs && done_[n] == units_of(n)) live_ -= f_.needs[n].state;
    for (int k = f_.first_read[n]; k < f_.first_read[n + 1]; ++k) free(f_.read_value[k]);
    for (int k = 0; k < f_.output_count[n]; ++k) free(f_.outputs[n][k]);
  }
  constexpr void note_peak(int scratch) {
    if (live_ + scratch <= peak) return;
    peak = live_ + scratch;
    peak_time = units;
  }
  /// The next rows of v are there.
  constexpr void bear(int v, int rows) {
    const int first = f_.first_row[v];
    if (apart[v]) {
      for (int r = 0; r < rows; ++r) birth[first + made_[v] + r] = units;
      live_ += rows * room(v);
    } else if (made_[v] == 0) {
      birth[first] = units;
      live_ += room(v);
    }
    made_[v] += rows;
  }
  /// Whether node n writes its output over a value that dies with it.
  constexpr bool overwrite(int n) {
    for (int k = f_.first_read[n]; k < f_.first_read[n + 1]; ++k) {
      const int v = f_.read_value[k];
      if (!f_.overwrites[k] || apart[v] || f_.stays[v] || freed_[v] > 0) continue;
      bool is_last = true;
      for (int i = f_.first_reader[v]; i < f_.first_reader[v + 1]; ++i) {
        const int reader = f_.read_node[f_.reader[i]];
        is_last = is_last && (reader == n || done_[reader] == units_of(reader));
      }
      if (!is_last) continue;
      owner[f_.outputs[n][0]] = owner[v];
      freed_[v] = f_.rows[v];
      made_[f_.outputs[n][0]] = f_.rows[f_.outputs[n][0]];
      return true;
    }
    return false;
  }
  /// The first row of value v that read k still needs.
  constexpr int first_needed(int k, int v) const {
    const int n = f_.read_node[k];
    switch (how[n]) {
      case manner::small_rows: return f_.keep[f_.first_window[k] + done_[n]];
      case manner::runs: return minimum(done_[n], f_.rows[v]);
      default: return done_[n] > 0 ? f_.rows[v] : 0;
    }
  }
  /// Forgets the rows of v that all its readers are past.
  constexpr void free(int v) {
    if (f_.stays[v]) return;
    int end = made_[v];
    for (int i = f_.first_reader[v]; i < f_.first_reader[v + 1]; ++i) {
      end = minimum(end, first_needed(f_.reader[i], v));
    }
    if (apart[v]) {
      for (; freed_[v] < end; ++freed_[v]) {
        death[f_.first_row[v] + freed_[v]] = units;
        live_ -= room(v);
      }
    } else if (end == f_.rows[v] && freed_[v] == 0) {
      freed_[v] = end;
      death[f_.first_row[owner[v]]] = units;
      live_ -= room(v);
    }
  }
};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
