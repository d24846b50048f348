// The rows of the operator matrix.
#pragma once

#include "matrix_elements.hpp"
#include "matrix_layers.hpp"
#include "matrix_moves.hpp"

namespace matrix::rows {

using all_rows =
    etch::list<conv2d, depthwise_conv2d, dense, max_pool, avg_pool, global_avg_pool, relu, relu6,
               leaky_relu, clamp, add, sub, mul, minimum, maximum, concat, pad, transpose, flatten,
               reshape, sigmoid, tanh, softmax, batch_norm, slice, arg_max, resize_nearest,
               resize_bilinear, hard_swish, prelu, batch_matmul, transpose_conv2d, to,
               dynamic_range, function, table, unary, pairwise, compare, select, broadcast_to,
               gather, mirror_pad, l2_normalise, log_softmax, cumsum>;

}  // namespace matrix::rows
