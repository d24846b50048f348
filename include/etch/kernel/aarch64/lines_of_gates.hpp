// Functions of gates by straight lines through tables of 256 codes of 16 bits
// (arithmetic/sigmoid_and_tanh.hpp) on AArch64, 16 at a time: TBL finds the bytes of both ends of a
// line, and SQDMULH or SQRDMULH gives the place between them in 16 bits.
#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/layer/unroll.hpp>

#if ETCH_HAS_NEON
#include <arm_neon.h>
#endif

namespace ETCH_NAMESPACE {
namespace neon {

/// The lower bytes of the codes of table T, then the upper ones.
template <class T>
struct bytes_of_codes {
  std::uint8_t byte[512]{};
  constexpr bytes_of_codes() {
    const T all{};
    for (int i = 0; i < 256; ++i) {
      const auto code = static_cast<std::uint16_t>(all.code[i]);
      byte[i] = static_cast<std::uint8_t>(code & 0xff);
      byte[256 + i] = static_cast<std::uint8_t>(code >> 8);
    }
  }
};

/// The table that F, a function of gates, reads by vectors.
template <class F>
struct lines_of {
  static constexpr bool exist = false;
};
template <activation_function F>
struct lines_of<interpolated_activation<F>> {
  static constexpr bool exist = true;
  using tables = list<bytes_of_codes<sigmoid_codes>>;
};
template <activation_function F>
struct lines_of<legacy_activation<F, std::int16_t>> {
  static constexpr bool exist = true;
  using tables = list<bytes_of_codes<legacy_table<F, std::int16_t>>>;
};

/// What recurrent layers ask of Products.
struct lines_of_gates {
  template <class F>
  static constexpr bool activates = lines_of<F>::exist;
  template <class F>
  using tables_of_function = tables_of_t<lines_of<F>>;

#if ETCH_HAS_NEON
  /// gate[i] = f(gate[i]), of 16.
  template <activation_function F>
  ETCH_GLUE static void activate(std::int16_t* gate, interpolated_activation<F> f) {
    constexpr bool is_sigmoid = F == activation_function::sigmoid;
    constexpr int fine = is_sigmoid ? 9 : 8;
    const int16x8_t x[2]{vld1q_s16(gate), vld1q_s16(gate + 8)};
    ends_of_lines line;
    int16x8_t rest[2];  // in steps of 2^-15
    const bool is_short = is_sigmoid && f.shift == 0 && f.multiplier == 3;
    if (f.shift == 0 && f.multiplier == 3) {
      steps_of_three<fine, 0, is_sigmoid>(line, rest, x);
    } else if (!is_sigmoid && f.shift == 0 && f.multiplier == 6) {
      steps_of_three<fine, 1, false>(line, rest, x);
    } else {
      any_steps<fine>(line, rest, x, f.multiplier, f.shift);
    }
    unroll<2>([&]<int H>() __attribute__((always_inline)) {
      const int16x8_t a = line.template first<H>(), b = line.template second<H>();
      const int16x8_t rise = vsubq_s16(b, a);
      int16x8_t y;
      if constexpr (is_sigmoid) {
        const uint16x8_t above = vreinterpretq_u16_s16(vqdmulhq_s16(rise, rest[H]));
        uint16x8_t size = vrhaddq_u16(vreinterpretq_u16_s16(a), above);
        if (!is_short) size = vminq_u16(size, vdupq_n_u16(0x7fff));  // 1 at the end of the table
        const uint16x8_t below = vsubq_u16(vdupq_n_u16(0x8000), size);
        y = vreinterpretq_s16_u16(vbslq_u16(vcltzq_s16(x[H]), below, size));
      } else {
        const int16x8_t middle = vdupq_n_s16(-0x8000), sign = vshrq_n_s16(x[H], 15);
        const int16x8_t size = vaddq_s16(veorq_s16(a, middle), vqrdmulhq_s16(rise, rest[H]));
        y = vsubq_s16(veorq_s16(size, sign), sign);
      }
      vst1q_s16(gate + 8 * H, y);
    });
  }
  /// The same of the legacy functions.
  template <activation_function F>
  ETCH_GLUE static void activate(std::int16_t* gate, legacy_activation<F, std::int16_t> f) {
    const int16x8_t x[2]{vld1q_s16(gate), vld1q_s16(gate + 8)};
    const int16x8_t right = vdupq_n_s16(static_cast<std::int16_t>(-f.shift));
    const int16x8_t left = vdupq_n_s16(static_cast<std::int16_t>(15 - f.shift));
    const uint8x16_t i = lower_bytes(vshlq_s16(x[0], right), vshlq_s16(x[1], right));
    // no line leaves the last code, 127
    const auto next = vreinterpretq_u8_s8(vqaddq_s8(vreinterpretq_s8_u8(i), vdupq_n_s8(1)));
    ends_of_lines line;
    line.template find<legacy_table<F, std::int16_t>, 4>(i, next);
    unroll<2>([&]<int H>() __attribute__((always_inline)) {
      const int16x8_t a = line.template first<H>(), b = line.template second<H>();
      const int16x8_t rest = vandq_s16(vshlq_s16(x[H], left), vdupq_n_s16(0x7fff));
      vst1q_s16(gate + 8 * H, vaddq_s16(a, vqdmulhq_s16(vsubq_s16(b, a), rest)));
    });
  }

 private:
  /// The codes at both ends of 16 lines.
  struct ends_of_lines {
    uint8x16_t low[2], high[2];  // bytes of the first, and of the second

    template <int Half>
    ETCH_GLUE int16x8_t first() const {
      return both<Half>(low[0], high[0]);
    }
    template <int Half>
    ETCH_GLUE int16x8_t second() const {
      return both<Half>(low[1], high[1]);
    }
    /// Finds the codes at i and at `next` in the first quarters of table T.
    template <class T, int Quarters>
    ETCH_GLUE void find(uint8x16_t i, uint8x16_t next) {
      const std::uint8_t* table = shared_table<bytes_of_codes<T>>.byte;
      asm volatile("" : "+r"(table), "+w"(i), "+w"(next));  // no quarter is kept for other gates
      find_bytes<Quarters>(low, table, i, next);
      table += 64 * (4 - Quarters);
      find_bytes<Quarters>(high, table, i, next);
    }

   private:
    template <int Half>
    ETCH_GLUE static int16x8_t both(uint8x16_t l, uint8x16_t h) {
      return vreinterpretq_s16_u8(Half == 0 ? vzip1q_u8(l, h) : vzip2q_u8(l, h));
    }
    template <int Quarters>
    ETCH_GLUE static void find_bytes(uint8x16_t (&to)[2], const std::uint8_t*& table, uint8x16_t i,
                                     uint8x16_t next) {
      // TBL gives 0 and TBX keeps where an index is not in its quarter.
      unroll<Quarters>([&]<int Q>() __attribute__((always_inline)) {
        const uint8x16x4_t quarter = vld1q_u8_x4(table);
        table += 64;
        const uint8x16_t fourth = vdupq_n_u8(64);
        if constexpr (Q == 0) {
          to[0] = vqtbl4q_u8(quarter, i), to[1] = vqtbl4q_u8(quarter, next);
        } else {
          i = vsubq_u8(i, fourth), next = vsubq_u8(next, fourth);
          to[0] = vqtbx4q_u8(to[0], quarter, i), to[1] = vqtbx4q_u8(to[1], quarter, next);
        }
        // the next quarter is loaded after these, or compilers would load all and store some
        asm volatile("" : "+r"(table), "+w"(to[0]), "+w"(to[1]));
      });
    }
  };
  ETCH_GLUE static uint8x16_t lower_bytes(int16x8_t a, int16x8_t b) {
    return vuzp1q_u8(vreinterpretq_u8_s16(a), vreinterpretq_u8_s16(b));
  }
  /// The lines of |x| 3 2^Left steps, 2^Fine of which make a line, and what is left of them.
  /// IsShort: 2^15 steps of three reach line 192, where three quarters of the table end; codes
  /// there are as good as those of the line before, which is as good as level.
  template <int Fine, int Left, bool IsShort>
  ETCH_GLUE static void steps_of_three(ends_of_lines& line, int16x8_t (&rest)[2],
                                       const int16x8_t (&x)[2]) {
    uint16x8_t steps[2];
    unroll<2>([&]<int H>() __attribute__((always_inline)) {
      const int16x8_t size = IsShort ? vqabsq_s16(x[H]) : vabsq_s16(x[H]);
      const uint16x8_t n = vreinterpretq_u16_s16(size);
      int16x8_t factor = vdupq_n_s16(3 << (Left + 15 - Fine));
      asm("" : "+w"(factor));  // no sum of shifted vectors
      rest[H] = vandq_s16(vmulq_s16(size, factor), vdupq_n_s16(0x7fff));
      steps[H] = vsraq_n_u16(n, n, 1);  // 3 / 2 n, rounded down
    });
    constexpr int shift = Fine - 1 - Left;
    if constexpr (IsShort) {
      static_assert(Fine == 9 && Left == 0);
      constexpr sigmoid_codes all{};
      static_assert(all.code[192] - all.code[191] <= 1 &&
                    (all.code[191] + 1) / 2 == (all.code[192] + 1) / 2);
      const uint8x16_t i =
          vuzp2q_u8(vreinterpretq_u8_u16(steps[0]), vreinterpretq_u8_u16(steps[1]));
      const uint8x16_t next = vminq_u8(vaddq_u8(i, vdupq_n_u8(1)), vdupq_n_u8(191));
      line.template find<sigmoid_codes, 3>(i, next);
    } else {
      const uint8x16_t i = vqshrn_high_n_u16(vqshrn_n_u16(steps[0], shift), steps[1], shift);
      line.template find<sigmoid_codes, 4>(i, vqaddq_u8(i, vdupq_n_u8(1)));
    }
  }
  /// The same of x by a multiplier and a shift.
  template <int Fine>
  ETCH_GLUE static void any_steps(ends_of_lines& line, int16x8_t (&rest)[2],
                                  const int16x8_t (&x)[2], std::int32_t multiplier, int shift) {
    const auto factor = static_cast<std::int16_t>(multiplier);
    const int32x4_t right = vdupq_n_s32(-shift);
    uint16x8_t lines[2];
    unroll<2>([&]<int H>() __attribute__((always_inline)) {
      const int32x4_t low = vrshlq_s32(vmull_n_s16(vget_low_s16(x[H]), factor), right);
      const int32x4_t high = vrshlq_s32(vmull_high_n_s16(x[H], factor), right);
      const uint32x4_t a = vreinterpretq_u32_s32(vabsq_s32(low));
      const uint32x4_t b = vreinterpretq_u32_s32(vabsq_s32(high));
      lines[H] = vqshrn_high_n_u32(vqshrn_n_u32(a, Fine), b, Fine);
      const uint16x8_t lowest = vuzp1q_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b));
      rest[H] =
          vandq_s16(vreinterpretq_s16_u16(vshlq_n_u16(lowest, 15 - Fine)), vdupq_n_s16(0x7fff));
    });
    const uint8x16_t i = vqmovn_high_u16(vqmovn_u16(lines[0]), lines[1]);
    line.template find<sigmoid_codes, 4>(i, vqaddq_u8(i, vdupq_n_u8(1)));
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
