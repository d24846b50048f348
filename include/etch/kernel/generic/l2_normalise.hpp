#pragma once

#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/arithmetic/unary_functions.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/l2_normalise.hpp>

namespace ETCH_NAMESPACE {

/// l2_normalise in every format that it has and any layout.
struct l2_normalise_generic : kernel_base {
  using op = ops::l2_normalise;
  static constexpr const char* name = "l2_normalise_generic";

  template <class C>
  static constexpr auto pack() {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    if constexpr (is_real(in::is.number)) return single<in, out, C::round>{};
    else return fixed<typename out::storage>{in::is.number.zero, out::is.number.zero};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    constexpr int channels = in::is.shape.c();
    for (int p = rows.first * in::is.shape.w(); p < (rows.first + rows.count) * in::is.shape.w();
         ++p) {
      normalise(a.template out<0>(), cursor_of<out>(p * channels), a.template in<0>(),
                cursor_of<in>(p * channels), kernel_constants<l2_normalise_generic, C>(a),
                channels);
    }
  }

 private:
  template <class CursorY, class CursorX, class Y, class X, class Method>
  ETCH_KERNEL static constexpr void normalise(Y y, CursorY to, X x, CursorX from,
                                              const Method& method, int channels) {
    auto sum = method.number(x[from.offset()]) * 0;
    CursorX at = from;
    for (int c = 0; c < channels; ++c, at.next()) {
      const auto number = method.number(x[at.offset()]);
      sum += number * number;
    }
    const auto factor = method.factor(sum);
    for (int c = 0; c < channels; ++c, to.next(), from.next()) {
      y[to.offset()] = method.share(method.number(x[from.offset()]), factor);
    }
  }

  /// TensorFlow Lite's of 8 bits.
  template <class Y>
  struct fixed {
    std::int32_t zero, out_zero;
    template <class X>
    constexpr std::int32_t number(X code) const {
      return static_cast<std::int32_t>(code) - zero;
    }
    static constexpr fixed_point_factor factor(std::int32_t sum) {
      return reciprocal_root_in_fixed_point(sum);
    }
    constexpr Y share(std::int32_t x, fixed_point_factor f) const {
      const std::int32_t code = scale_single_rounding(128 * x, f);
      return static_cast<Y>(clamp<std::int32_t>(code, -128, 127) + out_zero);
    }
  };
  template <class In, class Out, rounding R>
  struct single {
    static constexpr float number(typename In::storage x) { return read_float<In>(x); }
    static constexpr float factor(float sum) { return 1.0F / maximum(square_root_of(sum), 1e-6F); }
    static constexpr typename Out::storage share(float x, float f) {
      return write_float<Out, R>(x * f);
    }
  };
};

}  // namespace ETCH_NAMESPACE
