// Import of variables, VAR_HANDLE, READ_VARIABLE, ASSIGN_VARIABLE and CALL_ONCE: states of the
// network. A variable that is read is a state, or what was assigned before; what is assigned last
// is what its next run finds, which the last node of the graph keeps.
#pragma once

#include <etch/graph/import/tflite_import.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void tflite_the_model_has_more_than_sixty_four_variables(long, long) {}
inline void tflite_a_variable_has_no_VAR_HANDLE(long /*tensor*/, long) {}
inline void tflite_a_variable_has_one_shape_and_format(long, long) {}
inline void tflite_a_variable_takes_what_an_operator_makes(long, long) {}
}  // namespace error

namespace tflite_operators {

using namespace tflite_schema;

namespace detail {

/// The shared name of the VAR_HANDLE that makes tensor t of the operators that are open; no letters
/// where there is none.
constexpr flatbuffer::vector name_of_variable(tflite_file& file, int t) {
  for (int i = 0; i < file.operators.count && !file.failed(); ++i) {
    const flatbuffer::table op = file.operation(i);
    const flatbuffer::vector out = op.list(fields::op::outputs, 4);
    const bool makes = file.place.code == static_cast<int>(builtin::var_handle) && out.count == 1 &&
                       out.number<std::int32_t>(0) == t;
    if (!makes || file.failed()) continue;
    return op.child(fields::op::builtin_options).list(fields::var_handle_options::shared_name, 1);
  }
  return {&file.source};
}
constexpr bool same_letters(tflite_file& file, const flatbuffer::vector& a,
                            const flatbuffer::vector& b) {
  if (a.count != b.count || !file.source.spend(a.count)) return false;
  for (int i = 0; i < a.count; ++i) {
    if (a.number<unsigned char>(i) != b.number<unsigned char>(i)) return false;
  }
  return true;
}

/// The constant that the subgraph of CALL_ONCE assigns to the variable of this name; no bytes where
/// there is none: it begins as 0.
constexpr flatbuffer::vector first_value(tflite_file& file, const flatbuffer::vector& name) {
  const tflite_place before = file.place;
  int graph = -1;
  for (int i = 0; i < file.operators.count && !file.failed(); ++i) {
    const flatbuffer::table op = file.operation(i);
    if (file.place.code != static_cast<int>(builtin::call_once)) continue;
    graph = op.child(fields::op::builtin_options)
                .number<std::int32_t>(fields::call_once_options::init_subgraph_index);
  }
  flatbuffer::vector bytes{&file.source};
  const flatbuffer::vector tensors = file.tensors, operators = file.operators;
  if (graph > 0 && file.open_subgraph(graph)) {
    for (int i = 0; i < file.operators.count && !file.failed(); ++i) {
      const flatbuffer::table op = file.operation(i);
      const flatbuffer::vector in = op.list(fields::op::inputs, 4);
      if (file.place.code != static_cast<int>(builtin::assign_variable) || in.count != 2) continue;
      const int handle = in.number<std::int32_t>(0), value = in.number<std::int32_t>(1);
      if (!same_letters(file, name_of_variable(file, handle), name) || file.failed()) continue;
      bytes = file.shapeless_tensor(value).data;
    }
  }
  file.tensors = tensors, file.operators = operators;
  if (!file.failed()) file.place = before;
  return bytes;
}

/// The variable that input 0 of the operator names: its index.
constexpr int variable_of(tflite_import& m) {
  tflite_file& file = m.values.file;
  const tflite_place before = file.place;
  const int t = m.input(0);
  const flatbuffer::vector name = name_of_variable(file, t);
  if (!file.failed()) file.place = before;
  if (!m.failed() && name.count == 0) {
    m.refuse({.refuse = error::tflite_a_variable_has_no_VAR_HANDLE,
              .message = "variable {} has no VAR_HANDLE",
              .have = t});
  }
  int k = 0;
  while (!m.failed() && k < m.variable_count && !same_letters(file, m.variables[k].name, name)) {
    ++k;
  }
  if (k == m.most_variables) {
    m.refuse({.refuse = error::tflite_the_model_has_more_than_sixty_four_variables,
              .message = "the model has more than 64 variables"});
  }
  if (m.failed()) return 0;
  if (k == m.variable_count) m.variables[m.variable_count++] = {name};
  return k;
}

}  // namespace detail

/// READ_VARIABLE: the state, or what was assigned before.
constexpr void import_read_variable(tflite_import& m) {
  if (!m.has(1, 1, options_type::none)) return;
  const int k = detail::variable_of(m);
  const operand y = m.values.describe_output(m.output());
  if (m.failed()) return;
  tflite_variable& v = m.variables[k];
  if (v.state < 0) {
    const flatbuffer::vector first = detail::first_value(m.values.file, v.name);
    v.state = m.values.add_state(m.output(), y, first);
  }
  if (m.failed()) return;
  const int now = v.next >= 0 ? v.next : v.state;
  if (!(m.at(now).number == y.number) || !(m.at(now).shape == y.shape)) {
    return m.refuse({.refuse = error::tflite_a_variable_has_one_shape_and_format,
                     .message = "a variable has one shape and format"});
  }
  m.values.room().value_of[m.output()] = now;
}

constexpr void import_assign_variable(tflite_import& m) {
  const int k = detail::variable_of(m);
  const int next = m.read(m.input(1));
  if (!m.failed()) m.variables[k].next = next;
}

/// Makes the last nodes of the graph, which give the states what was assigned, of output o, a
/// value; the output is what they make.
constexpr int keep_variables(tflite_import& m, int o) {
  int x[most_inputs]{o};
  int count = 1;
  for (int k = 0; k <= m.variable_count && !m.failed(); ++k) {
    const bool full = count + 2 > most_inputs;
    if ((k == m.variable_count || full) && count > 1) {
      x[0] = m.make_between(ops::keep{}, x, count, m.at(x[0]).number, m.at(x[0]).shape);
      m.values.graph.values[x[0]].name = m.values.graph.values[o].name;
      count = 1;
    }
    if (k == m.variable_count) break;
    const tflite_variable& v = m.variables[k];
    if (v.state < 0 || v.next < 0 || v.next == v.state) continue;
    if (m.values.graph.values[v.next].producer < 0) {
      m.refuse({.refuse = error::tflite_a_variable_takes_what_an_operator_makes,
                .message = "a variable takes what an operator makes, neither an input nor another "
                           "variable"});
    }
    x[count++] = v.next, x[count++] = v.state;
  }
  return x[0];
}

}  // namespace tflite_operators

}  // namespace ETCH_NAMESPACE
