// What conv2d and dense in single precision by the FPU of Cortex-M4, M7, M33 and M55 share: numbers
// one by one for float_tiles.hpp.
#pragma once

#include <etch/format/bf16.hpp>
#include <etch/format/e4m3.hpp>
#include <etch/format/e5m2.hpp>
#include <etch/format/f16.hpp>
#include <etch/kernel/armv7em/core.hpp>
#include <etch/kernel/layer/float_tiles.hpp>

namespace ETCH_NAMESPACE {

namespace armv7em {

/// One float, and how codes are read.
struct one_float : vectors::single_float {
#if ETCH_HAS_M_SINGLE
  /// Two codes of 16 bits, which are a word at any address.
  ETCH_GLUE static void load_pair(const minifloat_code<bf16_description>* from, float* to) {
    const std::uint32_t word = load_word(from);
    to[0] = __builtin_bit_cast(float, word << 16);
    to[1] = __builtin_bit_cast(float, word & 0xffff0000);
  }
  ETCH_GLUE static void load_pair(const minifloat_code<f16_description>* from, float* to) {
    halves(load_word(from), to[0], to[1]);
  }
  /// Codes of Count filters: pairs of them, or four of 8 bits, which are a word.
  template <int Count, class D>
  requires(Count % 2 == 0 && D::exponent + D::mantissa == 15)
  ETCH_GLUE static void load_all(const minifloat_code<D>* from, float* to) {
    unroll<Count / 2>([&]<int I>()
                          __attribute__((always_inline)) { load_pair(from + 2 * I, to + 2 * I); });
  }
  template <int Count>
  requires(Count % 4 == 0)
  ETCH_GLUE static void load_all(const minifloat_code<e5m2_description>* from, float* to) {
    unroll<Count / 4>([&]<int I>() __attribute__((always_inline)) {
      const std::uint32_t word = load_word(from + 4 * I);
      halves(word << 8 & 0xff00ff00, to[4 * I], to[4 * I + 2]);
      halves(word & 0xff00ff00, to[4 * I + 1], to[4 * I + 3]);
    });
  }
  ETCH_GLUE static void load_pair(const minifloat_code<e4m3_description>* from, float* to) {
    std::uint16_t both;
    __builtin_memcpy(&both, from, 2);
    const std::uint32_t apart = (both | std::uint32_t{both} << 8) & 0x00ff00ff;
    halves(halves_of_even(apart, with_nan(apart & 0x007f007f)), to[0], to[1]);
  }
  template <int Count>
  requires(Count % 4 == 0)
  ETCH_GLUE static void load_all(const minifloat_code<e4m3_description>* from, float* to) {
    unroll<Count / 4>([&]<int I>() __attribute__((always_inline)) {
      const std::uint32_t word = load_word(from + 4 * I), sizes = with_nan(word & 0x7f7f7f7f);
      halves(halves_of_even(word, sizes & 0x00ff00ff), to[4 * I], to[4 * I + 2]);
      halves((sizes >> 8 & 0x00ff00ff) << 7 | (word & 0x80008000), to[4 * I + 1], to[4 * I + 3]);
    });
  }
  ETCH_GLUE static float read(minifloat_code<f16_description> code) { return half(code.bits); }
  ETCH_GLUE static float read(minifloat_code<e5m2_description> code) {
    return half(std::uint32_t{code.bits} << 8);  // the upper half of one
  }
  ETCH_GLUE static float read(minifloat_code<e4m3_description> code) {
    return half(halves_of_even(code.bits, with_nan(code.bits & 0x7fU)));
  }
  /// What numbers that are read are times those that codes of D stand for. A half of the bits of
  /// e4m3 is 2^-8 of its number.
  template <class D>
  static constexpr float unit(const minifloat_code<D>*) {
    return __is_same(D, e4m3_description) ? 1 / 256.0F : 1;
  }

 private:
  /// Sizes of codes of e4m3, NaN as a size above those of all halves that are numbers.
  ETCH_GLUE static std::uint32_t with_nan(std::uint32_t sizes) {
    return sizes + ((sizes + 0x01010101) & 0x80808080);
  }
  /// The halves of codes in the lower byte of each half of a word, whose sizes are told.
  ETCH_GLUE static std::uint32_t halves_of_even(std::uint32_t codes, std::uint32_t sizes) {
    return sizes << 7 | (codes & 0x00800080) << 8;
  }
  /// The numbers of half precision in both halves of a word.
  ETCH_GLUE static void halves(std::uint32_t word, float& low, float& high) {
    const auto both = __builtin_bit_cast(float, word);
    __asm("vcvtb.f32.f16 %0, %1" : "=t"(low) : "t"(both));
    __asm("vcvtt.f32.f16 %0, %1" : "=t"(high) : "t"(both));
  }
  /// The number of half precision that the lower bits are.
  ETCH_GLUE static float half(std::uint32_t bits) {
    float x;
    __asm("vcvtb.f32.f16 %0, %1" : "=t"(x) : "t"(__builtin_bit_cast(float, bits)));
    return x;
  }
#endif
};

/// Base of kernel K, which runs Op.
template <class K, class Op>
struct vmul_kernel : vectors::float_kernel<K, Op> {
  static constexpr bool fuses = true;  // by VFMA
  /// Filters that are summed together: as many as 16 sums of pixels leave, or 8 of a single one,
  /// and none that there are not. In groups of which none is a divisor but 1 fewer come last.
  static constexpr int block(const window_geometry& g) {
    const int most = g.ow >= 4 ? 4 : 8, all = g.oc / g.groups;
    int filters = most;
    while (all % filters != 0) --filters;
    return g.groups > 1 && filters == 1 ? minimum(most, all) : filters;
  }
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    vmul_kernel::template run_tiles<one_float, 16, C>(a, rows);
  }
};

}  // namespace armv7em

}  // namespace ETCH_NAMESPACE
