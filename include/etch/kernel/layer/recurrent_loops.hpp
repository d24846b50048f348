// The loop of recurrent layers of one state.
#pragma once

#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

/// The code of real 0.
template <class V>
constexpr typename V::storage real_zero() {
  return static_cast<typename V::storage>(V::kind::encode(V::is.number, 0.0));
}

/// Calls step(y, x, before) for each step of the sequences `rows` of call C: y is the state after
/// the one `before`, and x the value there. Input Hidden of C is the state at first, 0 where Hidden
/// is -1; where C is stateful it is given the last one.
template <class C, int Hidden, class A, class Step>
constexpr void step_by_step(const A& a, row_block rows, const Step& step) {
  using in = typename C::template in<0>;
  using out = typename C::template out<>;
  using storage = typename out::storage;
  constexpr int steps = in::is.shape.d[1], inputs = in::is.shape.d[2], units = out::is.shape.c();
  for (int r = rows.first; r < rows.first + rows.count; ++r) {
    const typename in::storage* x = a.template in<0>() + r * steps * inputs;
    storage* y = a.template out<0>() + r * steps * units;
    storage zeros[Hidden < 0 ? units : 1];
    const storage* before = zeros;
    if constexpr (Hidden < 0) {
      for (int j = 0; j < units; ++j) zeros[j] = real_zero<out>();
    } else if constexpr (C::template in<Hidden>::is.is_constant) {
      before = constant_codes<C, Hidden>::value.code + r * units;
    } else {
      before = a.template in<Hidden>() + r * units;
    }
    for (int t = 0; t < steps; ++t, x += inputs, before = y, y += units) step(y, x, before);
    if constexpr (C::attributes.stateful != 0) {
      storage* const kept = a.template state<Hidden>() + r * units;
      for (int j = 0; j < units; ++j) kept[j] = before[j];
    }
  }
}

}  // namespace ETCH_NAMESPACE
