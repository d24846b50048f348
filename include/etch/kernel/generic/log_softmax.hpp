#pragma once

#include <etch/kernel/arithmetic/unary_functions.hpp>
#include <etch/kernel/layer/along_channels.hpp>
#include <etch/op/log_softmax.hpp>

namespace ETCH_NAMESPACE {

/// log_softmax in every format that it has and any layout.
struct log_softmax_generic : kernel_base {
  using op = ops::log_softmax;
  static constexpr const char* name = "log_softmax_generic";

  template <class C>
  static constexpr auto pack() {
    using out = typename C::template out<>;
    constexpr format x = C::template in<0>::is.number, y = out::is.number;
    if constexpr (is_real(x)) return single{};
    else return of_codes<typename out::storage>{x, y};
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    along_channels<C>(a, rows, kernel_constants<log_softmax_generic, C>(a));
  }

 private:
  struct single {
    template <class X, class Y>
    constexpr void operator()(int channels, const X& x, const Y& y) const {
      float largest = x(0);
      for (int c = 1; c < channels; ++c) largest = maximum<float>(largest, x(c));
      float sum = 0;
      for (int c = 0; c < channels; ++c) sum += exponential(x(c) - largest);
      const float logarithm = logarithm_of(sum);
      for (int c = 0; c < channels; ++c) y(c, x(c) - largest - logarithm);
    }
  };
  /// LiteRT's of 8 bits: powers from a table, the rest in single precision.
  template <class Code>
  struct of_codes {
    float power[256]{};  ///< e to codes below the largest
    float unit, unit_of_y, ratio;
    std::int32_t zero;

    constexpr of_codes(const format& x, const format& y)
        : unit(static_cast<float>(x.unit())),
          unit_of_y(static_cast<float>(y.unit())),
          ratio(unit / unit_of_y),
          zero(y.zero) {
      for (int i = 0; i < 256; ++i) {
        const float number = -unit * static_cast<float>(i);
        power[i] = number < -200.0F
                       ? 0.0F
                       : static_cast<float>(natural_exponential(static_cast<double>(number)));
      }
    }
    template <class X, class Y>
    constexpr void operator()(int channels, const X& x, const Y& y) const {
      std::int32_t largest = x(0);
      for (int c = 1; c < channels; ++c) largest = maximum<std::int32_t>(largest, x(c));
      float sum = 0;
      for (int c = 0; c < channels; ++c) sum += power[largest - x(c)];
      const float top = unit * static_cast<float>(largest);
      const float offset = (top + logarithm_of(sum)) / unit_of_y;
      for (int c = 0; c < channels; ++c) {
        const float scaled = ratio * static_cast<float>(x(c));
        const auto steps = static_cast<std::int32_t>(
            round_real(static_cast<double>(scaled - offset), rounding::half_even));
        constexpr std::int32_t high = static_cast<Code>(-1) > 0 ? 255 : 127;
        y(c, static_cast<Code>(clamp<std::int32_t>(steps + zero, high - 255, high)));
      }
    }
  };
};

}  // namespace ETCH_NAMESPACE
