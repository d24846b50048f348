// The list of operators: one include and one entry for each.
#pragma once

#include <etch/op/add.hpp>
#include <etch/op/arg_max.hpp>
#include <etch/op/avg_pool.hpp>
#include <etch/op/batch_matmul.hpp>
#include <etch/op/batch_norm.hpp>
#include <etch/op/broadcast_to.hpp>
#include <etch/op/clamp.hpp>
#include <etch/op/compare.hpp>
#include <etch/op/concat.hpp>
#include <etch/op/conv2d.hpp>
#include <etch/op/dense.hpp>
#include <etch/op/depthwise_conv2d.hpp>
#include <etch/op/dynamic_range.hpp>
#include <etch/op/flatten.hpp>
#include <etch/op/function.hpp>
#include <etch/op/gather.hpp>
#include <etch/op/global_avg_pool.hpp>
#include <etch/op/gru.hpp>
#include <etch/op/hard_swish.hpp>
#include <etch/op/keep.hpp>
#include <etch/op/l2_normalise.hpp>
#include <etch/op/leaky_relu.hpp>
#include <etch/op/line.hpp>
#include <etch/op/lstm.hpp>
#include <etch/op/max_pool.hpp>
#include <etch/op/maximum.hpp>
#include <etch/op/minimum.hpp>
#include <etch/op/mirror_pad.hpp>
#include <etch/op/mul.hpp>
#include <etch/op/operator.hpp>
#include <etch/op/pad.hpp>
#include <etch/op/pairwise.hpp>
#include <etch/op/prelu.hpp>
#include <etch/op/relu.hpp>
#include <etch/op/relu6.hpp>
#include <etch/op/reshape.hpp>
#include <etch/op/resize_bilinear.hpp>
#include <etch/op/resize_nearest.hpp>
#include <etch/op/select.hpp>
#include <etch/op/sigmoid.hpp>
#include <etch/op/slice.hpp>
#include <etch/op/softmax.hpp>
#include <etch/op/sub.hpp>
#include <etch/op/svdf.hpp>
#include <etch/op/table.hpp>
#include <etch/op/tanh.hpp>
#include <etch/op/to.hpp>
#include <etch/op/transpose.hpp>
#include <etch/op/transpose_conv2d.hpp>
#include <etch/op/unary.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// All operators.
using operators =
    list<ops::conv2d, ops::depthwise_conv2d, ops::dense, ops::max_pool, ops::avg_pool,
         ops::global_avg_pool, ops::relu, ops::relu6, ops::leaky_relu, ops::clamp, ops::add,
         ops::sub, ops::mul, ops::minimum, ops::maximum, ops::concat, ops::pad, ops::transpose,
         ops::slice, ops::flatten, ops::reshape, ops::sigmoid, ops::tanh, ops::softmax,
         ops::batch_norm, ops::prelu, ops::hard_swish, ops::arg_max, ops::resize_nearest,
         ops::resize_bilinear, ops::batch_matmul, ops::transpose_conv2d, ops::lstm, ops::svdf,
         ops::to, ops::dynamic_range, ops::function, ops::table, ops::unary, ops::pairwise,
         ops::compare, ops::select, ops::broadcast_to, ops::gather, ops::mirror_pad, ops::keep,
         ops::l2_normalise, ops::gru>;

}  // namespace ETCH_NAMESPACE
