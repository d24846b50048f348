#pragma once

#include <etch/kernel/arithmetic/mean.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/op/global_avg_pool.hpp>

namespace ETCH_NAMESPACE {

/// global_avg_pool in any format and layout.
struct global_avg_pool_generic : kernel_base {
  using op = ops::global_avg_pool;
  static constexpr const char* name = "global_avg_pool_generic";

  /// How call C sums; what ends a sum may be something else.
  template <class C>
  using method = mean_method<typename C::template in<0>,
                             is_onnxruntime(C::round) ? rounding::xnnpack : C::round>;

  template <class C>
  static constexpr auto pack() {
    if constexpr (!scales<C>()) {
      return nothing{};
    } else {
      constexpr operand x = C::template in<0>::is, y = C::template out<>::is;
      constexpr int cells = x.shape.h() * x.shape.w(), parts = C::attributes.sums != 0 ? 1 : cells;
      constexpr std::int32_t zeros = std::int32_t{x.number.zero} * cells;
      if constexpr (is_onnxruntime(C::round)) {
        const float whole = static_cast<float>(y.number.unit()) * static_cast<float>(parts);
        const double factor = static_cast<double>(static_cast<float>(x.number.unit()) / whole);
        return scaled_mean<rounding::xnnpack>{quantise_factor(factor), zeros, y.number.zero};
      } else if constexpr (is_single<C>())
        return single_mean<integer_rounding(C::round)>(x.number, y.number, cells, parts);
      else
        return scaled_mean<C::round>{mean_factor(x.number.unit() / y.number.unit(), parts), zeros,
                                     y.number.zero};
    }
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    if (rows.count == 0) return;  // the whole output is one row
    constexpr auto l = output_limits<C>();
    with_epilogue<C>(a, [&](const auto& epilogue) {
      means<in::is.shape, out::is.shape, method<C>, typename in::layout, typename out::layout>(
          a.template out<0>(), a.template in<0>(), l, epilogue);
    });
  }

  /// Rows of one picture.
  template <class C>
  static constexpr int takes_runs_of =
      C::template in<0>::is.shape.n() == 1 ? C::template in<0>::row : 0;
  /// The sum of each channel so far.
  template <class C>
  struct state {
    using in = typename C::template in<0>;
    typename method<C>::template kept<in::is.shape.h() * in::is.shape.w()> sum[in::is.shape.c()];
  };
  template <class C>
  static constexpr void begin(state<C>& s) {
    const auto empty = method<C>::start(output_limits<C>());
    for (auto& sum : s.sum) sum = empty;
  }
  template <class C, class A>
  static constexpr void take(const A& a, state<C>& s, int first, int count) {
    using in = typename C::template in<0>;
    constexpr int channels = in::is.shape.c();
    take_pixels<method<C>>(s.sum + 0, codes_in_row(a.template in<0>() + first), count / channels,
                           channels);
  }
  template <class C, class A>
  static constexpr void finish(const A& a, const state<C>& s) {
    using out = typename C::template out<>;
    constexpr auto l = output_limits<C>();
    with_epilogue<C>(a, [&](const auto& epilogue) {
      end_sums<typename method<C>::sum>(a.template out<0>(), s.sum + 0, out::is.shape.c(), l,
                                        epilogue);
    });
  }

  /// Whether the mean is TensorFlow Lite's, which changes the scale.
  template <class C>
  static constexpr bool scales() {
    return is_affine(C::template in<0>::is.number) &&
           (C::attributes.sums != 0 || C::round == rounding::tflite_double ||
            C::round == rounding::tflite_single || C::round == rounding::xnnpack ||
            is_onnxruntime(C::round));
  }
  /// From the sum of codes to a code.
  template <rounding R>
  struct scaled_mean {
    fixed_point_factor factor;
    std::int32_t zeros;  ///< sum of the zero points
    std::int32_t zero;
    constexpr std::int32_t operator()(std::int32_t sum) const {
      // member by member: at -Os the structure would be copied by a call of memcpy
      return integer_arithmetic::add(
          scale_by<R>(integer_arithmetic::add(sum, -zeros), {factor.multiplier, factor.shift}),
          zero);
    }
  };
  /// Whether it is XNNPACK's mean, or LiteRT's sum of int16, which rounds half away.
  template <class C>
  static constexpr bool is_single() {
    return C::round == rounding::xnnpack ||
           (C::attributes.sums != 0 && C::round == rounding::half_away);
  }
  /// The same in single precision: float(sum) factor + offset, rounded by R.
  template <rounding R>
  struct single_mean {
    fixed_point_factor factor;
    float offset;  ///< what zero points make of it
    constexpr single_mean(const format& x, const format& y, int cells, int parts)
        : factor(), offset(static_cast<float>(y.zero)) {
      const float unit = xnnpack::ratio(x.unit(), y.unit()) * (1.0F / static_cast<float>(parts));
      factor = quantise_factor(static_cast<double>(unit));
      const float zeros = static_cast<float>(std::int32_t{x.zero} * cells) * unit;
      offset -= zeros;
    }
    constexpr std::int32_t operator()(std::int32_t sum) const {
      const single_product p = multiply_in_single(sum, factor);
      const auto m = static_cast<long long>(p.m);
      const parts exact = add(parts_of(sum < 0 ? -m : m, -p.below), parts_of(offset));
      const parts mean = parts_of(float_of(exact));
      if (mean.is == parts::what::zero) return 0;
      const int bits = minimum(mean.exponent + 1, 30);
      const auto size = static_cast<std::int32_t>(rounded(mean, bits, R));
      return mean.negative ? -size : size;
    }
  };
  template <class Method, int Cells>
  struct code_mean {
    template <class Sum>
    constexpr auto operator()(const Sum& sum) const {
      return Method::of(sum, Cells);
    }
  };

 private:
  /// Calls f with what makes a code of the sum of call C.
  template <class C, class A, class F>
  static constexpr void with_epilogue([[maybe_unused]] const A& a, const F& f) {
    using in = typename C::template in<0>;
    if constexpr (scales<C>()) f(kernel_constants<global_avg_pool_generic, C>(a));
    else if constexpr (C::attributes.sums != 0) f([](float sum) { return sum; });
    else f(code_mean<method<C>, in::is.shape.h() * in::is.shape.w()>{});
  }
  template <class Method, class S, class X>
  ETCH_KERNEL static constexpr void take_pixels(S* sum,  // (C)
                                                X x,     // (pixels,C)
                                                int pixels, int channels) {
    for (int k = 0; k < pixels; ++k) {
      for (int c = 0; c < channels; ++c) {
        sum[c] = static_cast<S>(Method::add(sum[c], x[k * channels + c]));
      }
    }
  }
  template <class Sum, class Y, class S, class T, class F>
  ETCH_KERNEL static constexpr void end_sums(Y y,           // (C)
                                             const S* sum,  // (C)
                                             int channels, limits<T> l, const F& epilogue) {
    for (int c = 0; c < channels; ++c) y[c] = ended<T>(static_cast<Sum>(sum[c]), l, epilogue);
  }
  /// The code of a sum.
  template <class T, class Sum, class F>
  ETCH_GLUE static constexpr T ended(const Sum& sum, const limits<T>& l, const F& epilogue) {
    using number = decltype(epilogue(sum));
    return static_cast<T>(
        clamp(epilogue(sum), static_cast<number>(l.low), static_cast<number>(l.high)));
  }
  template <extents X, extents Y, class Method, class LayoutX, class LayoutY, class To, class From,
            class T, class F>
  ETCH_KERNEL static constexpr void means(To y,    // (N,C)
                                          From x,  // (N,H,W,C)
                                          limits<T> l, const F& epilogue) {
    for (int n = 0; n < X.n(); ++n) {
      for (int c = 0; c < X.c(); ++c) {
        auto sum = Method::start(l);
        for (int h = 0; h < X.h(); ++h) {
          for (int w = 0; w < X.w(); ++w) {
            sum = Method::add(sum, x[LayoutX::offset(X, n, h, w, c)]);
          }
        }
        y[LayoutY::offset(Y, 0, 0, n, c)] = ended(sum, l, epilogue);
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
