// The generic kernels: one include and one entry each.
//
// <op>_generic is the definition of the operator. It takes every call of it, reads and writes what
// the operator's struct in op/ says, and writes y over x where that says in_place. Some files have
// a second kernel for special calls, with the same results.
#pragma once

#include <etch/kernel/generic/add.hpp>
#include <etch/kernel/generic/arg_max.hpp>
#include <etch/kernel/generic/avg_pool.hpp>
#include <etch/kernel/generic/batch_matmul.hpp>
#include <etch/kernel/generic/batch_norm.hpp>
#include <etch/kernel/generic/broadcast_to.hpp>
#include <etch/kernel/generic/clamp.hpp>
#include <etch/kernel/generic/compare.hpp>
#include <etch/kernel/generic/concat.hpp>
#include <etch/kernel/generic/conv2d.hpp>
#include <etch/kernel/generic/cumsum.hpp>
#include <etch/kernel/generic/dense.hpp>
#include <etch/kernel/generic/depthwise_conv2d.hpp>
#include <etch/kernel/generic/dynamic_range.hpp>
#include <etch/kernel/generic/fastgrnn.hpp>
#include <etch/kernel/generic/flatten.hpp>
#include <etch/kernel/generic/function.hpp>
#include <etch/kernel/generic/gather.hpp>
#include <etch/kernel/generic/global_avg_pool.hpp>
#include <etch/kernel/generic/gru.hpp>
#include <etch/kernel/generic/hard_swish.hpp>
#include <etch/kernel/generic/keep.hpp>
#include <etch/kernel/generic/l2_normalise.hpp>
#include <etch/kernel/generic/leaky_relu.hpp>
#include <etch/kernel/generic/log_softmax.hpp>
#include <etch/kernel/generic/lstm.hpp>
#include <etch/kernel/generic/max_pool.hpp>
#include <etch/kernel/generic/maximum.hpp>
#include <etch/kernel/generic/minimum.hpp>
#include <etch/kernel/generic/mirror_pad.hpp>
#include <etch/kernel/generic/mul.hpp>
#include <etch/kernel/generic/pad.hpp>
#include <etch/kernel/generic/pairwise.hpp>
#include <etch/kernel/generic/prelu.hpp>
#include <etch/kernel/generic/proto_nn.hpp>
#include <etch/kernel/generic/relu.hpp>
#include <etch/kernel/generic/relu6.hpp>
#include <etch/kernel/generic/reshape.hpp>
#include <etch/kernel/generic/resize_bilinear.hpp>
#include <etch/kernel/generic/resize_nearest.hpp>
#include <etch/kernel/generic/rnn_pool.hpp>
#include <etch/kernel/generic/select.hpp>
#include <etch/kernel/generic/sigmoid.hpp>
#include <etch/kernel/generic/slice.hpp>
#include <etch/kernel/generic/softmax.hpp>
#include <etch/kernel/generic/sub.hpp>
#include <etch/kernel/generic/svdf.hpp>
#include <etch/kernel/generic/table.hpp>
#include <etch/kernel/generic/tanh.hpp>
#include <etch/kernel/generic/to.hpp>
#include <etch/kernel/generic/transpose.hpp>
#include <etch/kernel/generic/transpose_conv2d.hpp>
#include <etch/kernel/generic/unary.hpp>

namespace ETCH_NAMESPACE {

/// The kernels that define operators, and those for any machine that equal them, which come first.
using generic_kernels =
    list<conv2d_generic, depthwise_conv2d_generic, dense_generic, max_pool_generic,
         avg_pool_generic, global_avg_pool_generic, relu_generic, relu6_generic, leaky_relu_generic,
         clamp_generic, add_aligned, add_products, add_generic, sub_products, sub_generic,
         mul_generic, minimum_generic, maximum_generic, concat_generic, pad_generic,
         transpose_generic, slice_generic, flatten_generic, reshape_generic, sigmoid_table,
         sigmoid_generic, tanh_table, tanh_generic, softmax_table, softmax_generic,
         batch_norm_generic, prelu_generic, hard_swish_generic, arg_max_generic,
         resize_nearest_generic, resize_bilinear_generic, batch_matmul_generic,
         transpose_conv2d_generic, lstm_generic, svdf_generic, to_flipped, to_table, to_generic,
         dynamic_range_generic, function_generic, table_generic, unary_generic, pairwise_generic,
         compare_generic, select_generic, broadcast_to_generic, gather_generic, mirror_pad_generic,
         keep_generic, l2_normalise_generic, gru_generic, log_softmax_generic, cumsum_generic,
         fastgrnn_generic, rnn_pool_generic, proto_nn_generic>;

}  // namespace ETCH_NAMESPACE
