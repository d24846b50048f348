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

/// The codes of table T, 64 at a time, their lower bytes and then the upper ones.
template <class T>
struct bytes_of_codes {
  std::uint8_t byte[512]{};
  constexpr bytes_of_codes() {
    const T all{};
    for (int i = 0; i < 256; ++i) {
      const auto code = static_cast<std::uint16_t>(all.code[i]);
      const int at = i / 64 * 128 + i % 64;
      byte[at] = static_cast<std::uint8_t>(code & 0xff);
      byte[at + 64] = static_cast<std::uint8_t>(code >> 8);
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
  using table = sigmoid_codes;
  using tables = list<bytes_of_codes<table>>;
};
template <activation_function F>
struct lines_of<legacy_activation<F, std::int16_t>> {
  static constexpr bool exist = true;
  using table = legacy_table<F, std::int16_t>;
  using tables = list<bytes_of_codes<table>>;
};

/// What recurrent layers ask of Products.
struct lines_of_gates {
  template <class F>
  static constexpr bool activates = lines_of<F>::exist;
  template <class F>
  using tables_of_function = tables_of_t<lines_of<F>>;

#if ETCH_HAS_NEON
  /// gate[i] = f(gate[i]), of 16.
  template <class F>
  ETCH_GLUE static void activate(std::int16_t* gate, F f) {
    sixteen one[1]{sixteen(gate)};
    one[0].place(f);
    find<typename lines_of<F>::table>(one);
    one[0].end(gate, f);
  }
  /// The same of two, which read a table together if they share it.
  template <class F, class G>
  ETCH_GLUE static void activate_both(std::int16_t* gate, F f, std::int16_t* other, G g) {
    using table = typename lines_of<F>::table;
    if constexpr (__is_same(table, typename lines_of<G>::table)) {
      sixteen both[2]{sixteen(gate), sixteen(other)};
      both[0].place(f), both[1].place(g);
      find<table>(both);
      both[0].end(gate, f), both[1].end(other, g);
    } else {
      activate(gate, f);
      activate(other, g);
    }
  }

 private:
  /// 16 gates on their lines.
  struct sixteen {
    int16x8_t x[2];
    int16x8_t rest[2];           // from the first end of a line, in steps of 2^-15 of it
    uint8x16_t at[2];            // the codes at both ends
    int quarters = 4;            // of the table that are read
    uint8x16_t low[2], high[2];  // bytes of the codes

    ETCH_GLUE explicit sixteen(const std::int16_t* gate)
        : x{vld1q_s16(gate), vld1q_s16(gate + 8)} {}

    template <activation_function F>
    ETCH_GLUE void place(interpolated_activation<F> f) {
      constexpr bool is_sigmoid = F == activation_function::sigmoid;
      constexpr int fine = is_sigmoid ? 9 : 8;  // 2^fine steps make a line
      if (f.shift == 0 && f.multiplier == 3) {
        by_steps_of_three<fine, 0, is_sigmoid>();
      } else if (!is_sigmoid && f.shift == 0 && f.multiplier == 6) {
        by_steps_of_three<fine, 1, false>();
      } else {
        by_any_steps<fine>(f.multiplier, f.shift);
      }
    }
    template <activation_function F>
    ETCH_GLUE void place(legacy_activation<F, std::int16_t> f) {
      const int16x8_t right = vdupq_n_s16(static_cast<std::int16_t>(-f.shift));
      const int16x8_t left = vdupq_n_s16(static_cast<std::int16_t>(15 - f.shift));
      at[0] = lower_bytes(vshlq_s16(x[0], right), vshlq_s16(x[1], right));
      // no line leaves the last code, 127
      at[1] = vreinterpretq_u8_s8(vqaddq_s8(vreinterpretq_s8_u8(at[0]), vdupq_n_s8(1)));
      unroll<2>([&]<int H>() __attribute__((always_inline)) {
        rest[H] = vandq_s16(vshlq_s16(x[H], left), vdupq_n_s16(0x7fff));
      });
    }
    template <activation_function F>
    ETCH_GLUE void end(std::int16_t* gate, interpolated_activation<F>) const {
      unroll<2>([&]<int H>() __attribute__((always_inline)) {
        const int16x8_t a = code<H>(0), rise = vsubq_s16(code<H>(1), a);
        int16x8_t y;
        if constexpr (F == activation_function::sigmoid) {
          const uint16x8_t above = vreinterpretq_u16_s16(vqdmulhq_s16(rise, rest[H]));
          uint16x8_t size = vrhaddq_u16(vreinterpretq_u16_s16(a), above);
          // 1 at the end of the table
          if (quarters == 4) size = vminq_u16(size, vdupq_n_u16(0x7fff));
          const uint16x8_t below = vsubq_u16(vdupq_n_u16(0x8000), size);
          y = vreinterpretq_s16_u16(vbslq_u16(vcltzq_s16(x[H]), below, size));
        } else {
          const int16x8_t first = veorq_s16(a, vdupq_n_s16(-0x8000)), sign = vshrq_n_s16(x[H], 15);
#ifdef __ARM_FEATURE_QRDMX
          const int16x8_t size = vqrdmlahq_s16(first, rise, rest[H]);
#else
          const int16x8_t size = vaddq_s16(first, vqrdmulhq_s16(rise, rest[H]));
#endif
          y = vsubq_s16(veorq_s16(size, sign), sign);
        }
        vst1q_s16(gate + 8 * H, y);
      });
    }
    template <activation_function F>
    ETCH_GLUE void end(std::int16_t* gate, legacy_activation<F, std::int16_t>) const {
      unroll<2>([&]<int H>() __attribute__((always_inline)) {
        const int16x8_t a = code<H>(0), rise = vsubq_s16(code<H>(1), a);
        vst1q_s16(gate + 8 * H, vaddq_s16(a, vqdmulhq_s16(rise, rest[H])));
      });
    }
    /// Takes what is found at both ends in quarter Q of a table, of which these are such bytes.
    template <int Q>
    ETCH_GLUE void take(uint8x16_t (&to)[2], const uint8x16x4_t& quarter) const {
      if (Q >= quarters) return;
      // TBL gives 0 and TBX keeps where an index is not in its quarter.
      if constexpr (Q == 0) {
        to[0] = vqtbl4q_u8(quarter, at[0]), to[1] = vqtbl4q_u8(quarter, at[1]);
      } else {
        to[0] = vqtbx4q_u8(to[0], quarter, at[0]), to[1] = vqtbx4q_u8(to[1], quarter, at[1]);
      }
      // the next quarter is loaded after these, or compilers would load all and store some
      asm volatile("" : "+w"(to[0]), "+w"(to[1]));
    }
    ETCH_GLUE void next_quarter() {
      const uint8x16_t quarter = vdupq_n_u8(64);
      at[0] = vsubq_u8(at[0], quarter), at[1] = vsubq_u8(at[1], quarter);
    }

   private:
    /// The codes at the first or second ends.
    template <int Half>
    ETCH_GLUE int16x8_t code(int end) const {
      return vreinterpretq_s16_u8(Half == 0 ? vzip1q_u8(low[end], high[end])
                                            : vzip2q_u8(low[end], high[end]));
    }
    ETCH_GLUE static uint8x16_t lower_bytes(int16x8_t a, int16x8_t b) {
      return vuzp1q_u8(vreinterpretq_u8_s16(a), vreinterpretq_u8_s16(b));
    }
    /// By |x| 3 2^Left steps, 2^Fine of which make a line. IsShort: 2^15 steps of three reach line
    /// 192, where three quarters of the table end; codes there are as good as those of the line
    /// before, which is as good as level.
    template <int Fine, int Left, bool IsShort>
    ETCH_GLUE void by_steps_of_three() {
      int16x8_t line[2];
      int16x8_t factor = vdupq_n_s16(3 << (Left + 15 - Fine));
      asm("" : "+w"(factor));  // no sum of shifted vectors
      unroll<2>([&]<int H>() __attribute__((always_inline)) {
        const int16x8_t size = vqabsq_s16(x[H]);
        rest[H] = vandq_s16(vmulq_s16(size, factor), vdupq_n_s16(0x7fff));
        line[H] = vqdmulhq_s16(size, factor);
      });
      const uint8x16_t one = vdupq_n_u8(1);
      if constexpr (IsShort) {
        static_assert(Fine == 9 && Left == 0);
        constexpr sigmoid_codes all{};
        static_assert(all.code[192] - all.code[191] <= 1 &&
                      (all.code[191] + 1) / 2 == (all.code[192] + 1) / 2);
        quarters = 3;
        at[0] = lower_bytes(line[0], line[1]);
        at[1] = vminq_u8(vaddq_u8(at[0], one), vdupq_n_u8(191));
      } else {
        at[0] = vqmovun_high_s16(vqmovun_s16(line[0]), line[1]);
        at[1] = vqaddq_u8(at[0], one);
      }
    }
    /// By |x| times a multiplier, shifted to the right.
    template <int Fine>
    ETCH_GLUE void by_any_steps(std::int32_t multiplier, int shift) {
      const auto factor = static_cast<std::int16_t>(multiplier);
      const int32x4_t right = vdupq_n_s32(-shift);
      uint16x8_t lines[2];
      unroll<2>([&]<int H>() __attribute__((always_inline)) {
        const int32x4_t first = vrshlq_s32(vmull_n_s16(vget_low_s16(x[H]), factor), right);
        const int32x4_t second = vrshlq_s32(vmull_high_n_s16(x[H], factor), right);
        const uint32x4_t a = vreinterpretq_u32_s32(vabsq_s32(first));
        const uint32x4_t b = vreinterpretq_u32_s32(vabsq_s32(second));
        lines[H] = vqshrn_high_n_u32(vqshrn_n_u32(a, Fine), b, Fine);
        const uint16x8_t lowest = vuzp1q_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b));
        rest[H] =
            vandq_s16(vreinterpretq_s16_u16(vshlq_n_u16(lowest, 15 - Fine)), vdupq_n_s16(0x7fff));
      });
      at[0] = vqmovn_high_u16(vqmovn_u16(lines[0]), lines[1]);
      at[1] = vqaddq_u8(at[0], vdupq_n_u8(1));
    }
  };
  /// Finds codes in table T.
  template <class T, int Count>
  ETCH_GLUE static void find(sixteen (&all)[Count]) {
    const std::uint8_t* table = shared_table<bytes_of_codes<T>>.byte;
    const int most = maximum(all[0].quarters, all[Count - 1].quarters);
    // no quarter is kept for other gates
    unroll<Count>([&]<int I>() __attribute__((always_inline)) {
      sixteen& one = all[I];
      asm volatile("" : "+w"(one.at[0]), "+w"(one.at[1]));
    });
    unroll<4>([&]<int Q>() __attribute__((always_inline)) {
      if (Q >= most) return;
      const auto take = [&](auto bytes) __attribute__((always_inline)) {
        asm volatile("" : "+r"(table));
        const uint8x16x4_t quarter = vld1q_u8_x4(table);
        table += 64;
        unroll<Count>([&]<int I>() __attribute__((always_inline)) {
          all[I].template take<Q>(all[I].*bytes, quarter);
        });
      };
      take(&sixteen::low);
      take(&sixteen::high);
      unroll<Count>([&]<int I>() __attribute__((always_inline)) {
        if (Q + 1 < all[I].quarters) all[I].next_quarter();
      });
    });
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
