// Overflow check: refuses a layer whose accumulator is too narrow for the worst case of its sums.
#pragma once

#include <etch/graph/sums.hpp>
#include <etch/network/options.hpp>
#include <etch/network/proof/facts.hpp>
#include <etch/network/trace.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Whether the sums of node N of G are those that ranges of channels prove, and the format and the
/// number of its weights do not say already that they fit.
template <const auto& G, int N>
inline constexpr bool asks_ranges = false;
template <const auto& G, int N>
requires(sums_are_integers<G, N>)
inline constexpr bool asks_ranges<G, N> = !fit_at_once(G, N);
/// The sums of node N of G, only as close as needed to see that they fit in their accumulator.
template <const auto& G, int N, bool AsksRanges = asks_ranges<G, N>>
inline constexpr interval checked_sums = proved_sums<G, N>;
template <const auto& G, int N>
inline constexpr interval checked_sums<G, N, true> = all_sums<G, N>;

/// The first layer whose sums can overflow, or -1.
template <const auto& G, int... N>
constexpr int first_overflow(indices<N...>) {
  const bool overflows[]{signed_bits(checked_sums<G, N>) > sum_capacity(G, N)..., false};
  for (int n = 0; n < static_cast<int>(sizeof...(N)); ++n) {
    if (overflows[n]) return n;
  }
  return -1;
}

/// Prints the layer whose sums overflow: bits_of_sums<layer, need, have>.
template <text Layer, int Need, int Have>
struct bits_of_sums {
  static constexpr bool enough = Need <= Have;
};
/// Refuses layer N, the first one whose sums overflow; passes where there is none.
template <const auto& G, int N = first_overflow<G>(first<bare<decltype(G)>::type::size.nodes>{})>
struct sums_proof {
  static constexpr bool passed = true;
  static_assert(bits_of_sums<text_of<name_of(G, N)>(), signed_bits(checked_sums<G, N>),
                             sum_capacity(G, N)>::enough,
                "the sums of a layer can leave their accumulator: bits_of_sums<layer, need, have>; "
                "options{.sums = overflow::wraps} takes them as they are");
};
template <const auto& G>
struct sums_proof<G, -1> {
  static constexpr bool passed = true;
};
/// The proof of all sums, unless options{.sums = overflow::wraps} waives it.
template <const auto& G, overflow Said>
struct sums_check : sums_proof<G> {};
template <const auto& G>
struct sums_check<G, overflow::wraps> {
  static constexpr bool passed = true;
};

}  // namespace detail

}  // namespace ETCH_NAMESPACE
