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
inline constexpr int strings = 9, type = 20, ref_attr_name = 21;
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
/// Whether scales or zero points have this type.
constexpr bool may_belong_to_channels(element e) {
  return e == element::float32 || e == element::int8 || e == element::uint8;
}

/// Types of attributes.
enum class attribute_type : int { none, f, i, s, t, g, floats, ints, strings, tensors, graphs };

/// The operators that the importer knows, in the order of their names below.
enum class op : int {
  abs,
  add,
  and_,
  arg_max,
  arg_min,
  average_pool,
  batch_normalization,
  cast,
  cast_like,
  ceil,
  celu,
  clip,
  concat,
  constant,
  constant_of_shape,
  conv,
  conv_integer,
  conv_transpose,
  cos,
  cosh,
  cum_sum,
  depth_to_space,
  dequantize_linear,
  div,
  dropout,
  dynamic_quantize_linear,
  elu,
  equal,
  erf,
  exp,
  expand,
  flatten,
  floor,
  gru,
  gather,
  gelu,
  gemm,
  global_average_pool,
  global_max_pool,
  greater,
  greater_or_equal,
  group_normalization,
  hard_sigmoid,
  hard_swish,
  hardmax,
  identity,
  instance_normalization,
  is_inf,
  is_nan,
  lrn,
  lstm,
  layer_normalization,
  leaky_relu,
  less,
  less_or_equal,
  log,
  log_softmax,
  mat_mul,
  mat_mul_integer,
  max,
  max_pool,
  mean,
  mean_variance_normalization,
  min,
  mish,
  mod,
  mul,
  neg,
  not_,
  or_,
  prelu,
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
  rnn,
  range,
  reciprocal,
  reduce_l1,
  reduce_l2,
  reduce_log_sum,
  reduce_log_sum_exp,
  reduce_max,
  reduce_mean,
  reduce_min,
  reduce_prod,
  reduce_sum,
  reduce_sum_square,
  relu,
  reshape,
  resize,
  round,
  selu,
  shape,
  shrink,
  sigmoid,
  sign,
  sin,
  sinh,
  size,
  slice,
  softmax,
  softplus,
  softsign,
  space_to_depth,
  split,
  sqrt,
  squeeze,
  sub,
  sum,
  tan,
  tanh,
  thresholded_relu,
  tile,
  transpose,
  trilu,
  unsqueeze,
  upsample,
  where,
  xor_,
  unknown
};
inline constexpr const char* op_names =
    "Abs Add And ArgMax ArgMin AveragePool BatchNormalization Cast CastLike Ceil Celu Clip "
    "Concat Constant ConstantOfShape Conv ConvInteger ConvTranspose Cos Cosh CumSum DepthToSpace "
    "DequantizeLinear Div Dropout DynamicQuantizeLinear Elu Equal Erf Exp Expand Flatten Floor "
    "GRU Gather Gelu Gemm GlobalAveragePool GlobalMaxPool Greater GreaterOrEqual "
    "GroupNormalization HardSigmoid HardSwish Hardmax Identity InstanceNormalization IsInf IsNaN "
    "LRN LSTM LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax MatMul MatMulInteger "
    "Max MaxPool Mean MeanVarianceNormalization Min Mish Mod Mul Neg Not Or PRelu Pad Pow QGemm "
    "QLinearAdd QLinearAveragePool QLinearConcat QLinearConv QLinearGlobalAveragePool "
    "QLinearLeakyRelu QLinearMatMul QLinearMul QLinearSigmoid QLinearSoftmax QuantizeLinear RNN "
    "Range Reciprocal ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean "
    "ReduceMin ReduceProd ReduceSum ReduceSumSquare Relu Reshape Resize Round Selu Shape Shrink "
    "Sigmoid Sign Sin Sinh Size Slice Softmax Softplus Softsign SpaceToDepth Split Sqrt Squeeze "
    "Sub Sum Tan Tanh ThresholdedRelu Tile Transpose Trilu Unsqueeze Upsample Where Xor";

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

/// The weights of a Resize that is a product of matrices.
inline constexpr int most_weights_of_a_resize = 4096;
/// The steps of an RNN, which are nodes of their own.
inline constexpr int most_steps_of_a_rnn = 64;
/// Upper bounds for the nodes and constants that an operator with this name makes, beside a few,
/// and for the bytes of constants that do not stand in the file.
struct op_room {
  int nodes = 0, constants = 0, codes = 0;
};
constexpr op_room room_of(op code) {
  switch (code) {
    case op::conv_integer:
    case op::dynamic_quantize_linear:
    case op::mat_mul_integer: return {.nodes = 24};
    case op::rnn: return {.nodes = 2 * (8 * most_steps_of_a_rnn + 8), .constants = 32};
    case op::conv_transpose: return {.nodes = 96, .constants = 32};
    case op::group_normalization:
    case op::instance_normalization:
    case op::layer_normalization:
    case op::gru:
    case op::lstm:
    case op::log_softmax:
    case op::lrn:
    case op::mean_variance_normalization: return {.nodes = 64, .constants = 32};
    case op::reduce_prod: return {.nodes = 160};  // of up to 2^28 elements
    case op::resize:
    case op::upsample: return {.nodes = 16, .codes = 5 * 4 * most_weights_of_a_resize};
    case op::shrink: return {.nodes = 16};
    case op::pad: return {.nodes = 64};
    case op::split:
    case op::tile: return {.nodes = 16};
    default: return {};
  }
}

}  // namespace onnx_schema

}  // namespace ETCH_NAMESPACE
