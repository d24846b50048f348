// How eight sums of the rows of matrices become gates of recurrent layers, or codes, by vectors:
// the factor of epilogue.hpp, which all sums share. VQRDMLAH brings ties away from zero along, and
// VQRSHRN shifts, rounds and narrows.
#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/armv81m/epilogue.hpp>
#include <etch/kernel/armv81m/vectors_in_memory.hpp>

namespace ETCH_NAMESPACE {
namespace armv81m {

#if ETCH_HAS_MVE

/// Eight sums, of which the first, the third .. are in `even`, shifted to the right by Shift,
/// halves up, within 16 bits.
template <int Shift>
ETCH_GLUE int16x8_t shift_to_16_bits(int32x4_t even, int32x4_t odd) {
  if constexpr (Shift > 16) even = vrshrq_n_s32(even, Shift), odd = vrshrq_n_s32(odd, Shift);
  const int16x8_t y = vreinterpretq_s16_s32(even);
  if constexpr (Shift > 0 && Shift <= 16)
    return vqrshrntq_n_s32(vqrshrnbq_n_s32(y, even, Shift), odd, Shift);
  else return vqmovntq_s32(vqmovnbq_s32(y, even), odd);
}

#endif

/// How End (arithmetic/gates.hpp) is done by vectors: of eight sums as above, or of eight numbers
/// of 16 bits.
template <class End>
struct gate_by_vectors {
  static constexpr bool exists = false;
};
template <rounding R, fixed_point_factor F, std::int64_t Most>
struct gate_by_vectors<known_gate<R, F, Most>> {
  static constexpr bool is_single = R == rounding::tflite_single;
  static constexpr bool is_power = F.multiplier == std::int32_t{1} << 30;
  static constexpr int left = maximum(F.shift, 0), right = maximum(-F.shift, 0);
  static constexpr bool exists = scales_by_high_products(R, F, Most);
#if ETCH_HAS_MVE
  ETCH_GLUE static int16x8_t end(int32x4_t even, int32x4_t odd) {
    if constexpr (is_power && is_single && F.shift <= 0)
      return shift_to_16_bits<right + 1>(even, odd);
    else return shift_to_16_bits<right>(product(even), product(odd));
  }
  ETCH_GLUE static int16x8_t end(int16x8_t x) {
    if constexpr (is_power && F.shift > 1 && F.shift <= 16) {
      return vqshlq_n_s16(x, F.shift - 1);
    } else if constexpr (is_power && F.shift == 1) {
      return x;
    } else if constexpr (is_power && is_single && F.shift <= 0 && right < 16) {
      return vrshrq_n_s16(x, right + 1);
    } else if constexpr (is_power && F.shift < 0 && right <= 16) {
      return vrshrq_n_s16(vaddq_s16(vrshrq_n_s16(x, 1), vshrq_n_s16(x, 15)), right);
    } else {
      return end(vmovlbq_s16(x), vmovltq_s16(x));
    }
  }

 private:
  ETCH_GLUE static int32x4_t product(int32x4_t sum) {
    if constexpr (left > 0) sum = vshlq_n_s32(sum, left);
    if constexpr (right == 0) return vqrdmulhq_n_s32(sum, F.multiplier);
    else if constexpr (is_single) return vqdmulhq_n_s32(sum, F.multiplier);
    // one less, a negative number at a tie goes away from zero
    else return vqrdmlahq_n_s32(vshrq_n_s32(sum, 31), sum, F.multiplier);
  }
#endif
};
template <int Shift>
struct gate_by_vectors<known_shift<Shift>> {
  static constexpr bool exists = Shift >= 0 && Shift < 31;
#if ETCH_HAS_MVE
  ETCH_GLUE static int16x8_t end(int32x4_t even, int32x4_t odd) {
    return shift_to_16_bits<Shift>(even, odd);
  }
#endif
};

/// What recurrent layers ask of Products.
struct gate_ends {
  template <rounding R, fixed_point_factor F, std::int64_t Most>
  static constexpr bool scales_codes =
      ETCH_HAS_MVE && gate_by_vectors<known_gate<R, F, Most>>::exists;
  template <rounding R, fixed_point_factor F>
  static constexpr bool multiplies_gates = scales_codes<R, F, std::int64_t{1} << 30>;
  template <class... End>
  static constexpr bool ends_gates = ETCH_HAS_MVE && (gate_by_vectors<End>::exists && ...);

#if ETCH_HAS_MVE
  /// gate[i] = End(sum[i]), of eight.
  template <class End>
  ETCH_GLUE static void end_gates(std::int16_t* gate, const std::int32_t* sum) {
    store_eight(gate, ended<End>(sum));
  }
  /// gate[i] = EndA(a[i]) + EndB(b[i]) within 16 bits, of eight.
  template <class EndA, class EndB>
  ETCH_GLUE static void join_gates(std::int16_t* gate, const std::int32_t* a,
                                   const std::int32_t* b) {
    store_eight(gate, vqaddq_s16(ended<EndA>(a), ended<EndB>(b)));
  }
  /// code[i] = sum[i] by factor F within 8 bits, and then Zero, of eight.
  template <rounding R, fixed_point_factor F, int Zero>
  ETCH_GLUE static void scale_states(std::int8_t* code, const std::int32_t* sum) {
    const int16x8_t codes = as_bytes(ended<known_gate<R, F, 0>>(sum));
    vstrbq_s16(code, vaddq_n_s16(codes, Zero));
  }
  /// code[i] = sum[i] by factor F and Zero within the limits, of eight.
  template <rounding R, fixed_point_factor F, int Zero, int Low, int High>
  ETCH_GLUE static void scale_codes(std::int8_t* code, const std::int32_t* sum) {
    using end = known_gate<R, F, 0>;
    const int16x8_t codes = vqaddq_n_s16(ended<end>(sum), Zero);
    if constexpr (Low == -128 && High == 127) vstrbq_s16(code, as_bytes(codes));
    else vstrbq_s16(code, vminq_s16(vmaxq_s16(codes, vdupq_n_s16(Low)), vdupq_n_s16(High)));
  }

  /// to[i] = a[i] b[i] by factor F within 16 bits, of eight, not both -2^15.
  template <rounding R, fixed_point_factor F>
  ETCH_GLUE static void multiply_gates(std::int16_t* to, const std::int16_t* a,
                                       const std::int16_t* b) {
    const int16x8_t x = load_eight(a), y = load_eight(b);
    const int32x4_t even = vmullbq_int_s16(x, y), odd = vmulltq_int_s16(x, y);
    using end = gate_by_vectors<known_gate<R, F, 0>>;
    store_eight(to, end::end(even, odd));
  }
  /// to[i] = a[i] + b[i] within 16 bits and, where Most > 0, within -Most .. Most, of eight.
  template <int Most>
  ETCH_GLUE static void add_gates(std::int16_t* to, const std::int16_t* a, const std::int16_t* b) {
    int16x8_t sum = vqaddq_s16(load_eight(a), load_eight(b));
    if constexpr (Most > 0) sum = vmaxq_s16(vminq_s16(sum, vdupq_n_s16(Most)), vdupq_n_s16(-Most));
    store_eight(to, sum);
  }
  /// code[i] = gate[i] + Zero within 8 bits, of eight.
  template <int Zero>
  ETCH_GLUE static void narrow_gates(std::int8_t* code, const std::int16_t* gate) {
    const int16x8_t codes = load_eight(gate);
    vstrbq_s16(code, as_bytes(Zero == 0 ? codes : vqaddq_n_s16(codes, Zero)));
  }

 private:
  template <class End>
  ETCH_GLUE static int16x8_t ended(const std::int32_t* sum) {
    const int32x4x2_t sums = vld2q_s32(sum);
    return gate_by_vectors<End>::end(sums.val[0], sums.val[1]);
  }
#endif
};

}  // namespace armv81m
}  // namespace ETCH_NAMESPACE
