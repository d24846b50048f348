#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/leaky_relu.hpp>

namespace ETCH_NAMESPACE {

/// leaky_relu in any format and layout.
struct leaky_relu_generic : element_kernel<leaky_relu_generic> {
  using op = ops::leaky_relu;
  static constexpr const char* name = "leaky_relu_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr format f = C::template in<0>::is.number, y = C::template out<>::is.number;
    using storage = typename C::template in<0>::storage;
    constexpr float slope = C::attributes.slope();
    constexpr auto l = output_limits<C>();
    if constexpr (is_real(f) && !is_f32(f)) {
      return real_slope<typename C::template in<0>, C::round>{slope};
    } else if constexpr (is_f32(f)) {
      return float_slope{slope};
    } else if constexpr (C::round == rounding::xnnpack && xnnpack::rescales(f, y, slope)) {
      return affine_slope<storage, rounding::tflite_single>{
          xnnpack::short_factor(f, y), xnnpack::short_factor(f, y, slope), f.zero, y.zero, l};
    } else if constexpr (is_scaled(f)) {
      // in single precision, as TensorFlow Lite Micro prepares them
      const auto x_unit = static_cast<float>(f.unit()), y_unit = static_cast<float>(y.unit());
      const auto factor = [&](float x) { return quantise_factor(static_cast<double>(x / y_unit)); };
      constexpr rounding r = C::round == rounding::xnnpack ? rounding::tflite_double : C::round;
      return affine_slope<storage, factor_rounding(r)>{factor(x_unit), factor(x_unit * slope),
                                                       f.zero, y.zero, l};
    } else {
      return factor_slope<storage, factor_rounding(C::round)>{
          quantise_factor(static_cast<double>(slope)), f.zero};
    }
  }

 private:
  struct float_slope {
    float slope;
    constexpr float operator()(float x, int) const { return x >= 0 ? x : x * slope; }
  };
  template <class T, rounding R>
  struct affine_slope {
    fixed_point_factor above, below;
    std::int32_t zero, y_zero;
    limits<T> l;
    constexpr T operator()(T x, int) const {
      const std::int32_t steps = x - zero, y = scale_by<R>(steps, steps >= 0 ? above : below);
      return static_cast<T>(clamp<std::int32_t>(integer_arithmetic::add(y, y_zero), l.low, l.high));
    }
  };
  template <class T, rounding R>
  struct factor_slope {
    fixed_point_factor slope;
    std::int32_t zero;
    constexpr T operator()(T x, int) const {
      const std::int32_t steps = x - zero;  // |slope * steps| <= |steps|: never leaves the codes
      return steps >= 0 ? x : static_cast<T>(scale_by<R>(steps, slope) + zero);
    }
  };
};

}  // namespace ETCH_NAMESPACE
