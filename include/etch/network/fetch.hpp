// Copying constants from slow memory while a network runs: those of a layer while the one before
// runs (options::fetch).
#pragma once

#include <etch/kernel/kernel.hpp>
#include <etch/network/lower/regions.hpp>

namespace ETCH_NAMESPACE {

/// What copies `bytes` bytes for a network: f(to, from, bytes) at once, or by DMA f.start(to, from,
/// bytes), and f.wait() until all is there. The network calls them in turn.
template <class F>
concept constant_fetch = requires(F& f, void* to, const void* from) { f(to, from, sizeof(int)); } ||
                         requires(F& f, void* to, const void* from) {
                           f.start(to, from, sizeof(int));
                           f.wait();
                         };

namespace detail {

/// The fetch of a network that does not.
struct no_fetch {};

/// Whether a network that Fetches or does not can be run with F.
template <bool Fetches, class F>
constexpr bool takes_fetch() {
  static_assert(constant_fetch<F> || !Fetches,
                "this network fetches its constants: run(fetch), with fetch(to, from, bytes)");
  static_assert(!constant_fetch<F> || Fetches,
                "this network fetches no constants: it has no options{.fetch = true}");
  return true;
}

/// Whether the constants of node N of Placed are fetched.
template <class Placed, int N>
inline constexpr bool is_fetched = Placed::memory.copy_of[N] >= 0;
/// The other node whose copy begins before node N; -1 if there is none.
template <class Placed, int N>
constexpr int fetched_after() {
  int next = -1;
  for (int n = 0; n < Placed::node_count; ++n) {
    if (n != N && Placed::memory.copy_of[n] >= 0 && Placed::memory.start_at[n] == N) next = n;
  }
  return next;
}
/// Where the copy of node N's constants lies.
template <class Placed, int N>
ETCH_GLUE unsigned char* copied_constants(typename Placed::bases in) {
  constexpr region_place place = Placed::place(Placed::memory.copy_of[N]);
  return at(in, place);
}
/// Arguments a of node N, with the place of its constants if they are fetched.
template <class Placed, int N, class Arguments>
ETCH_GLUE auto with_fetched(typename Placed::bases in, const Arguments& a) {
  if constexpr (is_fetched<Placed, N>) {
    return fetched_arguments<Arguments, typename Placed::template kernel_at<N>>{
        a, copied_constants<Placed, N>(in)};
  } else {
    return a;
  }
}

/// What was stored and read before is done in this order, for the compiler: a copy that DMA makes
/// is nothing that it can see.
ETCH_GLUE void keep_order() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// Begins to copy the constants of node N.
template <class Placed, int N, class F>
ETCH_GLUE void start_fetch(typename Placed::bases in, F& fetch) {
  using c = typename Placed::template call_at<N>;
  constexpr const auto& constants = packed<typename Placed::template kernel_at<N>, c>;
  unsigned char* const to = copied_constants<Placed, N>(in);
  keep_order();
  if constexpr (requires { fetch.start(to, &constants, sizeof constants); })
    fetch.start(to, &constants, sizeof constants);
  else fetch(to, &constants, sizeof constants);
}
/// Node N is about to run: waits for its constants, and begins to copy those of the next one.
template <class Placed, int N, class F>
ETCH_GLUE void fetch_before(typename Placed::bases in, F& fetch) {
  if constexpr (is_fetched<Placed, N>) {
    if constexpr (Placed::memory.start_at[N] == N) start_fetch<Placed, N>(in, fetch);
    if constexpr (requires { fetch.wait(); }) fetch.wait();
    keep_order();
  }
  constexpr int next = fetched_after<Placed, N>();
  if constexpr (next >= 0) start_fetch<Placed, next>(in, fetch);
}

}  // namespace detail
}  // namespace ETCH_NAMESPACE
