#pragma once

#include <etch/kernel/generic/conv2d.hpp>
#include <etch/op/transpose_conv2d.hpp>

namespace ETCH_NAMESPACE {

/// transpose_conv2d in any format and layout.
struct transpose_conv2d_generic : window_sums<transpose_conv2d_generic> {
  using op = ops::transpose_conv2d;
  static constexpr const char* name = "transpose_conv2d_generic";
};

}  // namespace ETCH_NAMESPACE
