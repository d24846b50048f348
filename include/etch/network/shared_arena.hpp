// Memory for several networks of a program: of those that run one after another, and of those that
// run at once.
#pragma once

#include <etch/network/network.hpp>

namespace ETCH_NAMESPACE {
namespace detail {

/// Where parts of an arena begin that lie one behind the other.
struct arena_end {
  int bytes = 0;
  constexpr int add(int more) {
    const int begin = round_up(bytes, arena_alignment);
    if (more > 0) bytes = begin + more;
    return begin;
  }
};

/// The regions of a network: states apart, the others one behind the other from 0 on.
struct stacked_regions {
  int begin[region_table::most]{};
  int values = 0;  ///< bytes of all but states
  int states = 0;
  template <class Layout>
  constexpr explicit stacked_regions(const Layout& regions) {
    arena_end end;
    for (int r = 0; r < regions.count; ++r) {
      if (r == regions.state) states = regions.bytes[r];
      else begin[r] = end.add(regions.bytes[r]);
    }
    values = end.bytes;
  }
};

/// One arena for Nets. Where they run AtOnce each has bytes of its own, otherwise only its states.
template <bool AtOnce, class... Nets>
class arena_of_several {
  template <class Net>
  static constexpr stacked_regions stacked{Net::placed::regions};
  template <class Net>
  static constexpr int index_of = [] {
    const bool is[]{__is_same(Net, Nets)...};
    int n = 0;
    while (!is[n]) ++n;
    return n;
  }();
  template <class Net>
  static constexpr bool holds = (__is_same(Net, Nets) || ...);
  template <class Net>
  static constexpr int times = (0 + ... + (__is_same(Net, Nets) ? 1 : 0));
  static_assert(((times<Nets> == 1) && ...),
                "an arena for several networks names one of them twice");

  struct layout {
    int values[sizeof...(Nets)]{};  ///< where the values of each network begin
    int states[sizeof...(Nets)]{};
    int bytes = 0;
    constexpr layout() {
      const stacked_regions* const of[]{&stacked<Nets>...};
      arena_end end;
      for (const stacked_regions* own : of)
        if (!AtOnce) end.bytes = maximum(end.bytes, own->values);
      for (unsigned n = 0; n < sizeof...(Nets); ++n) {
        if (AtOnce) values[n] = end.add(of[n]->values);
        states[n] = end.add(of[n]->states);
      }
      bytes = maximum(end.bytes, 1);
    }
  };
  static constexpr layout parts{};

 public:
  static constexpr int ram_bytes = parts.bytes;

  /// The memory of Net, for its static functions.
  template <class Net>
  requires holds<Net>
  typename Net::bases bases() {
    constexpr auto& regions = Net::placed::regions;
    constexpr int n = index_of<Net>;
    if constexpr (regions.count == 1) {
      return bytes_ + parts.values[n];
    } else {
      typename Net::bases of(bytes_);
      for (int r = 0; r < regions.count; ++r) {
        of[r] = bytes_ +
                (r == regions.state ? parts.states[n] : parts.values[n] + stacked<Net>.begin[r]);
      }
      return of;
    }
  }

  template <class Net, int I = 0>
  requires holds<Net>
  auto input() {
    return Net::template input<I>(bases<Net>());
  }
  template <class Net, int I = 0>
  requires holds<Net>
  auto output() {
    return Net::template output<I>(bases<Net>());
  }
  /// Sets every state of Net to its first value.
  template <class Net>
  requires holds<Net>
  void reset() {
    Net::reset(bases<Net>());
  }
  template <class Net>
  requires holds<Net>
  void run() {
    Net::run(bases<Net>());
  }
  template <class Net>
  requires holds<Net>
  void run_layer(int n) {
    Net::run_layer(bases<Net>(), n);
  }
  /// The same of a network that fetches its constants.
  template <class Net, constant_fetch F>
  requires holds<Net>
  void run(F&& fetch) {
    Net::run(bases<Net>(), fetch);
  }
  template <class Net, constant_fetch F>
  requires holds<Net>
  void run_layer(int n, F&& fetch) {
    Net::run_layer(bases<Net>(), n, fetch);
  }

 private:
  alignas(arena_alignment) unsigned char bytes_[ram_bytes];
};

}  // namespace detail

/// An arena for networks that run one after another: as large as the largest needs, and behind it
/// the states of each, which outlive the runs of others. All else ends when another one gets an
/// input or runs, outputs included. One thread at a time.
///
///   etch::shared_arena<wake_word, command> memory;
///   memory.run<wake_word>();
///   if (memory.output<wake_word>()[0] > 0) ...
template <class... Nets>
class shared_arena : public detail::arena_of_several<false, Nets...> {};

/// An arena for networks that run at the same time, in tasks or interrupts: each has its own part.
template <class... Nets>
class concurrent_arena : public detail::arena_of_several<true, Nets...> {};

}  // namespace ETCH_NAMESPACE
