// What onnx.proto says: the numbers of fields, element types and attribute types, and the operators
// that the importer knows by name.
#pragma once

#include <etch/graph/import/refusal.hpp>

namespace ETCH_NAMESPACE {

namespace onnx_schema {

/// Numbers of fields, as <message>::<field>.
namespace fields {

namespace model {
inline constexpr int ir_version = 1, graph = 7, opset_import = 8;
}
namespace opset {
inline constexpr int domain = 1, version = 2;
}
namespace graph {
inline constexpr int node = 1, initializer = 5, input = 11, output = 12, sparse_initializer = 15;
}
namespace node {
inline constexpr int input = 1, output = 2, name = 3, op_type = 4, attribute = 5, domain = 7;
}
namespace attribute {
inline constexpr int name = 1, f = 2, i = 3, s = 4, t = 5, g = 6, floats = 7, ints = 8;
inline constexpr int type = 20, ref_attr_name = 21;
}  // namespace attribute
namespace tensor {
inline constexpr int dims = 1, data_type = 2, segment = 3, float_data = 4, int32_data = 5;
inline constexpr int string_data = 6, int64_data = 7, name = 8, raw_data = 9, double_data = 10;
inline constexpr int uint64_data = 11, external_data = 13, data_location = 14;
}  // namespace tensor
namespace value_info {
inline constexpr int name = 1, type = 2;
}
namespace type {
inline constexpr int tensor_type = 1;
}
namespace tensor_type {
inline constexpr int elem_type = 1, shape = 2;
}
namespace shape {
inline constexpr int dim = 1;
}
namespace dimension {
inline constexpr int dim_value = 1, dim_param = 2;
}

}  // namespace fields

/// Element types of tensors.
enum class element : int {
  none,
  float32,
  uint8,
  int8,
  uint16,
  int16,
  int32,
  int64,
  text,
  boolean,
  float16,
  float64,
  uint32,
  uint64,
  complex64,
  complex128,
  bfloat16
};
/// The schema's names of element types 0, 1, 2, ...
inline constexpr const char* element_names =
    "UNDEFINED FLOAT UINT8 INT8 UINT16 INT16 INT32 INT64 STRING BOOL FLOAT16 DOUBLE UINT32 UINT64 "
    "COMPLEX64 COMPLEX128 BFLOAT16";
/// Bytes of an element; 0 for types that the reader does not know.
constexpr int width_of(element e) {
  switch (e) {
    case element::uint8:
    case element::int8:
    case element::boolean: return 1;
    case element::uint16:
    case element::int16:
    case element::float16:
    case element::bfloat16: return 2;
    case element::float32:
    case element::int32:
    case element::uint32: return 4;
    case element::int64:
    case element::uint64:
    case element::float64: return 8;
    default: return 0;
  }
}
/// Whether an element is an integer with a sign.
constexpr bool is_signed(element e) {
  return e == element::int8 || e == element::int16 || e == element::int32 || e == element::int64;
}

/// Types of attributes.
enum class attribute_type : int { none, f, i, s, t, g, floats, ints, strings, tensors, graphs };

/// The operators that the importer knows, in the order of their names below.
enum class op : int {
  abs,
  add,
  average_pool,
  batch_normalization,
  clip,
  concat,
  constant,
  conv,
  dequantize_linear,
  div,
  dropout,
  elu,
  exp,
  flatten,
  gemm,
  global_average_pool,
  global_max_pool,
  hard_swish,
  identity,
  leaky_relu,
  log,
  mat_mul,
  max,
  max_pool,
  min,
  mul,
  neg,
  pad,
  pow,
  qgemm,
  qlinear_add,
  qlinear_average_pool,
  qlinear_concat,
  qlinear_conv,
  qlinear_global_average_pool,
  qlinear_leaky_relu,
  qlinear_mat_mul,
  qlinear_mul,
  qlinear_sigmoid,
  qlinear_softmax,
  quantize_linear,
  relu,
  reshape,
  sigmoid,
  softmax,
  sqrt,
  squeeze,
  sub,
  tanh,
  transpose,
  unsqueeze,
  unknown
};
inline constexpr const char* op_names =
    "Abs Add AveragePool BatchNormalization Clip Concat Constant Conv DequantizeLinear Div Dropout "
    "Elu Exp Flatten Gemm GlobalAveragePool GlobalMaxPool HardSwish Identity LeakyRelu Log MatMul "
    "Max MaxPool Min Mul Neg Pad Pow QGemm QLinearAdd QLinearAveragePool QLinearConcat QLinearConv "
    "QLinearGlobalAveragePool QLinearLeakyRelu QLinearMatMul QLinearMul QLinearSigmoid "
    "QLinearSoftmax QuantizeLinear Relu Reshape Sigmoid Softmax Sqrt Squeeze Sub Tanh Transpose "
    "Unsqueeze";

/// Whether `size` letters at `letters` are this text.
constexpr bool same_letters(const unsigned char* letters, int size, const char* text) {
  for (int i = 0; i < size; ++i) {
    if (text[i] == '\0' || letters[i] != static_cast<unsigned char>(text[i])) return false;
  }
  return text[size] == '\0';
}
/// The operator with this name.
constexpr op op_of(const unsigned char* letters, int size) {
  int index = 0;
  for (const char* word = op_names; *word != '\0'; ++index) {
    int k = 0;
    while (k < size && word[k] > ' ' && word[k] == static_cast<char>(letters[k])) ++k;
    if (k == size && (word[k] == ' ' || word[k] == '\0')) break;
    while (*word != '\0' && *word != ' ') ++word;
    if (*word == ' ') ++word;
  }
  return static_cast<op>(index);
}

}  // namespace onnx_schema

}  // namespace ETCH_NAMESPACE
