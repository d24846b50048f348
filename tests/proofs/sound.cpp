// Proofs against runs, on random graphs: every code lies in its proved range, and a graph without
// the channels that nobody needs, and with tables, gives the outputs of the whole one.
#include <catch2/catch.hpp>

#include "chance.hpp"
#include "survey.hpp"

#ifndef NETWORKS
#define NETWORKS 16
#endif
#ifndef FIRST_SEED
#define FIRST_SEED 0
#endif

namespace {

using namespace etch;

/// What was seen in all networks.
struct tally {
  int networks = 0, shrunk = 0, constant = 0;
  channel_counts channels{};
  int never_varied = 0;
  test::survey covered;
} seen;

/// A place for each value of a graph.
class value_memory {
 public:
  value_memory() {
    for (int v = 0; v < most; ++v) at_[v] = bytes_[v];
  }
  unsigned char* operator[](int v) const { return at_[v]; }
  void clear() { std::memset(bytes_, 0, sizeof bytes_); }
  void run(const test::program& g) const {
    for (int n = 0; n < g.node_count; ++n) g.run[n](at_);
  }

 private:
  static constexpr int most = 2 * test::random_graph::most_values;
  alignas(16) unsigned char bytes_[most][8 * test::random_graph::most_elements]{};
  unsigned char* at_[most];
};
value_memory memory_of_whole, memory_of_slim;

/// Code i of integers of format f.
int code_at(const unsigned char* bytes, const format& f, int i) {
  const bool has_sign = f.kind->lowest(f) < 0;
  if (f.bits < 8) return read_packed(bytes, f.bits, has_sign, i);
  if (f.bits == 8) return has_sign ? load<std::int8_t>(bytes, i) : load<std::uint8_t>(bytes, i);
  return has_sign ? load<std::int16_t>(bytes, i) : load<std::uint16_t>(bytes, i);
}

/// Compares the codes of each node of a graph with what is proved of it.
class watcher {
 public:
  watcher(const test::program& g, const test::node_facts* known) : g_(g), known_(known) {}
  int outside = 0;

  void look(const value_memory& memory) {
    for (int n = 0; n < g_.node_count; ++n) {
      const test::node_facts& known = known_[n];
      const int y = g_.nodes[n].outputs[0];
      const operand& is = g_.values[y].is;
      for (int i = 0; known.channels > 0 && i < is.shape.size(); ++i) {
        const int c = i % known.channels, code = code_at(memory[y], is.number, i);
        outside += code < known.low[c] || code > known.high[c] ? 1 : 0;
        channel& k = of_[n][c];
        if (!k.is_known) k = {code, true};
        k.varies = k.varies || code != k.first;
      }
    }
  }
  /// Channels called live of which all codes were equal.
  int count_still() const {
    int count = 0;
    for (int n = 0; n < g_.node_count; ++n) {
      for (int c = 0; known_[n].is_layer && c < known_[n].channels; ++c)
        count += known_[n].lives[c] && !of_[n][c].varies ? 1 : 0;
    }
    return count;
  }

 private:
  struct channel {
    int first = 0;
    bool is_known = false, varies = false;
  };
  const test::program& g_;
  const test::node_facts* known_;
  channel of_[test::random_graph::most_nodes][test::random_graph::most_elements]{};
};

/// Writes input k: codes of chance, of both ends, equal ones, or few that differ.
void write_input(unsigned char* to, unsigned char* also_to, const operand& x, int k,
                 test::dice& die) {
  const format& f = x.number;
  const auto low = static_cast<int>(f.kind->lowest(f)), high = static_cast<int>(f.kind->highest(f));
  const int level = die.between(low, high);
  for (int i = 0; i < x.shape.size(); ++i) {
    const int any = die.between(low, high);
    const int code = k % 4 == 0   ? any
                     : k % 4 == 1 ? (die.once_in(2) ? low : high)
                     : k % 4 == 2 ? level
                                  : (die.once_in(9) ? any : low);
    detail::put_code(to, i, code, f);
    detail::put_code(also_to, i, code, f);
  }
}

/// Runs a whole graph, of whose nodes `known` is proved, and the slim one.
void check(unsigned seed, const test::program& whole, const test::node_facts* known,
           const test::program& slim) {
  static watcher* watch = nullptr;
  delete watch;
  watch = new watcher(whole, known);
  memory_of_whole.clear();
  memory_of_slim.clear();  // bits of bytes that no packed code fills are compared as well
  test::dice die{seed + 99};
  int unequal = 0;
  constexpr int inputs = 24;
  for (int k = 0; k < inputs; ++k) {
    write_input(memory_of_whole[0], memory_of_slim[0], whole.values[0].is, k, die);
    memory_of_whole.run(whole);
    memory_of_slim.run(slim);
    watch->look(memory_of_whole);
    for (int o = 0; o < whole.output_count; ++o) {
      const operand& y = whole.values[whole.outputs[o]].is;
      const int bytes = detail::bytes_of_codes(y.number, y.shape.size());
      unequal += std::memcmp(memory_of_whole[whole.outputs[o]], memory_of_slim[slim.outputs[o]],
                             static_cast<std::size_t>(bytes)) != 0;
    }
  }
  INFO("seed " << seed);
  CHECK(watch->outside == 0);
  CHECK(unequal == 0);
  seen.never_varied += watch->count_still();
  seen.covered.look(whole, known);
}

/// Adds what is proved of a graph.
void add(const channel_counts& n, bool shrinks, bool is_constant) {
  ++seen.networks;
  seen.shrunk += shrinks ? 1 : 0;
  seen.constant += is_constant ? 1 : 0;
  seen.channels.total += n.total;
  seen.channels.live += n.live;
  seen.channels.constant += n.constant;
  seen.channels.unread += n.unread;
  seen.channels.kept += n.kept;
}

/// Checks the graph of a seed, which keeps channels in steps of one or, one in four, of three.
template <unsigned Seed>
void check() {
  constexpr const auto& whole = detail::passed<test::chance<Seed>, false>::graph;
  constexpr int step = Seed % 4 == 3 ? 3 : 1;
  using slim = slimmed<with_tables<whole>::graph, step>;
  using facts = proved_facts<whole, step>;
  static_assert(whole.inputs[0] == 0 && slim::graph.inputs[0] == 0);
  constexpr channel_counts n = facts::channels();
  constexpr bool is_constant = facts::outputs_are_constant();
  add(n, macs_of(slim::graph) < macs_of(whole), is_constant);
  check(Seed, test::program_of<whole>, test::facts_of<whole>, test::program_of<slim::graph>);
}

template <int... Seed>
void check_all(detail::indices<Seed...>) {
  (check<FIRST_SEED + Seed>(), ...);
}

template <class... Op>
void check_covered(list<Op...>) {
  const auto check = [](const char* name, bool has_rule) {
    INFO("no network has a node of this operator: " << name);
    if (has_rule) CHECK(seen.covered.operators.of(name) > 0);
  };
  (check(Op::name, test::has_rule<Op>), ...);
}

}  // namespace

TEST_CASE("what is proved of random graphs holds in every run") {
  check_all(detail::first<NETWORKS>{});
  std::printf(
      "%d networks, %d with fewer multiplications, %d with constant outputs; %d channels: %d live "
      "(of which %d never varied, %.1f %%), %d constant, %d unread, %d kept\n",
      seen.networks, seen.shrunk, seen.constant, seen.channels.total, seen.channels.live,
      seen.never_varied, 100.0 * seen.never_varied / seen.channels.live, seen.channels.constant,
      seen.channels.unread, seen.channels.kept);
  seen.covered.operators.print("operators");
  seen.covered.formats.print("formats");
  seen.covered.roundings.print("roundings");
  seen.covered.cases.print("cases");
  if (FIRST_SEED == 0) {  // the seeds of the first program are known to do for all, rare ones too
    check_covered(operators{});
    CHECK(seen.covered.cases.of("constant beside no padding") > 0);
    CHECK(seen.covered.cases.of("constant equal to its padding") > 0);
    CHECK(seen.covered.cases.of("constant beside padding of a channel") > 0);
    CHECK(seen.covered.cases.of("constant beside padding") > 0);
  }
  CHECK(seen.channels.constant > 0);
  CHECK(seen.channels.unread > 0);
}
