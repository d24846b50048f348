// A node as a graph of its own, run by the generic kernel inside the compiler: what an operator
// makes of codes that a proof chooses.
#pragma once

#include <etch/network/evaluate.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// Extensions without kernels: the library's generic ones define its operators.
template <class Extensions>
struct without_kernels : Extensions {
  using kernels = list<>;
};
/// Those of graph G for call C: with kernels where none of the library's runs its operator.
template <class Graph, class C>
using extensions_alone = element_t<
    list<typename Graph::extensions_type, without_kernels<typename Graph::extensions_type>>,
    kernels_for_op<typename C::op, all_kernels<generic>::type>::type::size == 0 ? 0 : 1>;

/// Node N of G over one cell of each input, with the channels that it has or, where Codes is not 0,
/// with as many; over the whole inputs where the operator joins cells.
template <const auto& G, int N, int Codes = 0>
struct lone_node {
  using from = call<G, N>;
  // an operator whose output is as large as its input or larger (add, pad) is given one cell
  static constexpr bool by_cell =
      Codes > 0 || from::template out<>::is.shape.size() >= from::template in<0>::is.shape.size();
  static constexpr auto make() {
    // the constants that an operator packs stay constants
    constexpr int inputs = from::input_count,
                  fed = packs_parameters<typename from::op> ? 1 : inputs;
    graph_value<inputs + 1, 1, fed, 1, extensions_alone<typename from::graph_type, from>> g{};
    node& at = g.nodes[0];
    at = G.nodes[N];
    operand x[most_inputs]{};
    for (int i = 0; i < inputs; ++i) {
      operand& is = g.values[i].is;
      if (i >= fed) {
        g.values[i] = G.values[at.inputs[i]];
      } else {
        is = G.values[at.inputs[i]].is;
        is.is_constant = false;
        extents& e = is.shape;
        for (int k = 0; by_cell && k + 1 < e.rank; ++k) e.d[k] = 1;
        if (Codes > 0) e.d[e.rank - 1] = Codes;
        g.inputs[i] = i;
      }
      x[i] = is;
      at.inputs[i] = i;
    }
    value& y = g.values[inputs];
    y = G.values[at.outputs[0]];
    y.is.shape = at.op->infer(at.what, {x, inputs}).output.shape;
    y.producer = 0;
    g.outputs[0] = at.outputs[0] = inputs;
    return g;
  }
};

/// The same as a graph.
template <const auto& G, int N, int Codes = 0>
inline constexpr auto lone_graph = lone_node<G, N, Codes>::make();
template <const auto& G, int N, int Codes = 0>
using lone_call = call<lone_graph<G, N, Codes>, 0>;

}  // namespace detail

}  // namespace ETCH_NAMESPACE
