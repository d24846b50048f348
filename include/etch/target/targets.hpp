// The machines that a network can be placed on, as a chain of fallbacks: a target runs every
// kernel of its own list, then those of the target it falls back to, down to `generic`.
#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// Any machine with a C++20 compiler.
struct generic {
  static constexpr const char* name = "generic";
  static constexpr int channel_step = 1;
};

/// Armv6-M and Armv8-M Baseline (Cortex-M0, M0+, M1, M23): no long multiply, no saturation.
struct cortex_m0 {
  static constexpr const char* name = "cortex-m0";
  static constexpr int channel_step = 4;
  using falls_back_to = generic;
};

/// Armv7-M: long multiply and saturation, no DSP instructions.
struct cortex_m3 {
  static constexpr const char* name = "cortex-m3";
  static constexpr int channel_step = 4;
  using falls_back_to = generic;
};

/// Armv7E-M: the DSP instructions of Cortex-M4, M7 and M33.
struct arm_v7em {
  static constexpr const char* name = "armv7e-m";
  static constexpr int channel_step = 4;
  using falls_back_to = generic;
};
/// With a single-precision FPU or without one.
struct cortex_m4 {
  static constexpr const char* name = "cortex-m4";
  using falls_back_to = arm_v7em;
};

/// Double precision besides; the flags of one with single precision describe a cortex_m4.
struct cortex_m7 {
  static constexpr const char* name = "cortex-m7";
  using falls_back_to = arm_v7em;
};
/// Armv8-M Mainline with the DSP extension.
struct cortex_m33 {
  static constexpr const char* name = "cortex-m33";
  using falls_back_to = arm_v7em;
};

/// Armv8.1-M with integer vectors (MVE, Helium), which imply the DSP extension.
struct arm_v8_1m_mve {
  static constexpr const char* name = "armv8.1-m+mve";
  static constexpr int channel_step = 4;
  using falls_back_to = arm_v7em;
};
/// The machines that have them; the flags of all describe a cortex_m55.
struct cortex_m52 {
  static constexpr const char* name = "cortex-m52";
  using falls_back_to = arm_v8_1m_mve;
};
/// The same with vectors of f32, which no kernel asks for.
struct cortex_m55 {
  static constexpr const char* name = "cortex-m55";
  using falls_back_to = arm_v8_1m_mve;
};
/// The same as a machine.
struct cortex_m85 {
  static constexpr const char* name = "cortex-m85";
  using falls_back_to = arm_v8_1m_mve;
};

/// Armv8-A with Advanced SIMD.
struct aarch64 {
  static constexpr const char* name = "aarch64";
  static constexpr int channel_step = 16;
  using falls_back_to = generic;
};
/// Armv8.2-A with SDOT and UDOT.
struct aarch64_dotprod {
  static constexpr const char* name = "aarch64+dotprod";
  using falls_back_to = aarch64;
};
/// With SMMLA, UMMLA and USDOT besides.
struct aarch64_i8mm {
  static constexpr const char* name = "aarch64+i8mm";
  using falls_back_to = aarch64_dotprod;
};
/// Armv8.6-A: with BFDOT and BFMMLA besides. BF16 without I8MM is no target of its own.
struct aarch64_bf16 {
  static constexpr const char* name = "aarch64+i8mm+bf16";
  using falls_back_to = aarch64_i8mm;
};

/// A 64-bit PC.
struct x86_64 {
  static constexpr const char* name = "x86-64";
  static constexpr int channel_step = 16;
  using falls_back_to = generic;
};
/// With AVX2.
struct x86_64_v3 {
  static constexpr const char* name = "x86-64-v3";
  using falls_back_to = x86_64;
};
/// With VPDPBUSD on vectors of 256 bits besides (AVX-VNNI).
struct x86_64_v3_vnni {
  static constexpr const char* name = "x86-64-v3+vnni";
  using falls_back_to = x86_64_v3;
};
/// With AVX-512 (BW, DQ, VL), whose first machines have no VPDPBUSD.
struct x86_64_v4 {
  static constexpr const char* name = "x86-64-v4";
  using falls_back_to = x86_64_v3;
};
/// With VPDPBUSD on vectors of any width besides (AVX512-VNNI).
struct x86_64_v4_vnni {
  static constexpr const char* name = "x86-64-v4+vnni";
  using falls_back_to = x86_64_v4;
};
/// With VDPBF16PS besides. BF16 without VNNI is no target of its own.
struct x86_64_v4_bf16 {
  static constexpr const char* name = "x86-64-v4+vnni+bf16";
  using falls_back_to = x86_64_v4_vnni;
};

/// Channels that the kernels of target T take at once: where a network leaves some out, it keeps
/// whole steps of them. A target that says nothing has the step of what it falls back to.
template <class T>
inline constexpr int channel_step = channel_step<typename T::falls_back_to>;
template <class T>
requires requires { T::channel_step; }
inline constexpr int channel_step<T> = T::channel_step;

namespace detail {
constexpr auto pick_target() {
#if ETCH_HAS_MVE
  return cortex_m55{};
#elif ETCH_HAS_DSP && ETCH_HAS_V8M_MAIN
  return cortex_m33{};
#elif ETCH_HAS_DSP && ETCH_HAS_M_DOUBLE
  return cortex_m7{};
#elif ETCH_HAS_DSP && ETCH_HAS_M_PROFILE
  return cortex_m4{};
#elif ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
  return cortex_m3{};
#elif ETCH_HAS_M_PROFILE
  return cortex_m0{};
#elif ETCH_HAS_DOTPROD && ETCH_HAS_I8MM && ETCH_HAS_BF16
  return aarch64_bf16{};
#elif ETCH_HAS_DOTPROD && ETCH_HAS_I8MM
  return aarch64_i8mm{};
#elif ETCH_HAS_DOTPROD
  return aarch64_dotprod{};
#elif ETCH_HAS_NEON
  return aarch64{};
#elif ETCH_HAS_AVX512_VNNI && ETCH_HAS_AVX512_BF16
  return x86_64_v4_bf16{};
#elif ETCH_HAS_AVX512_VNNI
  return x86_64_v4_vnni{};
#elif ETCH_HAS_AVX512
  return x86_64_v4{};
#elif ETCH_HAS_VNNI
  return x86_64_v3_vnni{};
#elif ETCH_HAS_AVX2
  return x86_64_v3{};
#elif ETCH_HAS_X86
  return x86_64{};
#else
  return generic{};
#endif
}
}  // namespace detail

/// The target that the compiler's flags describe.
using this_target = decltype(detail::pick_target());

}  // namespace ETCH_NAMESPACE
