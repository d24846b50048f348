#pragma once

#include <etch/kernel/arithmetic/convert.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/arithmetic/softmax.hpp>
#include <etch/kernel/arithmetic/unary_functions.hpp>
#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// unary in every format that it has and any layout.
///
/// 8 bits and fewer: a table that the compiler makes, as TensorFlow Lite makes it: the number in
/// single precision, the function, steps of the output rounded half away (of SQRT cut off); RSQRT
/// in fixed point. 16 bits: exp, ln and gelu by 512 straight lines over all codes, others in single
/// precision.
struct unary_generic : element_kernel<unary_generic> {
  using op = ops::unary;
  static constexpr const char* name = "unary_generic";

  template <class C>
  static constexpr auto pack() {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    using storage = typename out::storage;
    constexpr format x = in::is.number, y = out::is.number;
    constexpr unary_function f = C::attributes.of;
    constexpr auto l = output_limits<C>();
    if constexpr (is_f32(x) && is_f32(y)) {
      return float_unary<f>{};
    } else if constexpr (is_real(x)) {
      return real_function<in, out, C::round, float_unary<f>>{};
    } else if constexpr (C::attributes.changes_signs()) {
      const auto conversion = make_conversion<C>();
      return signed_steps<decltype(conversion.epilogue), f>{conversion.zero, conversion.epilogue};
    } else if constexpr (x.bits <= 8) {
      code_table<storage, x.bits> all;
      for (wide_int code = in::kind::lowest(x); code <= in::kind::highest(x); ++code) {
        const auto place = static_cast<unsigned>(code) & ((std::uint32_t{1} << x.bits) - 1);
        if constexpr (f == unary_function::reciprocal_square_root) {
          all.code[place] = reciprocal_root(x, y, l, code - x.zero);
        } else {
          all.code[place] = tabulated(f, x, y, l, code - x.zero);
        }
      }
      return all;
    } else if constexpr (has_lines(f)) {
      return lines<f, storage>{x, y, l};
    } else {
      return direct<f, storage>{static_cast<float>(x.unit()),
                                x.zero,
                                {static_cast<float>(y.unit()), y.zero, l.low, l.high}};
    }
  }

 private:
  static constexpr bool has_lines(unary_function f) {
    return f == unary_function::exponential || f == unary_function::logarithm ||
           f == unary_function::gelu || f == unary_function::gelu_tanh;
  }
  template <class Y>
  static constexpr Y tabulated(unary_function f, const format& x, const format& y, limits<Y> l,
                               wide_int steps) {
    const float number = static_cast<float>(x.unit()) * static_cast<float>(steps);
    const float real = static_cast<float>(unary_at(f, static_cast<double>(number)));
    const double of_y =
        clamp(static_cast<double>(real * (1.0F / static_cast<float>(y.unit()))), -1e9, 1e9);
    const bool cut_off = f == unary_function::square_root && is_scaled(y);
    const long long whole = cut_off ? floor_to_integer(of_y) : round_half_away(of_y);
    return code_within(static_cast<wide_int>(whole) + y.zero, l);
  }
  /// TensorFlow Lite's RSQRT: 20 bits of 1 / sqrt(steps), then the scales.
  template <class Y>
  static constexpr Y reciprocal_root(const format& x, const format& y, limits<Y> l,
                                     wide_int steps) {
    if (steps <= 0) return l.high;
    const auto root = static_cast<float>(square_root(x.unit()));
    fixed_point_factor scales =
        quantise_factor(static_cast<double>(1.0F / (root * static_cast<float>(y.unit()))));
    scales.shift -= 20;
    fixed_point_factor of = reciprocal_root_in_fixed_point(steps);
    of.shift += 20;
    const std::int32_t bits = scale_double_rounding(1, of);
    return code_within(integer_arithmetic::add(scale_double_rounding(bits, scales), y.zero), l);
  }

  template <class Epilogue, unary_function F>
  struct signed_steps {
    std::int32_t zero;
    Epilogue epilogue;
    constexpr auto operator()(std::int32_t code, int c) const {
      const std::int32_t steps = integer_arithmetic::read(code, zero);
      return epilogue(F == unary_function::absolute && steps > 0 ? steps : -steps, c);
    }
  };
  template <unary_function F, class Y>
  struct lines {
    line_table table;
    limits<Y> l;
    constexpr lines(const format& x, const format& y, limits<Y> within)
        : table(
              [&](float number) {
                return clamp(unary_at(F, static_cast<double>(number)), -32768 * y.unit(), 1e9);
              },
              static_cast<float>(x.unit()) * -32768.0F, static_cast<float>(x.unit()) * 32767.0F,
              65536.0F / (static_cast<float>(y.unit()) * 32767.0F -
                          static_cast<float>(y.unit()) * -32768.0F)),
          l(within) {}
    constexpr Y operator()(std::int32_t code, int) const {
      return static_cast<Y>(clamp<std::int32_t>(table.at(code), l.low, l.high));
    }
  };
  template <unary_function F, class Y>
  struct direct {
    float unit;
    std::int32_t zero;
    float_to_integer<Y, rounding::half_away> epilogue;
    constexpr Y operator()(std::int32_t code, int) const {
      return epilogue(float_unary<F>{}(unit * static_cast<float>(code - zero), 0), 0);
    }
  };
};

}  // namespace ETCH_NAMESPACE
