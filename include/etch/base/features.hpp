// What the compiler and its flags offer: the only file that reads predefined macros, and the only
// one that defines them. Every other file asks ETCH_HAS_...
#pragma once

/// Saturating and dual 16-bit multiply instructions of Armv7E-M (SMLAD, SSAT, SXTB16).
#if defined(__ARM_FEATURE_DSP) && defined(__ARM_FEATURE_SIMD32) && defined(__thumb2__)
#define ETCH_HAS_DSP 1
#else
#define ETCH_HAS_DSP 0
#endif

/// Advanced SIMD of AArch64.
#if defined(__aarch64__) && defined(__ARM_NEON)
#define ETCH_HAS_NEON 1
#else
#define ETCH_HAS_NEON 0
#endif

/// SDOT and UDOT of AArch64 (FEAT_DotProd).
#if ETCH_HAS_NEON && defined(__ARM_FEATURE_DOTPROD)
#define ETCH_HAS_DOTPROD 1
#else
#define ETCH_HAS_DOTPROD 0
#endif

/// 32 x 32 -> 64 bit multiplication in one instruction (all but Armv6-M).
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__)
#define ETCH_HAS_LONG_MULTIPLY 0
#else
#define ETCH_HAS_LONG_MULTIPLY 1
#endif

/// A 32-bit machine of the M profile.
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define ETCH_HAS_M_PROFILE 1
#else
#define ETCH_HAS_M_PROFILE 0
#endif

#if defined(__x86_64__)
#define ETCH_HAS_X86 1
#else
#define ETCH_HAS_X86 0
#endif

// One object file a set of features: the name of the inline namespace says which, so that objects
// compiled with other flags never share an inline function.
#define ETCH_JOIN_(a, b, c, d, e, f) abi_##a##b##c##d##e##f
#define ETCH_JOIN(a, b, c, d, e, f) ETCH_JOIN_(a, b, c, d, e, f)
#define ETCH_ABI                                                                   \
  ETCH_JOIN(ETCH_HAS_DSP, ETCH_HAS_NEON, ETCH_HAS_DOTPROD, ETCH_HAS_LONG_MULTIPLY, \
            ETCH_HAS_M_PROFILE, ETCH_HAS_X86)

/// A kernel is one function in the object file; the glue around it is none.
#if defined(__clang__)
#define ETCH_KERNEL [[gnu::noinline]]
#else
#define ETCH_KERNEL [[gnu::noinline, gnu::noclone]]
#endif
#define ETCH_GLUE [[gnu::always_inline]] inline

#define ETCH_RESTRICT __restrict
