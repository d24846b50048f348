#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/batch_norm.hpp>

namespace ETCH_NAMESPACE {

/// batch_norm in f32 and any layout.
struct batch_norm_generic : element_kernel<batch_norm_generic> {
  using op = ops::batch_norm;
  static constexpr const char* name = "batch_norm_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr int channels = C::template in<0>::is.shape.c();
    lines<channels> p{{}, {}, output_limits<C>()};
    for (int c = 0; c < channels; ++c) {
      const scale_and_offset y =
          C::attributes.scale_and_offset_of(C::constants(1, C::input_count - 1), c);
      p.scale[c] = static_cast<float>(y.scale);
      p.offset[c] = static_cast<float>(y.offset);
    }
    return p;
  }

 private:
  template <int Channels>
  struct lines {
    float scale[Channels], offset[Channels];
    limits<float> l;
    constexpr float operator()(float x, int c) const {
      const float product = x * scale[c];
      return clamp(product + offset[c], l.low, l.high);
    }
  };
};

}  // namespace ETCH_NAMESPACE
