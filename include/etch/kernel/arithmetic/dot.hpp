#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// The sum by Math of (x[i] - x_zero) w[i], 0 <= i < count.
template <class Math, class X, class W>
ETCH_GLUE constexpr auto dot(const X* x, int x_zero, const W* w, int count) {
  auto sum = Math::zero();
  const auto add = [&](int i) __attribute__((always_inline)) {
    sum = Math::multiply_add(sum, Math::read(x[i], x_zero), Math::read(w[i], 0));
  };
  for (; count >= 4; count -= 4, x += 4, w += 4) add(0), add(1), add(2), add(3);
  for (int i = 0; i < count; ++i) add(i);
  return sum;
}

}  // namespace ETCH_NAMESPACE
