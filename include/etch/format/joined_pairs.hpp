// Sums that take products two by two.
#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// Products in the order of the weights, joined two by two: Join(sum, x, w) adds x[0] w[0] and
/// x[1] w[1]. The last of an odd number has +0 beside it. Cells in the padding count for none. The
/// bias is added in single precision.
template <float Join(float sum, const float (&x)[2], const float (&w)[2])>
struct joined_pairs {
  static constexpr bool sums_are_single = true;
  using operand = float;
  /// A sum, and the first of a pair where its second has not come.
  struct sum {
    float total = 0;
    float x = 0, w = 0;
    bool is_open = false;

    constexpr sum() = default;
    constexpr sum(float all) : total(all) {}  // NOLINT(google-explicit-constructor): a bias is one
    constexpr explicit operator float() const {
      return is_open ? Join(total, {x, 0}, {w, 0}) : total;
    }
  };
  static constexpr sum zero() { return {}; }
  template <class Code>
  static constexpr operand read(Code code, int) {
    return static_cast<float>(code);
  }
  static constexpr sum add(const sum& a, const sum& b) {
    return static_cast<float>(a) + static_cast<float>(b);
  }
  static constexpr sum multiply_add(sum a, operand x, operand w) {
    if (a.is_open) return Join(a.total, {a.x, x}, {a.w, w});
    a.x = x, a.w = w, a.is_open = true;
    return a;
  }
};

}  // namespace ETCH_NAMESPACE
