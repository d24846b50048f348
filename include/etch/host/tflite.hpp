// Reading a .tflite file in a program: the compiler's own reader, with arrays of its own.
#pragma once

#include <etch/graph/import/tflite_graph.hpp>

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
    if (bounds.refused) {
      refused_ = bounds.refused, place_ = bounds.place, byte_ = bounds.byte;
      return;
    }
    const auto entries = static_cast<std::size_t>(bounds.nodes + 1);
    values_.resize(entries);
    nodes_.resize(entries);
    scales_.resize(static_cast<std::size_t>(bounds.scales) + 1);
    letters_.resize(static_cast<std::size_t>(bounds.letters) + 1);
    value_of_.resize(static_cast<std::size_t>(bounds.tensors) + 1);
    const auto needed = std::make_unique<bool[]>(value_of_.size());
    const tflite_reading r(
        bytes, count,
        {values_.data(), nodes_.data(), bounds.nodes, value_of_.data(), needed.get(),
         scales_.data(), letters_.data(), scales_.data(), letters_.data()},
        preset, steps);
    refused_ = r.m.values.file.source.finding(), place_ = r.m.values.file.place,
    byte_ = r.m.values.file.source.byte();
    if (refused_) return;
    size_ = r.size();
    values_.resize(static_cast<std::size_t>(size_.values));
    nodes_.resize(static_cast<std::size_t>(size_.nodes));
    inputs_.assign(r.inputs, r.inputs + size_.inputs);
    outputs_.assign(r.outputs, r.outputs + size_.outputs);
  }

  bool refused() const { return static_cast<bool>(refused_); }
  /// Why the file is refused, where: "operator 3 (CONV_2D), tensor 17 (INT8), byte 4711: ...".
  std::string why() const {
    std::string text;
    if (place_.op >= 0) {
      text += "operator " + std::to_string(place_.op) + " (" +
              detail::operator_name(place_).letters + "), ";
    }
    if (place_.tensor >= 0) {
      text += "tensor " + std::to_string(place_.tensor) + " (" + detail::type_name(place_).letters +
              "), ";
    }
    text += "byte " + std::to_string(byte_) + ": ";
    long number = refused_.have;
    for (const char* c = refused_.message; *c != '\0'; ++c) {
      if (c[0] != '{') {
        text += *c;
        continue;
      }
      text += std::to_string(number);
      number = refused_.want;
      ++c;
    }
    return text;
  }

  const std::vector<value>& values() const { return values_; }
  const std::vector<node>& nodes() const { return nodes_; }
  const std::vector<int>& inputs() const { return inputs_; }
  const std::vector<int>& outputs() const { return outputs_; }
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
  std::vector<int> inputs_, outputs_, value_of_;
  graph_size size_{};
  diagnosis refused_{};
  tflite_place place_{};
  int byte_ = 0;
};

}  // namespace host

}  // namespace ETCH_NAMESPACE
