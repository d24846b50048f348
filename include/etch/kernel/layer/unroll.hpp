// Loops that are unrolled by the compiler's front end: registers in an array stay registers.
#pragma once

#include <etch/base/list.hpp>

namespace ETCH_NAMESPACE {

/// Calls f.operator()<0>() .. f.operator()<N - 1>() in order, all inline.
template <int N, class F>
ETCH_GLUE void unroll([[maybe_unused]] F&& f) {
  [&]<int... I>(detail::indices<I...>)
      __attribute__((always_inline)) { (f.template operator()<I>(), ...); }(detail::first<N>{});
}

}  // namespace ETCH_NAMESPACE
