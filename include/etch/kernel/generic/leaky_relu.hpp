#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/leaky_relu.hpp>

namespace ETCH_NAMESPACE {

/// leaky_relu in any format and layout: the definition of the operator.
///
/// Needs: nothing. Reads: x. Writes: y of the same shape, which may be x.
struct leaky_relu_generic : kernel_base {
  using op = ops::leaky_relu;
  static constexpr const char* name = "leaky_relu_generic";

  template <class C>
  static constexpr auto pack() {
    constexpr format f = C::template in<0>::is.number, y = C::template out<>::is.number;
    using storage = typename C::template in<0>::storage;
    if constexpr (is_real(f) && !is_f32(f)) {
      return real_slope<typename C::template in<0>, C::round>{C::attributes.slope()};
    } else if constexpr (is_f32(f)) {
      return float_slope{C::attributes.slope()};
    } else if constexpr (C::round == rounding::xnnpack &&
                         xnnpack::rescales(f, y, C::attributes.slope())) {
      constexpr auto l = output_limits<C>();
      return affine_slope<storage, rounding::tflite_single>{
          xnnpack::short_factor(f, y),
          xnnpack::short_factor(f, y, C::attributes.slope()),
          f.zero,
          y.zero,
          l.low,
          l.high};
    } else if constexpr (is_scaled(f)) {
      // in single precision, as TensorFlow Lite Micro prepares them
      const auto x_unit = static_cast<float>(f.unit()), y_unit = static_cast<float>(y.unit());
      constexpr auto l = output_limits<C>();
      constexpr rounding r = C::round == rounding::xnnpack ? rounding::tflite_double : C::round;
      return affine_slope<storage, factor_rounding(r)>{
          quantise_factor(static_cast<double>(x_unit / y_unit)),
          quantise_factor(static_cast<double>(x_unit * C::attributes.slope() / y_unit)),
          f.zero,
          y.zero,
          l.low,
          l.high};
    } else {
      const double slope = static_cast<double>(C::attributes.slope());
      return factor_slope<storage, factor_rounding(C::round)>{quantise_factor(slope), f.zero};
    }
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    map_rows<C>(a, rows, packed<leaky_relu_generic, C>);
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
    T low, high;
    constexpr T operator()(T x, int) const {
      const std::int32_t steps = x - zero, y = scale_by<R>(steps, steps >= 0 ? above : below);
      return static_cast<T>(clamp<std::int32_t>(integer_arithmetic::add(y, y_zero), low, high));
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
