// Proofs against runs, on random graphs: every code lies in its proved range, and a network without
// the channels that nobody needs gives the outputs of the whole one.
#include <catch2/catch.hpp>

#include <cstdio>
#include <cstring>

#include "random_graph.hpp"

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
  int networks = 0, shrunk = 0, codes_outside = 0, outputs_unequal = 0;
  channel_counts channels{};
  int never_varied = 0;
} seen;

/// Compares the codes of each layer of a run with the ranges of graph G.
template <const auto& G>
struct watcher {
  static constexpr int nodes = detail::bare<decltype(G)>::type::size.nodes, most = 1024;
  struct channel {
    int first = 0;
    bool is_known = false, varies = false;
  };
  channel of[nodes][most]{};
  int outside = 0;

  template <int N>
  void look(const traced_value& v) {
    constexpr int y = G.nodes[N].outputs[0], channels = detail::ranged_channels<G, y>;
    if constexpr (channels > 0) {
      constexpr auto& ranges = ranges_of<G, y>;
      for (int i = 0; i < v.span; ++i) {
        const int c = i % channels;
        const auto code =
            static_cast<int>(typed_value<G, y>::load(static_cast<const unsigned char*>(v.data), i));
        outside += code < ranges.low[c] || code > ranges.high[c] ? 1 : 0;
        channel& k = of[N][c];
        if (!k.is_known) k = {code, true};
        k.varies = k.varies || code != k.first;
      }
    }
  }
  void value(const traced_step& s, const traced_value& v) {
    for_each_index<nodes>([&]<int N>() {
      if (s.index == N) look<N>(v);
    });
  }
  /// Channels called live of which all codes were equal.
  int count_still() const {
    int count = 0;
    for_each_index<nodes>([&]<int N>() {
      if constexpr (detail::sums_are_integers<G, N>) {
        const auto lives = detail::lives_of<G, G.nodes[N].outputs[0]>;
        for (int c = 0; c < count_channels<G, N>().total; ++c)
          count += lives.of[c] && !of[N][c].varies ? 1 : 0;
      }
    });
    return count;
  }
};

/// Writes input k: codes of chance, of both ends, equal ones, or few that differ.
template <class Input>
void write_input(Input x, int k, test::dice& die) {
  const format& f = x.number;
  const auto low = static_cast<int>(f.kind->lowest(f)), high = static_cast<int>(f.kind->highest(f));
  const int level = die.between(low, high);
  for (int i = 0; i < x.size(); ++i) {
    const int any = die.between(low, high);
    const int code = k % 4 == 0   ? any
                     : k % 4 == 1 ? (die.once_in(2) ? low : high)
                     : k % 4 == 2 ? level
                                  : (die.once_in(9) ? any : low);
    x.data()[i] = static_cast<typename Input::storage>(code);
  }
}

template <unsigned Seed>
void check() {
  constexpr options wraps{.sums = overflow::wraps, .slim = true},
      all{.sums = overflow::wraps, .slim = false};
  using slim = network<test::chance<Seed>, generic, wraps>;
  using whole = network<test::chance<Seed>, generic, all>;
  static slim a;
  static whole b;
  static watcher<whole::graph> watch;
  test::dice die{Seed + 99};
  int unequal = 0;
  constexpr int inputs = 24;
  for (int k = 0; k < inputs; ++k) {
    test::dice again = die;
    write_input(a.input(), k, die);
    write_input(b.input(), k, again);
    a.run();
    b.run(watch);
    for (int i = 0; i < a.output().size(); ++i) {
      unequal += a.output().data()[i] != b.output().data()[i] ? 1 : 0;
    }
  }
  INFO("seed " << Seed);
  CHECK(watch.outside == 0);
  CHECK(unequal == 0);
  constexpr channel_counts n = slim::channels();
  ++seen.networks;
  seen.shrunk += slim::macs < whole::macs ? 1 : 0;
  seen.channels.total += n.total;
  seen.channels.live += n.live;
  seen.channels.constant += n.constant;
  seen.channels.unread += n.unread;
  seen.channels.kept += n.kept;
  seen.never_varied += watch.count_still();
}

template <int... Seed>
void check_all(detail::indices<Seed...>) {
  (check<FIRST_SEED + Seed>(), ...);
}

}  // namespace

TEST_CASE("what is proved of random graphs holds in every run") {
  check_all(detail::first<NETWORKS>{});
  std::printf(
      "%d networks, %d with fewer multiplications; %d channels: %d live (of which %d never "
      "varied), %d constant, %d unread, %d kept\n",
      seen.networks, seen.shrunk, seen.channels.total, seen.channels.live, seen.never_varied,
      seen.channels.constant, seen.channels.unread, seen.channels.kept);
  CHECK(seen.channels.constant > 0);
  CHECK(seen.channels.unread > 0);
}
