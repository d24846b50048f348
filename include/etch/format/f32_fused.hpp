#pragma once

#include <etch/base/features.hpp>
#include <etch/format/f32.hpp>
#include <etch/format/parts.hpp>

namespace ETCH_NAMESPACE {

/// Single precision of codes that it holds; a product is added in one rounding to even, as fmaf()
/// of C and the FMA instructions of machines do. Where there is none, 53 bits that are rounded to
/// odd give the same number.
struct fused_single_arithmetic : float_arithmetic {
  static constexpr bool rounds_once = true;
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    if (__builtin_is_constant_evaluated()) {
      return float_of(etch::add(parts_of(a), multiply(parts_of(x), parts_of(w))));
    }
#if ETCH_HAS_FMA
    return __builtin_fmaf(x, w, a);
#else
    const double product = static_cast<double>(x) * static_cast<double>(w);  // exact
    const double total = product + static_cast<double>(a), part = total - product;
    const double error = (product - (total - part)) + (static_cast<double>(a) - part);
    auto bits = __builtin_bit_cast(std::uint64_t, total);
    const bool is_inexact = error < 0 || error > 0, is_larger = (error < 0) == (total < 0);
    if (is_inexact && (bits & 1) == 0) bits = is_larger ? bits + 1 : bits - 1;
    return static_cast<float>(__builtin_bit_cast(double, bits));
#endif
  }
};

/// The kind of f32_fused.
struct f32_fused_kind : f32_kind {
  static constexpr const char* name = "f32_fused";
  using arithmetic = fused_single_arithmetic;
};

/// IEEE 754 single precision whose sums of products take each product in one rounding.
struct f32_fused {
  using kind = f32_fused_kind;
  static constexpr int bits = 32;
  static constexpr format descriptor{.kind = &format_id<f32_fused_kind>, .bits = 32};
};

/// Whether codes of kind K are numbers in single precision themselves.
template <class K>
inline constexpr bool is_single = __is_same(K, f32_kind) || __is_same(K, f32_fused_kind);

}  // namespace ETCH_NAMESPACE
