// The list of layers that calibration knows: one include and one entry for each.
#pragma once

#include <etch/host/calibration/layer/functions.hpp>
#include <etch/host/calibration/layer/gated.hpp>
#include <etch/host/calibration/layer/moves.hpp>
#include <etch/host/calibration/layer/pairs.hpp>
#include <etch/host/calibration/layer/pools.hpp>
#include <etch/host/calibration/layer/recurrent.hpp>
#include <etch/host/calibration/layer/replaced.hpp>
#include <etch/host/calibration/layer/weighted.hpp>

#include <string_view>

namespace ETCH_NAMESPACE {
namespace host {

/// All of them.
using calibrated_layers =
    list<conv2d_layer, depthwise_conv2d_layer, dense_layer, max_pool_layer, avg_pool_layer,
         global_avg_pool_layer, relu_layer, relu6_layer, clamp_layer, leaky_relu_layer,
         sigmoid_layer, tanh_layer, hard_swish_layer, softmax_layer, add_layer, sub_layer,
         mul_layer, flatten_layer, reshape_layer, transpose_layer, concat_layer, pad_layer,
         slice_layer, broadcast_to_layer, fastgrnn_layer, rnn_pool_layer, lstm_layer, gru_layer>;

namespace layer_detail {
template <class... L>
const layer_kind* find_kind(const operator_tag* op, list<L...>) {
  const layer_kind* found = nullptr;
  ((kind_of_layer<L>.op == op ? void(found = &kind_of_layer<L>) : void()), ...);
  return found;
}
}  // namespace layer_detail

/// Whether an operator that calibration knows has this name.
template <class... L>
bool names_a_layer(std::string_view name, list<L...>) {
  return ((name == kind_of_layer<L>.op->name) || ...);
}

/// What calibration knows of an operator; null if it does not know it.
inline const layer_kind* kind_of(pointer_to<operator_tag> op) {
  return layer_detail::find_kind(&*op, calibrated_layers{});
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
