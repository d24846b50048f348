#pragma once

#include <etch/graph/graph.hpp>

namespace ETCH_NAMESPACE {

/// Graph G with f32_fused in the place of f32: conv2d, depthwise_conv2d, dense and all others that
/// sum products take each in one rounding. Its inputs, outputs and constants keep their bytes.
template <const auto& G>
inline constexpr auto fused_products = [] {
  auto g = G;
  for (value& v : g.values) {
    if (v.is.number == f32::descriptor) v.is.number = f32_fused::descriptor;
  }
  return g;
}();

}  // namespace ETCH_NAMESPACE
