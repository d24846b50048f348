#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/hard_swish.hpp>

namespace ETCH_NAMESPACE {

/// hard_swish in every format that it has and any layout.
struct hard_swish_generic : element_kernel<hard_swish_generic> {
  using op = ops::hard_swish;
  static constexpr const char* name = "hard_swish_generic";

  template <class C>
  static constexpr auto pack() {
    using out = typename C::template out<>;
    constexpr format x = C::template in<0>::is.number, y = out::is.number;
    if constexpr (is_f32(y)) {
      return float_swish{};
    } else {
      // in single precision, as TensorFlow Lite Micro prepares them
      const float fine = 1.0F / 128.0F * static_cast<float>(x.unit());
      const auto factor = [&](float unit) {
        const fixed_point_factor f = quantise_factor(static_cast<double>(fine / unit));
        return fixed_point_factor{short_multiplier(f), f.shift};
      };
      constexpr auto l = output_limits<C>();
      return factor_swish<typename out::storage>{factor(static_cast<float>(y.unit())),
                                                 factor(3.0F / 32768.0F), x.zero, y.zero, l};
    }
  }

 private:
  struct float_swish {
    constexpr float operator()(float x, int) const {
      return x * minimum(6.0F, maximum(0.0F, x + 3)) / 6;
    }
  };
  static constexpr std::int32_t saturated(std::int32_t x) {
    return clamp<std::int32_t>(x, -32768, 32767);
  }
  /// The rounding doubling high product of 16-bit numbers, which rounds ties up.
  static constexpr std::int32_t high_product(std::int32_t a, std::int32_t b) {
    const std::int32_t product = a * b;
    return (product + (product >= 0 ? 16384 : -16383)) / 32768;
  }
  template <class T>
  struct factor_swish {
    /// multiplier * 2^(shift - 15) from 1/128 steps of x: to y, and of 3 to 2^15
    fixed_point_factor out, gate;
    std::int32_t zero, y_zero;
    limits<T> l;

    constexpr T operator()(T code, int) const {
      const std::int32_t x = (code - zero) * 128;
      // the share of x that passes, 0 to 2^15 for x from -3 to 3
      std::int32_t share = x;
      if (gate.shift > 0)
        share = saturated(share * (std::int32_t{1} << minimum(gate.shift - 1, 15)));
      share = high_product(share, gate.multiplier);
      if (gate.shift > 0) share = saturated(share * 2);
      if (gate.shift < 0) share = shift_half_away(share, -gate.shift);
      share = (share + (std::int32_t{1} << 15)) >> 1;
      const std::int32_t y = share * high_product(x, out.multiplier) / (std::int32_t{1} << 15);
      return static_cast<T>(
          clamp<std::int32_t>(shift_half_away(y, -out.shift) + y_zero, l.low, l.high));
    }
  };
};

}  // namespace ETCH_NAMESPACE
