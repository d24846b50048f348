// What a compiler prints of a file that is refused, and the graph that takes its place.
#pragma once

#include <etch/base/text.hpp>
#include <etch/graph/graph.hpp>

namespace ETCH_NAMESPACE {

/// A name of a file's schema: of an operator, of an element type.
struct schema_name {
  char letters[40]{};
};
/// Word `index` of blank-separated names, or "unknown" past the last one.
constexpr schema_name schema_word(const char* names, int index) {
  schema_name found{"unknown"};
  if (index < 0) return found;
  for (; index > 0 && *names != '\0'; ++names) index -= *names == ' ' ? 1 : 0;
  if (*names == '\0') return found;
  found = {};
  for (int i = 0; names[i] != '\0' && names[i] != ' '; ++i) found.letters[i] = names[i];
  return found;
}

/// Compilers print these types for a file that is refused.
template <int Index, text Name>
struct at_operator {};
template <int Index, text Type>
struct at_tensor {};
template <int Offset>
struct at_byte {};
template <long Have, long Want>
struct numbers {};
template <int Count>
struct refusals {};
/// Whether the importer accepts a file: prints as is_read<sentence, at_operator<index, name>,
/// at_tensor<index, type>, at_byte<offset>, numbers<have, want>, refusals<count>>. It is the first
/// of all refusals, which `./dev model` prints.
template <diagnosis::sentence Sentence, class Operator, class Tensor, class Byte, class Numbers,
          class Refusals>
struct is_read {
  static constexpr bool passed = is_null(Sentence);
};

namespace detail {

template <int N>
constexpr auto as_text(const char* s) {
  text<N> t;
  for (int i = 0; i < N; ++i) t.characters[i] = s[i];
  return t;
}
/// The graph of a file that is refused, y = relu(x), so that no other error follows.
consteval auto stand_in() {
  constexpr operand one{f32::descriptor, {1, {1}}, &layout_id<hwc>};
  graph_value<2, 1, 1, 1> g{};
  g.values[0].is = g.values[1].is = one;
  g.values[1].producer = 0;
  g.values[1].round = rounding::half_away;
  g.nodes[0] = {
      .op = &op_id<ops::relu>, .inputs = {0}, .outputs = {1}, .input_count = 1, .output_count = 1};
  g.outputs[0] = 1;
  return g;
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
