// Layers over f32 values that are brought to 8 bits by their own range, as nodes.
#pragma once

#include "shapes.hpp"

namespace test {

/// Layer L as a dynamic_range, with the weights of tried<L, K>.
template <layer L, kind K>
struct over_range {
  using integers = tried<L, K>;
  static constexpr one_node make() {
    using of = etch::ops::dynamic_range::layer;
    value in[3]{{integers::node.values[0].is},
                {integers::node.values[1].is, integers::weights.byte},
                {integers::node.values[2].is, integers::float_bias::bytes.byte}};
    in[0].is.number = in[2].is.number = etch::f32::descriptor;
    const etch::ops::dynamic_range op{K == kind::conv2d  ? of::conv2d
                                      : K == kind::dense ? of::dense
                                                         : of::depthwise_conv2d,
                                      {L.stride, L.dilation, L.around},
                                      L.groups};
    return {op, in, {{}, L.round, &etch::layout_id<etch::hwc>, L.act, -50, 60}};
  }
  static constexpr one_node node = make();
};

/// Checks kernel Kernel on layer L; where it does not `Run`, only what is known at compile time.
template <class Kernel, kind K, layer L, bool Run>
void check_over_range() {
  check_kernel<Kernel, etch::dynamic_range_generic, over_range<L, K>::node, Run>();
}

}  // namespace test
