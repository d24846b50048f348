// A graph as a table of functions, one a node, and what is proved of them: what one loop runs and
// checks at run time. A network would place each graph in memory, which costs the compiler as much
// as the proof.
#pragma once

#include <etch/etch.hpp>

namespace test {

/// What is proved of the output of a node.
struct node_facts {
  int channels = 0;  ///< of which ranges are known
  const int *low = nullptr, *high = nullptr;
  bool is_layer = false;        ///< sums integers
  const bool* lives = nullptr;  ///< of a layer
  // constant channels that a layer reads, by what they meet
  int equal_to_padding = 0, beside_none = 0, beside_padding = 0, beside_padding_of_channel = 0;
};

template <const auto& G, int N>
constexpr node_facts find_facts() {
  using namespace etch::detail;
  constexpr int y = G.nodes[N].outputs[0];
  node_facts f;
  if constexpr (ranged_channels<G, y> > 0) {
    f.channels = ranged_channels<G, y>;
    f.low = etch::ranges_of<G, y>.low;
    f.high = etch::ranges_of<G, y>.high;
  }
  if constexpr (sums_are_integers<G, N>) {
    using layer = layer_ranges<G, N>;
    constexpr auto& x = etch::ranges_of<G, layer::x_value>;
    f.is_layer = true;
    f.lives = lives_of<G, y>.of;
    for (int c = 0; c < ranged_channels<G, layer::x_value>; ++c) {
      if (!x.is_constant(c)) continue;
      if (!layer_is_padded<G, N>()) ++f.beside_none;
      else if (x.low[c] == layer::x::is.number.zero) ++f.equal_to_padding;
      else ++(layer::sums.by_channel ? f.beside_padding_of_channel : f.beside_padding);
    }
  }
  return f;
}

/// Scratch memory of kernels.
inline constexpr int most_scratch = 16384;
alignas(16) inline unsigned char scratch[most_scratch];

/// Runs node N of G by the generic kernel; value v lies at memory[v].
template <const auto& G, int N, int... I>
void run_node(unsigned char* const* memory, etch::detail::indices<I...>) {
  using call = etch::call<G, N>;
  using kernel = etch::selected_kernel<etch::generic, call>;
  static_assert(kernel::template scratch<call> <= most_scratch);
  const auto& at = G.nodes[N];
  etch::arguments<call> a;
  (etch::set_input<I>(a,
                      (typename call::template in<I>::memory::const_pointer)(memory[at.inputs[I]])),
   ...);
  etch::set_output<0>(a, (typename call::template out<>::memory::pointer)(memory[at.outputs[0]]));
  a.scratch_memory = scratch;
  kernel::template run<call>(a, etch::row_block{0, call::template out<>::is.shape.rows()});
}
template <const auto& G, int N>
void run_node(unsigned char* const* memory) {
  run_node<G, N>(memory, etch::detail::first<etch::call<G, N>::input_count>{});
}

/// A graph without its type.
struct program {
  const etch::value* values;
  const etch::node* nodes;
  const int* outputs;
  int value_count, node_count, output_count;
  void (*const* run)(unsigned char* const*);
};
template <const auto& G, int... N>
inline constexpr void (*functions_of[])(unsigned char* const*){&run_node<G, N>...};
template <const auto& G, int... N>
inline constexpr node_facts facts_of_nodes[]{find_facts<G, N>()...};

template <const auto& G, int... N>
constexpr program make_program(etch::detail::indices<N...>) {
  return {G.values,
          G.nodes,
          G.outputs,
          G.size.values,
          G.size.nodes,
          G.size.outputs,
          functions_of<G, N...>};
}
template <const auto& G>
inline constexpr program program_of = make_program<G>(etch::detail::first<G.size.nodes>{});

template <const auto& G, int... N>
constexpr const node_facts* find_all_facts(etch::detail::indices<N...>) {
  return facts_of_nodes<G, N...>;
}
/// The facts on all nodes of G.
template <const auto& G>
inline constexpr const node_facts* facts_of =
    find_all_facts<G>(etch::detail::first<G.size.nodes>{});

}  // namespace test
