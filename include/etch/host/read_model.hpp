// A model that a program has read from a file, of whatever format: its graph, or why it is refused.
#pragma once

#include <etch/graph/graph.hpp>
#include <etch/host/sentence.hpp>

#include <string>
#include <vector>

namespace ETCH_NAMESPACE {

namespace host {

/// A graph that a reader has made. Constants point into the bytes of the file, or into the model.
class read_model {
 public:
  bool refused() const { return !why_.empty(); }
  /// Every reason why the file is refused, one a line, and where: "operator 3 (CONV_2D), tensor 17
  /// (INT8), byte 4711: ...".
  const std::string& why() const { return why_; }

  const std::vector<value>& values() const { return values_; }
  const std::vector<node>& nodes() const { return nodes_; }
  const std::vector<int>& inputs() const { return inputs_; }
  const std::vector<int>& outputs() const { return outputs_; }
  /// Operators of the file, those too that become no node.
  int operators() const { return operators_; }
  /// The tensor of the file that value v is, or -1 where it lies between two nodes of one operator.
  int tensor_of(int v) const {
    for (std::size_t t = 0; t < value_of_.size(); ++t) {
      if (value_of_[t] == v) return static_cast<int>(t);
    }
    return -1;
  }
  /// Whether the channels of value v, which lie last, are dimension 1 of the file's tensor.
  bool channels_last(int v) const {
    const int t = tensor_of(v);
    return t >= 0 && !channels_last_.empty() && channels_last_[static_cast<std::size_t>(t)];
  }
  /// Whether these bytes are the model's own: of a constant that is in no place of the file.
  bool owns(const unsigned char* at, int size) const {
    const auto lies_in = [&](const std::vector<unsigned char>& bytes) {
      return at >= bytes.data() && at + size <= bytes.data() + bytes.size();
    };
    bool found = lies_in(codes_);
    for (const auto& bytes : constants_) found = found || lies_in(bytes);
    return found;
  }

 protected:
  std::vector<value> values_;
  std::vector<node> nodes_;
  std::vector<double> scales_;
  std::vector<char> letters_;
  std::vector<unsigned char> codes_;
  std::vector<std::vector<unsigned char>> constants_;
  std::vector<int> inputs_, outputs_, value_of_;
  std::vector<bool> channels_last_;  ///< of each tensor; empty: of none
  graph_size size_{};
  int operators_ = 0;
  std::string why_;

  /// Adds a reason why the file is refused.
  void add_reason(const std::string& sentence) { why_ += (why_.empty() ? "" : "\n") + sentence; }
  /// Keeps of the arrays of values and nodes what a reading has made.
  template <class Reading>
  void keep(const Reading& r) {
    size_ = r.size();
    values_.resize(static_cast<std::size_t>(size_.values));
    nodes_.resize(static_cast<std::size_t>(size_.nodes));
    inputs_.assign(r.inputs, r.inputs + size_.inputs);
    outputs_.assign(r.outputs, r.outputs + size_.outputs);
  }
};

}  // namespace host

}  // namespace ETCH_NAMESPACE
