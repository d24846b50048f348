// Running a graph inside the compiler: evaluate<graph>(inputs...), by the generic kernels.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/network/lower/select.hpp>
#include <etch/network/state.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

/// The codes of a value; a constant takes one unused code.
template <class Value>
struct value_array {
  code_array_t<typename Value::storage, Value::is.number.bits,
               Value::is.is_constant ? 1 : Value::span>
      code{};
  constexpr typename Value::memory::pointer data() { return begin(code); }
  constexpr typename Value::memory::const_pointer data() const { return begin(code); }

 private:
  template <class Codes>
  static constexpr auto begin(Codes& codes) {
    if constexpr (Value::is.number.bits < 8) return codes.data();
    else return codes + 0;
  }
};
/// The array of value V of graph G.
template <const auto& G, int V>
struct value_slot : value_array<typed_value<G, V>> {};
/// One array for each value of graph G.
template <const auto& G, class Values>
struct value_slots;
template <const auto& G, int... V>
struct value_slots<G, indices<V...>> : value_slot<G, V>... {};

/// Copies the codes of input I and of those after it.
template <const auto& G, int I, class Values, class First, class... Rest>
constexpr void fill_inputs(Values& values, const First& first, const Rest&... rest) {
  constexpr int v = G.inputs[I];
  auto& slot = static_cast<value_slot<G, v>&>(values);
  for (int i = 0; i < typed_value<G, v>::span; ++i) slot.code[i] = first[i];
  if constexpr (sizeof...(Rest) > 0) fill_inputs<G, I + 1>(values, rest...);
}

}  // namespace detail

/// One inference of graph G, inside the compiler or on any machine: by the generic kernels, on one
/// array for each value. evaluate<graph>(codes of input 0, ...) returns the codes of output 0,
/// whose member `code` is the array.
template <const auto& G, class... Inputs>
constexpr auto evaluate(const Inputs&... inputs) {
  static_assert(sizeof...(Inputs) == G.size.inputs,
                "evaluate: one array of codes for each input of the network");
  using all = detail::value_slots<G, detail::first<G.size.values>>;
  all values{};
  detail::fill_inputs<G, 0>(values, inputs...);
  for_each_index<G.size.values>([&]<int V>() {
    if constexpr (G.values[V].lives == lifetime::always) {
      detail::begin_state<G, V>(static_cast<detail::value_slot<G, V>&>(values).code);
    }
  });
  for_each_index<G.size.nodes>([&]<int N>() {
    using c = call<G, N>;
    using k = selected_kernel<generic, c>;
    arguments<c> a;
    for_each_index<c::input_count>([&]<int I>() {
      constexpr int v = G.nodes[N].inputs[I];
      set_input<I>(a, static_cast<const detail::value_slot<G, v>&>(values).data());
    });
    for_each_index<c::output_count>([&]<int K>() {
      constexpr int v = G.nodes[N].outputs[K];
      set_output<K>(a, static_cast<detail::value_slot<G, v>&>(values).data());
    });
    constexpr int scratch = k::template scratch<c>;
    unsigned char memory[scratch > 0 ? scratch : 1]{};
    a.scratch_memory = memory;
    k::template run<c>(a, row_block{0, c::template out<>::is.shape.rows()});
  });
  constexpr int v = G.outputs[0];
  return static_cast<const detail::value_array<typed_value<G, v>>&>(
      static_cast<const detail::value_slot<G, v>&>(values));
}

}  // namespace ETCH_NAMESPACE
