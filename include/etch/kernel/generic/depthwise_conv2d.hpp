#pragma once

#include <etch/kernel/generic/conv2d.hpp>
#include <etch/op/depthwise_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d in any format and layout: as many groups as channels, weights by channel.
struct depthwise_conv2d_generic : window_sums<depthwise_conv2d_generic> {
  using op = ops::depthwise_conv2d;
  static constexpr const char* name = "depthwise_conv2d_generic";
};

}  // namespace ETCH_NAMESPACE
