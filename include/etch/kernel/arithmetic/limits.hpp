#pragma once

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {

/// Codes low .. high.
template <class T>
struct limits {
  T low;
  T high;
};
/// The code of a number that may lie outside the limits.
template <class T>
constexpr T code_within(int code, const limits<T>& l) {
  if (static_cast<double>(code) < static_cast<double>(l.low)) return l.low;
  if (static_cast<double>(code) > static_cast<double>(l.high)) return l.high;
  return static_cast<T>(code);
}
}  // namespace ETCH_NAMESPACE
