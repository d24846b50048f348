#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/prelu.hpp>

namespace ETCH_NAMESPACE {

/// prelu in every format that it has and any layout.
struct prelu_generic : pair_kernel<prelu_generic> {
  using op = ops::prelu;
  static constexpr const char* name = "prelu_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr format x = C::template in<0>::is.number, slope = C::template in<1>::is.number;
    constexpr format y = C::template out<>::is.number;
    constexpr auto l = output_limits<C>();
    if constexpr (is_f32(y)) {
      return float_slope{};
    } else {
      return factor_slope<typename C::template out<>::storage, factor_rounding(C::round)>{
          quantise_factor(x.unit() / y.unit()),
          quantise_factor(x.unit() * slope.unit() / y.unit()),
          x.zero,
          slope.zero,
          y.zero,
          l};
    }
  }

 private:
  struct float_slope {
    constexpr float operator()(float x, float slope) const { return x >= 0 ? x : x * slope; }
  };
  template <class Y, rounding R>
  struct factor_slope {
    fixed_point_factor above, below;
    std::int32_t zero, slope_zero, y_zero;
    limits<Y> l;
    constexpr Y operator()(std::int32_t x, std::int32_t slope) const {
      const std::int32_t steps = x - zero;
      const std::int32_t y =
          steps >= 0 ? scale_by<R>(steps, above) : scale_by<R>(steps * (slope - slope_zero), below);
      return static_cast<Y>(clamp<std::int32_t>(integer_arithmetic::add(y, y_zero), l.low, l.high));
    }
  };
};

}  // namespace ETCH_NAMESPACE
