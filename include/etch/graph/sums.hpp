// Proof that integer accumulators do not overflow: the worst case of every sum, from the constants.
//
// The codes of an input lie between two limits, and weights and biases are known: the largest sum
// of an output channel takes the upper limit where a weight is positive and the lower one where it
// is negative. Taps in the padding add nothing, so each set of taps that are inside the input at
// the same time is a sum of its own, and so is each set of taps that contribute to one output of a
// transposed convolution. The figures are exact if inputs are independent. A proof starts with
// less: with what the format of the weights and their count allow, then with whole filters. Reading
// weights is split into pieces that compilers evaluate within their default limits, at any size.
#pragma once

#include <etch/graph/worst_case.hpp>

namespace ETCH_NAMESPACE {

/// The node whose sums node n of g requantises: n itself or, if n is a `to`, the layer before it;
/// -1 if there is none.
template <class Graph>
constexpr int layer_of_sums(const Graph& g, int n) {
  if (sums_of_integers(g, n) > 0) return n;
  const value& in = g.values[g.nodes[n].inputs[0]];
  const bool alone = g.nodes[n].op->requantises && is_accumulator(in.is.number) &&
                     in.producer >= 0 && sums_of_integers(g, in.producer) > 0;
  return alone ? in.producer : -1;
}
/// Bits of the accumulator of node n of g; 64 if it has none. Of 64 bits a multiplication by 16
/// bits leaves 48.
template <class Graph>
constexpr int sum_capacity(const Graph& g, int n) {
  const int layer = layer_of_sums(g, n);
  if (layer < 0) return 64;
  const sums_of_products sums = detail::sums_of_kind(g, layer, 0);
  if (sums.accumulator_bits == 32) return 32;
  const value& y = g.values[g.nodes[n].outputs[0]];
  const bool multiplied = y.is.number.kind->is_integer && !is_accumulator(y.is.number);
  const bool by_double = y.round == rounding::half_away && !sums.has_short_factor;
  return multiplied && !by_double ? 48 : 64;
}
/// The range of the sums r of layer_of_sums(g, n) inside node n, if n is a separate `to`.
template <class Graph>
constexpr interval sums_in_node(const Graph& g, int n, interval r) {
  if (sums_of_integers(g, n) > 0) return r;
  const format& sum = g.values[g.nodes[n].inputs[0]].is.number;
  const value& out = g.values[g.nodes[n].outputs[0]];
  interval all = detail::nothing_yet;
  for (int c = 0; c < maximum(sum.channels, 1); ++c) {
    const double factor = sum.unit(c) / out.is.number.unit();
    all = detail::hull(all, detail::on_the_way(r, sum, out, factor));
  }
  return all;
}
/// The worst case of the sums of node n of g; {0, 0} if it has none.
template <class Graph>
constexpr interval sums_of_node(const Graph& g, int n, weights_taken taken = weights_taken::each) {
  const int layer = layer_of_sums(g, n);
  if (layer < 0) return {};
  interval all = detail::nothing_yet;
  for (int k = 0; k < sums_of_integers(g, layer); ++k) {
    all = detail::hull(all, detail::worst_case(g, layer, k, taken).of_all_channels());
  }
  return sums_in_node(g, n, all);
}

namespace detail {

template <const auto& G, int N, int K, weights_taken T, int P>
inline constexpr interval piece_of_sums = worst_case(G, N, K, T).piece(P);
template <const auto& G, int N, int K, weights_taken T, int... P>
constexpr interval join_pieces(indices<P...>) {
  const interval piece[]{piece_of_sums<G, N, K, T, P>...};
  return worst_case(G, N, K, T).joined(piece);
}
/// Sums K of node N of G; each piece is a constant evaluation of its own.
template <const auto& G, int N, int K, weights_taken T,
          int Pieces = worst_case(G, N, K, T).pieces()>
inline constexpr interval sums_taken = join_pieces<G, N, K, T>(first<Pieces>{});
template <const auto& G, int N, int K, weights_taken T>
inline constexpr interval sums_taken<G, N, K, T, 1> = worst_case(G, N, K, T).of_all_channels();

template <const auto& G, int N, int Layer, weights_taken T, int... K>
constexpr interval sums_of_kinds(indices<K...>) {
  interval all = nothing_yet;
  ((all = hull(all, sums_taken<G, Layer, K, T>)), ...);
  return sums_in_node(G, N, all);
}
template <const auto& G, int N, weights_taken T, int Layer = layer_of_sums(G, N)>
inline constexpr interval staged_sums =
    sums_of_kinds<G, N, Layer, T>(first<sums_of_integers(G, Layer)>{});
template <const auto& G, int N, weights_taken T>
inline constexpr interval staged_sums<G, N, T, -1> = interval{};

}  // namespace detail

namespace detail {
/// The next closer look at the weights, after T has not proved that the sums fit.
constexpr weights_taken closer(weights_taken t) {
  return t == weights_taken::any ? weights_taken::filters : weights_taken::each;
}
}  // namespace detail

/// Bounds of the sums of node N of G, only as close as needed to see that they fit in their
/// accumulator; if they do not fit, those of weights_taken::each.
template <const auto& G, int N, weights_taken T = weights_taken::any,
          bool Done = T == weights_taken::each ||
                      signed_bits(detail::staged_sums<G, N, T>) <= sum_capacity(G, N)>
inline constexpr interval proved_sums = detail::staged_sums<G, N, T>;
template <const auto& G, int N, weights_taken T>
inline constexpr interval proved_sums<G, N, T, false> = proved_sums<G, N, detail::closer(T)>;

namespace detail {
/// Whether the format and the number of weights already prove that the sums of node n of g fit, as
/// for most nodes.
template <class Graph>
constexpr bool fit_at_once(const Graph& g, int n) {
  const int layer = layer_of_sums(g, n);
  if (layer < 0) return true;
  interval all = nothing_yet;
  for (int k = 0; k < sums_of_integers(g, layer); ++k) {
    const worst_case sums(g, layer, k, weights_taken::any);
    if (sums.pieces() > 1) return false;
    all = hull(all, sums.of_all_channels());
  }
  return signed_bits(sums_in_node(g, n, all)) <= sum_capacity(g, n);
}
}  // namespace detail

}  // namespace ETCH_NAMESPACE
