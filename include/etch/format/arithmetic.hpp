// How products of two numbers are summed: the inner arithmetic of every generic kernel.
#pragma once

#include <cstdint>

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

/// sum += x * w by Math.
template <class Math, class X, class W>
ETCH_GLUE constexpr void accumulate(typename Math::sum& sum, const X& x, const W& w) {
  if constexpr (requires { Math::accumulate(sum, x, w); }) Math::accumulate(sum, x, w);
  else sum = Math::multiply_add(sum, x, w);
}

/// Whether Math takes a product into a sum in one rounding of single precision.
template <class Math>
inline constexpr bool rounds_once = requires { requires Math::rounds_once; };

/// Codes minus their zero point, summed in 32 bits modulo 2^32.
struct integer_arithmetic {
  using sum = std::int32_t;
  using operand = std::int32_t;
  static constexpr sum zero() { return 0; }
  template <class Code>
  static constexpr operand read(Code code, wide_int zero) {
    return static_cast<operand>(code) - zero;
  }
  static constexpr sum add(sum a, sum b) {
    return static_cast<sum>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    return static_cast<sum>(static_cast<std::uint32_t>(a) +
                            static_cast<std::uint32_t>(x) * static_cast<std::uint32_t>(w));
  }
};

/// Codes minus their zero point, summed in 64 bits.
struct wide_integer_arithmetic {
  using sum = std::int64_t;
  using operand = std::int32_t;
  static constexpr sum zero() { return 0; }
  template <class Code>
  static constexpr operand read(Code code, wide_int zero) {
    return static_cast<operand>(code) - zero;
  }
  static constexpr sum add(sum a, sum b) { return a + b; }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    return a + static_cast<sum>(x) * w;
  }
};

/// Single precision of codes that it holds; a product and its addition are rounded one after the
/// other (no fused step).
struct float_arithmetic {
  static constexpr bool sums_are_single = true;
  using sum = float;
  using operand = float;
  static constexpr sum zero() { return 0; }
  template <class Code>
  static constexpr operand read(Code code, int) {
    return static_cast<float>(code);
  }
  static constexpr sum add(sum a, sum b) { return a + b; }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    const float product = x * w;
    return a + product;
  }
};

}  // namespace ETCH_NAMESPACE
