// The machines that a network can be placed on, as a chain of fallbacks: a target runs every
// kernel of its own list, then those of the target it falls back to, down to `generic`.
#pragma once

#include <etch/base/features.hpp>

namespace etch::inline ETCH_ABI {

/// Any machine with a C++20 compiler.
struct generic {
  static constexpr const char* name = "generic";
};

/// Armv6-M: no long multiply, no saturation.
struct cortex_m0 {
  static constexpr const char* name = "cortex-m0";
  using falls_back_to = generic;
};

/// Armv7E-M: the DSP instructions of Cortex-M4, M7 and M33.
struct arm_v7em {
  static constexpr const char* name = "armv7e-m";
  using falls_back_to = generic;
};
struct cortex_m4 {
  static constexpr const char* name = "cortex-m4";
  using falls_back_to = arm_v7em;
};

/// Armv8-A with Advanced SIMD.
struct aarch64 {
  static constexpr const char* name = "aarch64";
  using falls_back_to = generic;
};
/// Armv8.2-A with SDOT and UDOT.
struct aarch64_dotprod {
  static constexpr const char* name = "aarch64+dotprod";
  using falls_back_to = aarch64;
};

/// A 64-bit PC.
struct x86_64 {
  static constexpr const char* name = "x86-64";
  using falls_back_to = generic;
};

namespace detail {
constexpr auto pick_target() {
#if ETCH_HAS_DSP && ETCH_HAS_M_PROFILE
  return cortex_m4{};
#elif ETCH_HAS_M_PROFILE && !ETCH_HAS_LONG_MULTIPLY
  return cortex_m0{};
#elif ETCH_HAS_DOTPROD
  return aarch64_dotprod{};
#elif ETCH_HAS_NEON
  return aarch64{};
#elif ETCH_HAS_X86
  return x86_64{};
#else
  return generic{};
#endif
}
}  // namespace detail

/// The target that the compiler's flags describe.
using this_target = decltype(detail::pick_target());

}  // namespace etch::inline ETCH_ABI
