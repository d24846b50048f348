// What the compiler and its flags offer: the only file that reads predefined macros, and the only
// one that defines them. Every other file asks ETCH_HAS_...
#pragma once

// Every header comes here before anything of its own. The file that is missing ends the
// compilation: without it thousands of lines would follow.
#if __cplusplus < 202002L
#error "etch needs C++20: compile with -std=c++20"
#include <etch needs C++20, -std=c++20>
#endif

/// Saturating and dual 16-bit multiply instructions of Armv7E-M (SMLAD, SSAT, SXTB16).
#if defined(__ARM_FEATURE_DSP) && defined(__ARM_FEATURE_SIMD32) && defined(__thumb2__)
#define ETCH_HAS_DSP 1
#else
#define ETCH_HAS_DSP 0
#endif

/// Integer vectors of Armv8.1-M (MVE, Helium). Without its floating-point half, which XNNPACK's
/// rounding alone asks for, ETCH_MVE_KIND is 2.
#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 1)
#define ETCH_HAS_MVE 1
#if __ARM_FEATURE_MVE & 2
#define ETCH_MVE_KIND 1
#else
#define ETCH_MVE_KIND 2
#endif
#else
#define ETCH_HAS_MVE 0
#define ETCH_MVE_KIND 0
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

/// SMMLA, UMMLA and USDOT of AArch64 (FEAT_I8MM).
#if ETCH_HAS_NEON && defined(__ARM_FEATURE_MATMUL_INT8)
#define ETCH_HAS_I8MM 1
#else
#define ETCH_HAS_I8MM 0
#endif

/// BFDOT and BFMMLA of AArch64 (FEAT_BF16).
#if ETCH_HAS_NEON && defined(__ARM_FEATURE_BF16_VECTOR_ARITHMETIC)
#define ETCH_HAS_BF16 1
#else
#define ETCH_HAS_BF16 0
#endif

/// 32 x 32 -> 64 bit multiplication in one instruction (all but Armv6-M and AVR).
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_8M_BASE__) || defined(__AVR__)
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

/// The DWT unit of the M profile with its counter of cycles (not on Armv6-M and Armv8-M Baseline).
#if ETCH_HAS_M_PROFILE && ETCH_HAS_LONG_MULTIPLY
#define ETCH_HAS_DWT 1
#else
#define ETCH_HAS_DWT 0
#endif

/// Armv8-M Mainline and later (Cortex-M33, M55).
#if ETCH_HAS_M_PROFILE && (defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__))
#define ETCH_HAS_V8M_MAIN 1
#else
#define ETCH_HAS_V8M_MAIN 0
#endif

/// Floating point in instructions on the M profile: 1 in single precision, 2 in double too; below
/// Armv8-M only Cortex-M7 has that.
#if !ETCH_HAS_M_PROFILE || !defined(__ARM_FP)
#define ETCH_M_FLOAT 0
#elif __ARM_FP & 8
#define ETCH_M_FLOAT 2
#else
#define ETCH_M_FLOAT 1
#endif
#if ETCH_M_FLOAT > 0
#define ETCH_HAS_M_SINGLE 1
#else
#define ETCH_HAS_M_SINGLE 0
#endif
#if ETCH_M_FLOAT > 1
#define ETCH_HAS_M_DOUBLE 1
#else
#define ETCH_HAS_M_DOUBLE 0
#endif

/// A product of single precision and its addition in one instruction, rounded once.
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA) || defined(__aarch64__)
#define ETCH_HAS_FMA 1
#else
#define ETCH_HAS_FMA 0
#endif

/// x86-64 and how far its vectors go: 1 SSE2, 2 SSE4.1, 3 AVX, 4 AVX2, 5 AVX-512 (BW, DQ, VL).
#if !defined(__x86_64__)
#define ETCH_X86_LEVEL 0
#elif defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define ETCH_X86_LEVEL 5
#elif defined(__AVX2__)
#define ETCH_X86_LEVEL 4
#elif defined(__AVX__)
#define ETCH_X86_LEVEL 3
#elif defined(__SSE4_1__)
#define ETCH_X86_LEVEL 2
#else
#define ETCH_X86_LEVEL 1
#endif

#if ETCH_X86_LEVEL > 0
#define ETCH_HAS_X86 1
#else
#define ETCH_HAS_X86 0
#endif
#if ETCH_X86_LEVEL >= 4
#define ETCH_HAS_AVX2 1
#else
#define ETCH_HAS_AVX2 0
#endif
#if ETCH_X86_LEVEL >= 5
#define ETCH_HAS_AVX512 1
#else
#define ETCH_HAS_AVX512 0
#endif

/// VPDPBUSD on vectors of 256 bits: of AVX-VNNI, or of AVX512-VNNI, which has it of 512 bits too.
#if ETCH_HAS_AVX2 && (defined(__AVXVNNI__) || (ETCH_HAS_AVX512 && defined(__AVX512VNNI__)))
#define ETCH_HAS_VNNI 1
#else
#define ETCH_HAS_VNNI 0
#endif
#if ETCH_HAS_AVX512 && defined(__AVX512VNNI__)
#define ETCH_HAS_AVX512_VNNI 1
#else
#define ETCH_HAS_AVX512_VNNI 0
#endif
/// VDPBF16PS of AVX512-BF16.
#if ETCH_HAS_AVX512 && defined(__AVX512BF16__)
#define ETCH_HAS_AVX512_BF16 1
#else
#define ETCH_HAS_AVX512_BF16 0
#endif

/// xsimd, where its header is found, on the machines that it serves. ETCH_USE_XSIMD=0 leaves it
/// out: the header costs the compiler time and memory in each translation unit.
#if defined(ETCH_USE_XSIMD) && 0 - ETCH_USE_XSIMD - 1 == -1  // not where it is defined as nothing
#define ETCH_HAS_XSIMD 0
#elif (ETCH_HAS_X86 || ETCH_HAS_NEON) && __has_include(<xsimd/xsimd.hpp>)
#define ETCH_HAS_XSIMD 1
#else
#define ETCH_HAS_XSIMD 0
#endif

/// Boost.Hana, for lists of types in the hands of users and tests; nothing that runs depends on it.
#if __has_include(<boost/hana/tuple.hpp>)
#define ETCH_HAS_HANA 1
#else
#define ETCH_HAS_HANA 0
#endif

/// Every comparison of addresses is a constant, sanitizers or not (base/address.hpp).
#if defined(__clang__)
#define ETCH_HAS_CONSTANT_ADDRESSES 1
#else
#define ETCH_HAS_CONSTANT_ADDRESSES 0
#endif

/// Loads of four vectors into registers that follow one another cost no moves: clang 19 stores sums
/// to the stack for them where 16 are in use.
#if defined(__clang__)
#define ETCH_HAS_REGISTER_TUPLES 0
#else
#define ETCH_HAS_REGISTER_TUPLES 1
#endif

/// Compiled with -Os or -Oz: kernels that buy speed with flash are left out.
#ifdef __OPTIMIZE_SIZE__
#define ETCH_SAVES_FLASH 1
#else
#define ETCH_SAVES_FLASH 0
#endif

// One object file a set of features: the name of the inline namespace says which, so that objects
// compiled with other flags never share an inline function.
/// The features that change code and that no other implies, a digit each: a new one is an entry.
#define ETCH_ABI                                                                          \
  ETCH_JOIN(ETCH_HAS_DSP, ETCH_MVE_KIND, ETCH_HAS_NEON, ETCH_HAS_DOTPROD, ETCH_HAS_I8MM,  \
            ETCH_HAS_BF16, ETCH_HAS_LONG_MULTIPLY, ETCH_HAS_M_PROFILE, ETCH_HAS_V8M_MAIN, \
            ETCH_M_FLOAT, ETCH_X86_LEVEL, ETCH_HAS_VNNI, ETCH_HAS_AVX512_VNNI,            \
            ETCH_HAS_AVX512_BF16, ETCH_HAS_XSIMD, ETCH_SAVES_FLASH)
// Joins up to 20 digits; one more names a macro that is not there.
#define ETCH_JOIN(...) ETCH_JOIN_(__VA_ARGS__, , , , , , , , , , , , , , , , , , , , , )
#define ETCH_JOIN_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, over, ...) \
  ETCH_JOINED##over(abi_##a##b##c##d##e##f##g##h##i##j##k##l##m##n##o##p##q##r##s##t)
#define ETCH_JOINED(name) name
/// `namespace ETCH_NAMESPACE {`: the library's namespace, in a form that ctags reads too.
#define ETCH_NAMESPACE etch::inline ETCH_ABI

/// A kernel is one function in the object file; the glue around it is none.
#if defined(__clang__)
#define ETCH_KERNEL [[gnu::noinline]]
#else  // from what it learns of bodies g++ 12 drops calls: of kernels by AVX2, of svdf at -O1
#define ETCH_KERNEL [[gnu::noipa]]
#endif
#define ETCH_GLUE [[gnu::always_inline]] inline
