#pragma once

#include <etch/kernel/arithmetic/normalisation.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// batch_norm in f32 and any layout: the definition of the operator.
///
/// Needs: nothing. Reads: x (N,H,W,C). Writes: y of the same shape, which may be x.
struct batch_norm_generic : kernel_base {
  using op = ops::batch_norm;
  static constexpr const char* name = "batch_norm_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr int channels = C::template in<0>::is.shape.c();
    constexpr bool whole = C::input_count == 5;
    lines<channels> p{{}, {}, output_limits<C>()};
    for (int c = 0; c < channels; ++c) {
      const line l = normalising_line(c, C::bytes(1), C::bytes(2), whole ? C::bytes(3) : nullptr,
                                      whole ? C::bytes(4) : nullptr, C::attributes);
      p.scale[c] = static_cast<float>(l.scale);
      p.offset[c] = static_cast<float>(l.offset);
    }
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<batch_norm_generic, C>);
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
