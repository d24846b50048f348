// The schema of .tflite files (version 3), as far as the importer reads it: fields of tables, enums
// and the names of their values. Source: schema.fbs of TensorFlow.
#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

namespace tflite_schema {

/// The fields of each table that the importer reads, by their names in the schema; an enumerator is
/// the id of the field, its index in the vtable.
namespace fields {

// The model.

namespace model {
enum id : int { version, operator_codes, subgraphs, description, buffers };
}
namespace operator_code {
enum id : int { deprecated_builtin_code, custom_code, version, builtin_code };
}
namespace subgraph {
enum id : int { tensors, inputs, outputs, operators };
}
namespace tensor {
enum id : int { shape, type, buffer, name, quantization, is_variable, sparsity, shape_signature };
}
namespace quantization_parameters {
enum id : int { min, max, scale, zero_point, details_type, details, quantized_dimension };
}
namespace buffer {
enum id : int { data, offset };
}
/// Table Operator.
namespace op {
enum id : int { opcode_index, inputs, outputs, builtin_options_type, builtin_options };
}

// The options of operators.

namespace add_options {
enum id : int { fused_activation_function };
}
namespace batch_matmul_options {
enum id : int { adj_x, adj_y };
}
namespace call_once_options {
enum id : int { init_subgraph_index };
}
namespace concatenation_options {
enum id : int { axis, fused_activation_function };
}
namespace conv2d_options {
enum id : int {
  padding,
  stride_w,
  stride_h,
  fused_activation_function,
  dilation_w_factor,
  dilation_h_factor,
  quantized_bias_type
};
}
namespace cumsum_options {
enum id : int { exclusive, reverse };
}
namespace depth_to_space_options {
enum id : int { block_size };
}
namespace depthwise_conv2d_options {
enum id : int {
  padding,
  stride_w,
  stride_h,
  depth_multiplier,
  fused_activation_function,
  dilation_w_factor,
  dilation_h_factor
};
}
namespace div_options {
enum id : int { fused_activation_function };
}
namespace fully_connected_options {
enum id : int {
  fused_activation_function,
  weights_format,
  keep_num_dims,
  asymmetric_quantize_inputs,
  quantized_bias_type
};
}
namespace gather_options {
enum id : int { axis, batch_dims };
}
namespace gelu_options {
enum id : int { approximate };
}
namespace l2_norm_options {
enum id : int { fused_activation_function };
}
namespace leaky_relu_options {
enum id : int { alpha };
}
namespace mirror_pad_options {
enum id : int { mode };
}
namespace mul_options {
enum id : int { fused_activation_function };
}
namespace pack_options {
enum id : int { values_count, axis };
}
namespace pool2d_options {
enum id : int {
  padding,
  stride_w,
  stride_h,
  filter_width,
  filter_height,
  fused_activation_function
};
}
namespace resize_bilinear_options {
enum id : int { new_height, new_width, align_corners, half_pixel_centers };
}
namespace resize_nearest_neighbor_options {
enum id : int { align_corners, half_pixel_centers };
}
namespace softmax_options {
enum id : int { beta };
}
namespace space_to_depth_options {
enum id : int { block_size };
}
namespace strided_slice_options {
enum id : int { begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask, offset };
}
namespace sub_options {
enum id : int { fused_activation_function };
}
namespace svdf_options {
enum id : int { rank, fused_activation_function };
}
namespace transpose_conv_options {
enum id : int { padding, stride_w, stride_h, fused_activation_function };
}
namespace unidirectional_sequence_lstm_options {
enum id : int { fused_activation_function, cell_clip, proj_clip, time_major };
}
namespace unpack_options {
enum id : int { num, axis };
}
namespace var_handle_options {
enum id : int { container, shared_name };
}
namespace while_options {
enum id : int { cond_subgraph_index, body_subgraph_index };
}

/// Stands for a field that a table does not have.
inline constexpr int none = -1;

}  // namespace fields

/// Input tensors of UNIDIRECTIONAL_SEQUENCE_LSTM, by the names of TensorFlow Lite's kernel. Where
/// there are four, they belong to the input, forget, cell and output gate, in this order.
namespace lstm_input {
enum index : int {
  sequence = 0,
  input_to_gate_weights = 1,
  recurrent_to_gate_weights = 5,
  cell_to_gate_weights = 9,  ///< peepholes, of the input, forget and output gate
  gate_bias = 12,
  projection_weights = 16,
  projection_bias = 17,
  output_state = 18,
  cell_state = 19,
  layer_norm_coefficients = 20
};
}

/// BuiltinOptions: the table that holds the options of an operator.
namespace options_type {
enum id : int {
  none,
  conv2d = 1,
  depthwise_conv2d = 2,
  pool2d = 5,
  svdf = 6,
  fully_connected = 8,
  softmax = 9,
  concatenation = 10,
  add = 11,
  l2_norm = 12,
  resize_bilinear = 15,
  reshape = 17,
  space_to_depth = 19,
  mul = 21,
  gather = 23,
  reducer = 27,
  sub = 28,
  div = 29,
  strided_slice = 32,
  split = 35,
  log_softmax = 36,
  arg_max = 40,
  select = 47,
  transpose_conv = 49,
  arg_min = 57,
  pack = 59,
  unpack = 64,
  fill = 68,
  unidirectional_sequence_lstm = 71,
  resize_nearest_neighbor = 74,
  leaky_relu = 75,
  mirror_pad = 77,
  split_v = 79,
  depth_to_space = 94,
  select_v2 = 98,
  batch_matmul = 101,
  cumsum = 102,
  broadcast_to = 104,
  gelu = 116
};
}

/// TensorType: how the elements of a tensor are stored.
enum class tensor_type : int {
  float32 = 0,
  float16 = 1,
  int32 = 2,
  uint8 = 3,
  int64 = 4,
  boolean = 6,
  int16 = 7,
  int8 = 9
};

/// ActivationFunctionType.
enum class fused_activation : int { none, relu, relu_n1_to_1, relu6, tanh };

/// Padding.
enum class padding_rule : int { same, valid };

/// FullyConnectedOptionsWeightsFormat; row_major is its DEFAULT.
enum class weights_format : int { row_major };

/// BuiltinOperator: the operators that the importer knows.
enum class builtin : int {
  add = 0,
  average_pool_2d = 1,
  concatenation = 2,
  conv_2d = 3,
  depthwise_conv_2d = 4,
  depth_to_space = 5,
  dequantize = 6,
  embedding_lookup = 7,
  fully_connected = 9,
  l2_normalization = 11,
  logistic = 14,
  max_pool_2d = 17,
  mul = 18,
  relu = 19,
  relu_n1_to_1 = 20,
  relu6 = 21,
  reshape = 22,
  resize_bilinear = 23,
  softmax = 25,
  space_to_depth = 26,
  svdf = 27,
  tanh = 28,
  custom = 32,
  pad = 34,
  gather = 36,
  batch_to_space_nd = 37,
  space_to_batch_nd = 38,
  transpose = 39,
  mean = 40,
  sub = 41,
  div = 42,
  squeeze = 43,
  unidirectional_sequence_lstm = 44,
  strided_slice = 45,
  exp = 47,
  split = 49,
  log_softmax = 50,
  cast = 53,
  prelu = 54,
  maximum = 55,
  arg_max = 56,
  minimum = 57,
  less = 58,
  neg = 59,
  padv2 = 60,
  greater = 61,
  greater_equal = 62,
  less_equal = 63,
  select = 64,
  slice = 65,
  transpose_conv = 67,
  tile = 69,
  expand_dims = 70,
  equal = 71,
  not_equal = 72,
  log = 73,
  sum = 74,
  sqrt = 75,
  rsqrt = 76,
  shape = 77,
  pow = 78,
  arg_min = 79,
  reduce_prod = 81,
  reduce_max = 82,
  pack = 83,
  logical_or = 84,
  logical_and = 86,
  logical_not = 87,
  unpack = 88,
  reduce_min = 89,
  floor_div = 90,
  square = 92,
  fill = 94,
  floor_mod = 95,
  range = 96,
  resize_nearest_neighbor = 97,
  leaky_relu = 98,
  squared_difference = 99,
  mirror_pad = 100,
  abs = 101,
  split_v = 102,
  elu = 111,
  quantize = 114,
  hard_swish = 117,
  if_else = 118,
  while_loop = 119,
  select_v2 = 123,
  batch_matmul = 126,
  cumsum = 128,
  call_once = 129,
  broadcast_to = 130,
  var_handle = 142,
  read_variable = 143,
  assign_variable = 144,
  gelu = 150,
  relu_0_to_1 = 152
};

/// The schema's names of element types 0, 1, 2, ...
inline constexpr const char* type_names =
    "FLOAT32 FLOAT16 INT32 UINT8 INT64 STRING BOOL INT16 COMPLEX64 INT8 FLOAT64 COMPLEX128 UINT64 "
    "RESOURCE VARIANT UINT32 UINT16 INT4 BFLOAT16";

/// The schema's names of operator codes 0, 1, 2, ...
inline constexpr const char* builtin_names =
    "ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE "
    "EMBEDDING_LOOKUP FLOOR FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D "
    "LOCAL_RESPONSE_NORMALIZATION LOGISTIC LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 "
    "RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS "
    "SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD UNIDIRECTIONAL_SEQUENCE_RNN GATHER "
    "BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE "
    "UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT "
    "LOG_SOFTMAX DELEGATE BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG "
    "PADV2 GREATER GREATER_EQUAL LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE "
    "EXPAND_DIMS EQUAL NOT_EQUAL LOG SUM SQRT RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD "
    "REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND LOGICAL_NOT UNPACK REDUCE_MIN FLOOR_DIV "
    "REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE RESIZE_NEAREST_NEIGHBOR LEAKY_RELU "
    "SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N GATHER_ND COS WHERE "
    "RANK ELU REVERSE_SEQUENCE MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF WHILE "
    "NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5 SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM "
    "BATCH_MATMUL PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO RFFT2D CONV_3D "
    "IMAG REAL COMPLEX_ABS HASHTABLE HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL "
    "CONV_3D_TRANSPOSE VAR_HANDLE READ_VARIABLE ASSIGN_VARIABLE BROADCAST_ARGS "
    "RANDOM_STANDARD_NORMAL BUCKETIZE RANDOM_UNIFORM MULTINOMIAL GELU DYNAMIC_UPDATE_SLICE "
    "RELU_0_TO_1";

}  // namespace tflite_schema

}  // namespace ETCH_NAMESPACE
