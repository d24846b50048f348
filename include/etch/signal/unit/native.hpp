// The unit that the compiler's flags describe: the one line where a new unit is named.
#pragma once

#include <etch/signal/unit/aarch64.hpp>
#include <etch/signal/unit/armv6m.hpp>
#include <etch/signal/unit/armv7em.hpp>
#include <etch/signal/unit/armv81m.hpp>

namespace ETCH_NAMESPACE::signal {

namespace detail {
constexpr auto pick_unit() {
#if ETCH_HAS_MVE
  return armv81m{};
#elif ETCH_HAS_NEON
  return aarch64{};
#elif ETCH_HAS_DSP
  return armv7em{};
#elif !ETCH_HAS_LONG_MULTIPLY
  return armv6m{};
#else
  return scalar{};
#endif
}
}  // namespace detail

using native_unit = decltype(detail::pick_unit());

}  // namespace ETCH_NAMESPACE::signal
