// What a graph that the run-time reader makes has to be, whatever bytes it was given.
#pragma once

#include <etch/graph/import/import_values.hpp>
#include <etch/host/read_model.hpp>

namespace test {

/// Whether everything that a graph points to is there.
inline bool is_sound(const etch::host::read_model& model, const unsigned char* bytes,
                     std::size_t size_of_file) {
  const int values = static_cast<int>(model.values().size());
  const auto inside = [&](int v) { return v >= 0 && v < values; };
  for (const etch::node& n : model.nodes()) {
    etch::operand x[etch::most_inputs]{};
    for (int i = 0; i < n.input_count; ++i) {
      if (!inside(n.inputs[i])) return false;
      x[i] = model.values()[static_cast<std::size_t>(n.inputs[i])].is;
    }
    if (!inside(n.outputs[0]) || n.op->infer(n.what, {x, n.input_count}).refused) return false;
  }
  unsigned sum = 0;
  for (const etch::value& v : model.values()) {
    sum += static_cast<unsigned>(std::string(v.name).size());
    if (!v.is.is_constant) continue;
    const int size = v.is.shape.size() * v.is.number.bits / 8;
    // constants that no file has: zero biases, and what the reader works out
    const bool zeros = v.bytes == etch::zero_biases.byte;
    if (model.owns(v.bytes, size)) continue;
    if (!zeros && (v.bytes < bytes || v.bytes + size > bytes + size_of_file)) return false;
    for (int c = 0; c < v.is.number.channels; ++c) {
      if (!(v.is.number.channel_scale[c] > 0)) return false;
    }
  }
  return sum < 1U << 30;
}

}  // namespace test
