// Reading a .tflite file in a program: the compiler's own reader, with arrays of its own.
#pragma once

#include <etch/graph/import/tflite_graph.hpp>
#include <etch/host/read_model.hpp>

#include <memory>

namespace ETCH_NAMESPACE {

namespace host {

/// A model that a program has read: its graph, or why it is refused. Constants point into the
/// bytes that it was made from.
class tflite_model : public read_model {
 public:
  tflite_model(const unsigned char* bytes, std::size_t size,
               numerics preset = numerics::tflm_reference,
               int steps = flatbuffer::reader::default_steps) {
    if (size > 2147483647) size = 2147483647;  // as far as offsets reach
    const int count = static_cast<int>(size);
    const tflite_bounds bounds = tflite_bounds_of(bytes, count, steps);
    if (bounds.first.refused) {
      add_reason(sentence(bounds.first));
      return;
    }
    operators_ = bounds.operators;
    const auto entries = static_cast<std::size_t>(bounds.nodes + 1);
    const auto tensors = static_cast<std::size_t>(bounds.tensors) + 1;
    values_.resize(entries);
    nodes_.resize(entries);
    scales_.resize(static_cast<std::size_t>(bounds.scales) + 1);
    letters_.resize(static_cast<std::size_t>(bounds.letters) + 1);
    codes_.resize(static_cast<std::size_t>(bounds.codes) + 1);
    value_of_.resize(tensors);
    const auto needed = std::make_unique<bool[]>(tensors);
    std::vector<int> integers_of(tensors);
    std::vector<tflite_blocks> blocks_of(tensors);
    std::vector<tflite_refusal> refusals(static_cast<std::size_t>(bounds.operators) + 1);
    const tflite_reading r(bytes, count,
                           {.values = values_.data(),
                            .nodes = nodes_.data(),
                            .capacity = bounds.nodes,
                            .value_of = value_of_.data(),
                            .needed = needed.get(),
                            .integers_of = integers_of.data(),
                            .blocks_of = blocks_of.data(),
                            .scales = scales_.data(),
                            .names = letters_.data(),
                            .codes = codes_.data(),
                            .scale_pool = scales_.data(),
                            .name_pool = letters_.data(),
                            .code_pool = codes_.data(),
                            .refusals = refusals.data()},
                           preset, steps);
    for (int k = 0; k < r.refusals; ++k)
      add_reason(sentence(refusals[static_cast<std::size_t>(k)]));
    if (!r.refused()) keep(r);
  }

 private:
  static std::string sentence(const tflite_refusal& r) {
    std::string text;
    if (r.place.op >= 0) {
      text += "operator " + std::to_string(r.place.op) + " (" +
              detail::operator_name(r.place).letters + "), ";
    }
    if (r.place.tensor >= 0) {
      text += "tensor " + std::to_string(r.place.tensor) + " (" +
              detail::type_name(r.place).letters + "), ";
    }
    return text + "byte " + std::to_string(r.byte) + ": " + in_words(r.refused);
  }
};

}  // namespace host

}  // namespace ETCH_NAMESPACE
