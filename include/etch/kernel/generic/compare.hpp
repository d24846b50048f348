#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/broadcast_loops.hpp>
#include <etch/op/compare.hpp>

namespace ETCH_NAMESPACE {

/// compare in any format and layout.
struct compare_generic : pair_kernel<compare_generic> {
  using op = ops::compare;
  static constexpr const char* name = "compare_generic";

  template <class C>
  static constexpr auto pack() {
    using in = typename C::template in<0>;
    using other = typename C::template in<1>;
    constexpr format a = in::is.number, b = other::is.number;
    constexpr comparison by = C::attributes.by;
    if constexpr (is_real(a)) {
      return reals<by, in, other>{};
    } else if constexpr (is_scaled(a) && a.bits > 8 && by >= comparison::less) {
      const double most = maximum(a.unit(), b.unit());
      return in_units<by>{{quantise_unit(a.unit() / most), quantise_unit(b.unit() / most)},
                          {a.zero, b.zero}};
    } else if constexpr (is_scaled(a)) {
      return rounded<by>{{quantise_factor(a.unit()), quantise_factor(b.unit())}, {a.zero, b.zero}};
    } else {
      constexpr int fine = maximum(a.frac, b.frac);
      return aligned<by>{{fine - a.frac, fine - b.frac}};
    }
  }

 private:
  template <comparison By, class T>
  static constexpr std::uint8_t holds(T a, T b) {
    switch (By) {
      case comparison::equal: return a <= b && a >= b ? 1 : 0;
      case comparison::not_equal: return a <= b && a >= b ? 0 : 1;
      case comparison::less: return a < b ? 1 : 0;
      case comparison::less_equal: return a <= b ? 1 : 0;
      case comparison::greater: return a > b ? 1 : 0;
      default: return a >= b ? 1 : 0;
    }
  }
  template <comparison By, class A, class B>
  struct reals {
    constexpr std::uint8_t operator()(typename A::storage a, typename B::storage b) const {
      return holds<By>(read_float<A>(a), read_float<B>(b));
    }
  };
  /// q, in units of the finer value.
  template <comparison By>
  struct aligned {
    int left[2];
    constexpr std::uint8_t operator()(std::int64_t a, std::int64_t b) const {
      return holds<By>(a * (std::int64_t{1} << left[0]), b * (std::int64_t{1} << left[1]));
    }
  };
  /// Affine of 16 bits, in units of 2^-31 of the larger scale.
  template <comparison By>
  struct in_units {
    std::int64_t unit[2];
    std::int32_t zero[2];
    constexpr std::uint8_t operator()(std::int32_t a, std::int32_t b) const {
      return holds<By>((a - zero[0]) * unit[0], (b - zero[1]) * unit[1]);
    }
  };
  static constexpr std::int64_t quantise_unit(double share) {
    return round_half_away(share * 2147483648.0);
  }
  /// TensorFlow Lite's, in units of 1/256.
  template <comparison By>
  struct rounded {
    fixed_point_factor in[2];
    std::int32_t zero[2];
    constexpr std::uint8_t operator()(std::int32_t a, std::int32_t b) const {
      return holds<By>(scale_double_rounding((a - zero[0]) * 256, in[0]),
                       scale_double_rounding((b - zero[1]) * 256, in[1]));
    }
  };
};

}  // namespace ETCH_NAMESPACE
