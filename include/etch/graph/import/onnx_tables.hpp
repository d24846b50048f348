// What the reader of an .onnx file knows of each node and tensor.
#pragma once

#include <etch/base/extents.hpp>
#include <etch/graph/import/onnx_schema.hpp>
#include <etch/graph/import/protobuf.hpp>

namespace ETCH_NAMESPACE {

/// A node: where it lies, and its inputs and outputs in the list of edges.
struct onnx_node {
  protobuf::stretch all{}, name{}, op_type{}, domain{};
  onnx_schema::op code = onnx_schema::op::unknown;
  int first_input = 0, inputs = 0;
  int first_output = 0, outputs = 0;
};

/// A tensor, by its name.
struct onnx_tensor {
  enum class origin : unsigned char { input, constant, node };
  protobuf::stretch name{};
  std::uint32_t hash = 0;
  origin from = origin::node;
  bool is_output = false;     ///< of the graph
  int reader = -1;            ///< the last node that reads it
  int readers = 0;            ///< how often it is read
  int type = 0;               ///< of inputs, as the graph says
  extents shape{};            ///< of inputs; sizes that it leaves open are 1
  protobuf::stretch proto{};  ///< the TensorProto of a constant
};

/// Arrays for what is read of a file; of `slots`, a power of two, are at least twice as many as of
/// tensors.
struct onnx_tables {
  onnx_node* nodes = nullptr;
  onnx_tensor* tensors = nullptr;
  int* edges = nullptr;
  int* slots = nullptr;
  int slot_count = 0;
};

}  // namespace ETCH_NAMESPACE
