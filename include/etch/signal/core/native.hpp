// The core that the compiler's flags describe: the one line where a new core is named.
#pragma once

#include <etch/signal/core/aarch64.hpp>
#include <etch/signal/core/armv6m.hpp>
#include <etch/signal/core/armv7em.hpp>
#include <etch/signal/core/armv81m.hpp>

namespace ETCH_NAMESPACE::signal {

namespace detail {
constexpr auto pick_core() {
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

using native_core = decltype(detail::pick_core());

}  // namespace ETCH_NAMESPACE::signal
