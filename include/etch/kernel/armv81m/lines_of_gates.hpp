// sigmoid and tanh of eight gates by vectors (arithmetic/sigmoid_and_tanh.hpp): VLDRH gathers both
// ends of a straight line, and what lies between is a product of 16 bits.
#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/armv81m/predicate.hpp>
#include <etch/kernel/armv81m/vectors_in_memory.hpp>

namespace ETCH_NAMESPACE {
namespace armv81m {

template <class F>
inline constexpr bool draws_lines = false;
template <activation_function F>
inline constexpr bool draws_lines<interpolated_activation<F>> = true;
template <activation_function F>
inline constexpr bool draws_lines<legacy_activation<F, std::int16_t>> = true;

/// What recurrent layers ask of Products.
struct lines_of_gates {
  template <class F>
  static constexpr bool activates = ETCH_HAS_MVE && draws_lines<F>;

#if ETCH_HAS_MVE
  /// gate[i] = f(gate[i]), of eight.
  template <class F>
  ETCH_GLUE static void activate(std::int16_t* gate, F f) {
    store_eight(gate, at_eight(load_eight(gate), f));
  }

  /// f of eight codes.
  template <activation_function F>
  ETCH_GLUE static int16x8_t at_eight(int16x8_t codes, interpolated_activation<F> f) {
    const place at = place_of(codes, f);
    const std::uint16_t* const code = shared_table<sigmoid_codes>.code;
    const uint16x8_t a = vldrhq_gather_shifted_offset_u16(code, at.line),
                     b = vldrhq_gather_shifted_offset_u16(code + 1, at.line);
    const uint16x8_t rise = vsubq_u16(b, a);
    if constexpr (F == activation_function::sigmoid) {
      // a line has steps of 2^-9, half of which the code has: (a + rest rise / 2^9 + 1) / 2
      int16x8_t y = vreinterpretq_s16_u16(vrhaddq_u16(a, vmulhq_u16(at.rest, rise)));
      mve_pred16_t below;
      __asm(ETCH_KEEP_PREDICATE
            "vpt.s16 lt,%q[x],zr\n\tvsubt.i16 %q[y],%q[one],%q[y]" ETCH_GIVE_PREDICATE_BACK
            : ETCH_PREDICATE(below), [y] "+w"(y)
            : [x] "w"(codes), [one] "w"(vdupq_n_u16(0x8000)));
      return y;
    } else {
      const uint16x8_t above = vaddq_u16(a, vrmulhq_u16(at.rest, rise));
      int16x8_t y = vreinterpretq_s16_u16(vsubq_n_u16(above, 0x8000));
      mve_pred16_t below;
      __asm(ETCH_KEEP_PREDICATE
            "vpt.s16 lt,%q[x],zr\n\tvnegt.s16 %q[y],%q[y]" ETCH_GIVE_PREDICATE_BACK
            : ETCH_PREDICATE(below), [y] "+w"(y)
            : [x] "w"(codes));
      return y;
    }
  }
  template <activation_function F>
  ETCH_GLUE static int16x8_t at_eight(int16x8_t codes, legacy_activation<F, std::int16_t> f) {
    const std::int16_t* const code = shared_table<legacy_table<F, std::int16_t>>.code;
    const auto of_256 = [](int16x8_t v) __attribute__((always_inline)) {
      return vbicq_n_u16(vreinterpretq_u16_s16(v), 0xff00);
    };
    const uint16x8_t line = of_256(vshlq_r_s16(codes, -f.shift));
    const uint16x8_t next = of_256(vaddq_n_s16(vreinterpretq_s16_u16(line), 1));
    int16x8_t a = vldrhq_gather_shifted_offset_s16(code, line);
    const int16x8_t b = vldrhq_gather_shifted_offset_s16(code, next);
    // in 2^-15: VQDMULH cuts off as many bits
    const uint16x8_t rest = vshrq_n_u16(vreinterpretq_u16_s16(vshlq_r_s16(codes, 16 - f.shift)), 1);
    const int16x8_t rise = vqdmulhq_s16(vreinterpretq_s16_u16(rest), vsubq_s16(b, a));
    mve_pred16_t before;
    __asm(ETCH_KEEP_PREDICATE
          "vpt.i16 ne,%q[line],%[last]\n\tvaddt.i16 %q[a],%q[a],%q[rise]" ETCH_GIVE_PREDICATE_BACK
          : ETCH_PREDICATE(before), [a] "+w"(a)
          : [line] "w"(line), [rise] "w"(rise), [last] "r"(0x7f));
    return a;
  }

 private:
  /// Where codes lie: a line, which has steps, and the steps behind its start in 2^-16 of them.
  struct place {
    uint16x8_t line, rest;
  };
  /// Beyond the last line the function is what it is at its last step.
  template <activation_function F>
  ETCH_GLUE static place place_of(int16x8_t codes, interpolated_activation<F> f) {
    constexpr int fine = F == activation_function::sigmoid ? 9 : 8, left = 16 - fine;
    constexpr std::uint32_t last = (std::uint32_t{255} << fine) - 1;
    const auto multiplier = static_cast<std::uint32_t>(f.multiplier);
    if (f.shift == 0 && multiplier <= 64) {  // in 16 bits; the last step is one of the last 128
      uint16x8_t size = vreinterpretq_u16_s16(vabsq_s16(codes));
      if (multiplier * 32768 > last)
        size = vminq_u16(size, vdupq_n_u16(static_cast<std::uint16_t>(last / multiplier)));
      const auto factor = static_cast<std::uint16_t>(multiplier << left);
      return {vmulhq_u16(size, vdupq_n_u16(factor)), vmulq_n_u16(size, factor)};
    }
    const int16x8_t factor = vdupq_n_s16(static_cast<std::int16_t>(f.multiplier));
    const auto steps = [&](int32x4_t x) __attribute__((always_inline)) {
      const uint32x4_t size = vreinterpretq_u32_s32(vabsq_s32(vrshlq_n_s32(x, -f.shift)));
      return vshlq_n_u32(vminq_u32(size, vdupq_n_u32(last)), left);
    };
    const uint32x4_t even = steps(vmullbq_int_s16(codes, factor)),
                     odd = steps(vmulltq_int_s16(codes, factor));
    return {vshrnbq_n_u32(vreinterpretq_u16_u32(odd), even, 16),
            vmovntq_u32(vreinterpretq_u16_u32(even), odd)};
  }
#endif
};

}  // namespace armv81m
}  // namespace ETCH_NAMESPACE
