// Every operator of the library: one include and one entry each.
#pragma once

#include <etch/op/add.hpp>
#include <etch/op/avg_pool.hpp>
#include <etch/op/clamp.hpp>
#include <etch/op/concat.hpp>
#include <etch/op/conv2d.hpp>
#include <etch/op/dense.hpp>
#include <etch/op/depthwise_conv2d.hpp>
#include <etch/op/flatten.hpp>
#include <etch/op/global_avg_pool.hpp>
#include <etch/op/leaky_relu.hpp>
#include <etch/op/max_pool.hpp>
#include <etch/op/operator.hpp>
#include <etch/op/relu.hpp>
#include <etch/op/relu6.hpp>
#include <etch/op/reshape.hpp>
#include <etch/op/softmax.hpp>
#include <etch/op/to.hpp>

namespace etch::inline ETCH_ABI {

using operators = list<ops::conv2d, ops::depthwise_conv2d, ops::dense, ops::max_pool, ops::avg_pool,
                       ops::global_avg_pool, ops::relu, ops::relu6, ops::leaky_relu, ops::clamp, ops::add,
                       ops::concat, ops::flatten, ops::reshape, ops::softmax, ops::to>;

}  // namespace etch::inline ETCH_ABI
