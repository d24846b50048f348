// Reading an .onnx file in a program: the compiler's own reader, with arrays of its own.
#pragma once

#include <etch/graph/import/onnx_graph.hpp>
#include <etch/host/read_model.hpp>

#include <memory>

namespace ETCH_NAMESPACE {

namespace host {

/// A model that a program has read: its graph, or why it is refused. Constants point into the
/// bytes that it was made from, or into the model.
class onnx_model : public read_model {
 public:
  onnx_model(const unsigned char* bytes, std::size_t size, numerics preset = numerics::onnxruntime,
             int steps = file_reader::default_steps) {
    if (size > 2147483647) size = 2147483647;  // as far as offsets reach
    const int count = static_cast<int>(size);
    const onnx_bounds bounds = onnx_bounds_of(bytes, count, steps);
    if (bounds.first.refused) {
      add_reason(sentence(bounds.first, bytes));
      return;
    }
    const auto some = [](int n) { return static_cast<std::size_t>(n) + 1; };
    std::vector<onnx_node> nodes_of_file(some(bounds.nodes_of_file));
    std::vector<onnx_tensor> tensors(some(bounds.tensors));
    std::vector<int> edges(some(bounds.edges)), slots(some(bounds.slots));
    std::vector<onnx_entry> entries(some(bounds.tensors));
    const auto needed = std::make_unique<bool[]>(some(bounds.tensors));
    const auto last = std::make_unique<bool[]>(some(bounds.tensors));
    std::vector<onnx_constant> constants(some(bounds.constants));
    std::vector<onnx_refusal> refusals(some(bounds.nodes_of_file));
    std::vector<int> place(some(bounds.nodes));
    values_.resize(some(bounds.nodes));
    nodes_.resize(some(bounds.nodes));
    letters_.resize(some(bounds.letters));
    codes_.resize(some(bounds.codes));
    scales_.resize(some(bounds.scales));
    onnx_room room{
        .tables = {nodes_of_file.data(), tensors.data(), edges.data(), slots.data(), bounds.slots},
        .values = values_.data(),
        .nodes = nodes_.data(),
        .capacity = bounds.nodes,
        .entries = entries.data(),
        .needed = needed.get(),
        .last = last.get(),
        .constants = constants.data(),
        .names = letters_.data(),
        .codes = codes_.data(),
        .scales = scales_.data(),
        .name_pool = letters_.data(),
        .code_pool = codes_.data(),
        .scale_pool = scales_.data(),
        .refusals = refusals.data(),
        .place = place.data()};
    const onnx_reading first(bytes, count, room, preset, steps);
    operators_ = first.m.file.nodes;
    for (int k = 0; k < first.refusals; ++k) {
      add_reason(sentence(refusals[static_cast<std::size_t>(k)], bytes));
    }
    if (first.refused()) return;
    // the second reading knows where the constants are that the first one has listed
    std::vector<const unsigned char*> places;
    for (int k = 0; k < first.m.constant_count; ++k) {
      const onnx_constant& c = constants[static_cast<std::size_t>(k)];
      constants_.emplace_back(static_cast<std::size_t>(c.bytes()));
      c.write(bytes, scales_.data(), constants_.back().data());
      places.push_back(constants_.back().data());
    }
    places.push_back(nullptr);
    room.constant_pool = places.data();
    const onnx_reading r(bytes, count, room, preset, steps);
    keep(r);
    transposes_ = r.m.transposes;
    for (int t = 0; t < r.m.file.tensors; ++t) {
      const onnx_entry& e = entries[static_cast<std::size_t>(t)];
      value_of_.push_back(e.value);
      channels_last_.push_back(e.order == onnx_order::last);
    }
  }

  /// Transposes of the graph: where channels are last, the file's own order needs them.
  int transposes() const { return transposes_; }

 private:
  int transposes_ = 0;

  /// Letters of the file, those that a terminal shows.
  static std::string letters(const protobuf::stretch& s, const unsigned char* bytes) {
    std::string text;
    for (int i = 0; i < s.size && i < 200; ++i) {
      const char c = static_cast<char>(bytes[s.at + i]);
      text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text;
  }
  static std::string sentence(const onnx_refusal& r, const unsigned char* bytes) {
    const onnx_place& p = r.place;
    std::string text;
    if (p.op >= 0) {
      text += "node " + std::to_string(p.op) + " (" + letters(p.op_type, bytes) +
              (p.name.empty() || p.tensor >= 0 ? "" : ", " + letters(p.name, bytes)) + "), ";
    }
    if (p.tensor >= 0) {
      text += "tensor " + std::to_string(p.tensor) + " (" +
              (p.tensor_type >= 0 ? std::string(detail::onnx_type_name(p).letters) + ", " : "") +
              letters(p.name, bytes) + "), ";
    }
    return text + "byte " + std::to_string(r.byte) + ": " + in_words(r.refused);
  }
};

}  // namespace host

}  // namespace ETCH_NAMESPACE
