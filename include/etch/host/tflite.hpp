// Reading a .tflite file in a program: the compiler's own reader, with arrays of its own.
#pragma once

#include <etch/graph/import/tflite_graph.hpp>
#include <etch/host/sentence.hpp>

#include <memory>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {

namespace host {

/// A model that a program has read: its graph, or why it is refused. Constants point into the
/// bytes that it was made from.
class tflite_model {
 public:
  tflite_model(const unsigned char* bytes, std::size_t size,
               numerics preset = numerics::tflm_reference,
               int steps = flatbuffer::reader::default_steps) {
    if (size > 2147483647) size = 2147483647;  // as far as offsets reach
    const int count = static_cast<int>(size);
    const tflite_bounds bounds = tflite_bounds_of(bytes, count, steps);
    if (bounds.first.refused) {
      refusals_ = {bounds.first};
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
    refusals_.resize(static_cast<std::size_t>(bounds.operators) + 1);
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
                            .refusals = refusals_.data()},
                           preset, steps);
    refusals_.resize(static_cast<std::size_t>(r.refusals));
    if (r.refused()) return;
    size_ = r.size();
    values_.resize(static_cast<std::size_t>(size_.values));
    nodes_.resize(static_cast<std::size_t>(size_.nodes));
    inputs_.assign(r.inputs, r.inputs + size_.inputs);
    outputs_.assign(r.outputs, r.outputs + size_.outputs);
  }

  bool refused() const { return !refusals_.empty(); }
  /// Every reason why the file is refused, one a line, and where: "operator 3 (CONV_2D), tensor 17
  /// (INT8), byte 4711: ...".
  std::string why() const {
    std::string text;
    for (const tflite_refusal& r : refusals_) text += (text.empty() ? "" : "\n") + sentence(r);
    return text;
  }

  const std::vector<value>& values() const { return values_; }
  const std::vector<node>& nodes() const { return nodes_; }
  const std::vector<int>& inputs() const { return inputs_; }
  const std::vector<int>& outputs() const { return outputs_; }
  /// Operators of the file, those too that become no node.
  int operators() const { return operators_; }
  /// Bytes of constants that are in no buffer of the file: integers that it works out.
  const std::vector<unsigned char>& codes() const { return codes_; }
  /// The tensor of the file that value v is, or -1 where it lies between two nodes of one operator.
  int tensor_of(int v) const {
    for (std::size_t t = 0; t + 1 < value_of_.size(); ++t) {
      if (value_of_[t] == v) return static_cast<int>(t);
    }
    return -1;
  }

 private:
  std::vector<value> values_;
  std::vector<node> nodes_;
  std::vector<double> scales_;
  std::vector<char> letters_;
  std::vector<unsigned char> codes_;
  std::vector<int> inputs_, outputs_, value_of_;
  graph_size size_{};
  int operators_ = 0;
  std::vector<tflite_refusal> refusals_;

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
