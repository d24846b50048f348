// Whether a network has memory to spare for kernels that take scratch memory to be faster.
#pragma once

#include <etch/kernel/layer/ample_memory.hpp>
#include <etch/network/lower/by_planes.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The scratch memory that kernel K asks the network of call C for: all of it or, where a kernel
/// says so, what makes it faster.
template <class K, class C>
inline constexpr int asked_scratch = [] {
  if constexpr (requires { K::template asked_scratch<C>; }) return K::template asked_scratch<C>;
  else return K::template scratch<C>;
}();
/// Whether kernel K asks the network of call C for room.
template <class K, class C>
inline constexpr bool asks_for_room = requires { requires K::template takes_spare_memory<C>; } ||
                                      requires { requires K::template takes_idle_memory<C>; };
/// Scratch memory of the first kernel of a list that accepts call C and does not ask for room.
template <class C, class Candidates>
inline constexpr int scratch_without_asking = 0;
template <class C, class K, class... Rest>
inline constexpr int scratch_without_asking<C, list<K, Rest...>> = [] {
  if constexpr (!K::template accepts<C> || asks_for_room<K, C>)
    return scratch_without_asking<C, list<Rest...>>;
  else return K::template scratch<C>;
}();
/// The most that a node of G reads, writes and takes as scratch memory by kernels that do not ask
/// for room: about what the network needs with them.
template <const auto& G, class Target, class Nodes>
inline constexpr int most_bytes_at = 0;
template <const auto& G, class Target, int... N>
inline constexpr int most_bytes_at<G, Target, indices<N...>> = [] {
  int most = 0;
  ((most =
        maximum(most, bytes_around(G, G.nodes[N]) +
                          scratch_without_asking<call<G, N>, kernels_of_call<Target, call<G, N>>>)),
   ...);
  return most;
}();

/// Whether `scratch` bytes at a call add nothing to the memory of its network.
template <class Target, const auto& G, int N>
constexpr bool is_idle(const call<G, N>&, int scratch) {
  using nodes = first<bare<decltype(G)>::type::size.nodes>;
  return bytes_around(G, G.nodes[N]) + scratch <= most_bytes_at<G, Target, nodes>;
}

/// Whether the network of call C has room for kernel K of Target.
template <class Target, class K, class C>
constexpr bool has_room_for() {
  if constexpr (requires { requires K::template takes_spare_memory<C>; })
    return asked_scratch<K, C> <= spare_bytes(C{});
  else if constexpr (requires { requires K::template takes_idle_memory<C>; })
    return is_idle<Target>(C{}, K::template scratch<C>);
  else return true;
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
