// DS-CNN, a convolution and two pairs of depthwise and pointwise ones, on digits.
#pragma once

#include "weights.hpp"

namespace small_models::ds_cnn_digits {

/// As trained.
inline constexpr auto f32_graph =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<8, 8, 1>, etch::hwc>> image) {
      using namespace etch::dsl;
      return image | conv2d(conv) | relu | depthwise_conv2d(depthwise1) | relu |
             conv2d(pointwise1) | relu | max_pool<2> | depthwise_conv2d(depthwise2) | relu |
             conv2d(pointwise2) | relu | global_avg_pool | dense(scores);
    });
struct f32 : etch::network<f32_graph> {};
static_assert(etch::fits_ram<f32, 32768>);

}  // namespace small_models::ds_cnn_digits
