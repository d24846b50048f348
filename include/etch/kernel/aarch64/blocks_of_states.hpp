// States of gru (arithmetic/gates.hpp) on AArch64, 16 at a time, in steps of 2^-15.
#pragma once

#include <etch/kernel/aarch64/gate_ends.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// State by vectors of eight.
template <class State>
struct state_by_vectors {
  static constexpr bool exists = false;
};
template <class H, rounding R>
struct state_by_vectors<scaled_state<H, R>> {
  using state = scaled_state<H, R>;
  static constexpr bool exists =
      fills_lanes<H>() && scales_by_high_products(R, state::widen, largest_step(H::is.number)) &&
      scales_by_high_products(R, state::narrow, 65536);
#if ETCH_HAS_NEON
  static constexpr int zero = H::is.number.zero;
  ETCH_GLUE static int16x8_t read(int16x8_t codes) {
    if constexpr (zero != 0) codes = vsubq_s16(codes, vdupq_n_s16(zero));
    return scaled<state::widen>(codes);
  }
  /// The code before it is within 8 bits.
  ETCH_GLUE static int16x8_t write(int16x8_t x) {
    const int16x8_t codes = scaled<state::narrow>(x);
    return zero == 0 ? codes : vqaddq_s16(codes, vdupq_n_s16(zero));
  }
  ETCH_GLUE static int16x8_t product(int16x8_t share, int16x8_t b) {
    return vqrdmulhq_s16(share, b);
  }
  ETCH_GLUE static int16x8_t blend(int16x8_t share, int16x8_t a, int16x8_t b) {
    // 2^15 b + share (a - b)
    int32x4_t low = vshll_n_s16(vget_low_s16(b), 15), high = vshll_high_n_s16(b, 15);
    low = vmlal_s16(low, vget_low_s16(share), vget_low_s16(a));
    high = vmlal_high_s16(high, share, a);
    low = vmlsl_s16(low, vget_low_s16(share), vget_low_s16(b));
    high = vmlsl_high_s16(high, share, b);
    return vrshrn_high_n_s32(vrshrn_n_s32(low, 15), high, 15);
  }

 private:
  template <fixed_point_factor F>
  ETCH_GLUE static int16x8_t scaled(int16x8_t x) {
    constexpr bool is_power = F.multiplier == 1 << 30 && R == rounding::tflite_double;
    constexpr int left = F.shift - 1, right = -F.shift;
    if constexpr (is_power && left >= 0 && left <= 15) return vqshlq_n_s16(x, left);
    if constexpr (is_power && right > 0 && right <= 15) {  // as scale_to_16_bits does it
      const int16x8_t half = vrshrq_n_s16(x, 1);
      return vrshrq_n_s16(vsraq_n_s16(half, half, 15), right);
    }
    return scale_to_16_bits<R, F>(vmovl_s16(vget_low_s16(x)), vmovl_high_s16(x));
  }
#endif
};
template <class H, rounding R>
struct state_by_vectors<power_state<H, R>> {
  static constexpr bool exists = fills_lanes<H>();
#if ETCH_HAS_NEON
  static constexpr int left = power_state<H, R>::left;
  ETCH_GLUE static int16x8_t read(int16x8_t codes) { return vshlq_n_s16(codes, left); }
  ETCH_GLUE static int16x8_t write(int16x8_t x) {
    if constexpr (left > 0) return vrshrq_n_s16(x, left);
    else return x;
  }
  ETCH_GLUE static int16x8_t product(int16x8_t share, int16x8_t b) {
    return vqdmulhq_s16(share, b);
  }
  ETCH_GLUE static int16x8_t blend(int16x8_t share, int16x8_t a, int16x8_t b) {
    const int16x8_t less = veorq_s16(share, vdupq_n_s16(-0x8000));  // share - 2^15
    return vqsubq_s16(vqdmulhq_s16(share, a), vqdmulhq_s16(b, less));
  }
#endif
};

/// What recurrent layers ask of Products.
struct blocks_of_states {
  template <class State>
  static constexpr bool blends_states = state_by_vectors<State>::exists;

#if ETCH_HAS_NEON
  template <class State>
  ETCH_GLUE static void read_states(std::int16_t* to, const std::int8_t* from) {
    const int8x16_t codes = vld1q_s8(from);
    vst1q_s16(to, state_by_vectors<State>::read(vmovl_s8(vget_low_s8(codes))));
    vst1q_s16(to + 8, state_by_vectors<State>::read(vmovl_high_s8(codes)));
  }
  template <class State>
  ETCH_GLUE static void read_states(std::int16_t* to, const std::int16_t* from) {
    for_each_eight<1>(to, {from}, [](const int16x8_t* x) __attribute__((always_inline)) {
      return state_by_vectors<State>::read(x[0]);
    });
  }
  template <class State>
  ETCH_GLUE static void write_states(std::int8_t* to, const std::int16_t* from) {
    const auto eight = [=](int i) __attribute__((always_inline)) {
      return state_by_vectors<State>::write(vld1q_s16(from + i));
    };
    vst1q_s8(to, vqmovn_high_s16(vqmovn_s16(eight(0)), eight(8)));
  }
  template <class State>
  ETCH_GLUE static void write_states(std::int16_t* to, const std::int16_t* from) {
    for_each_eight<1>(to, {from}, [](const int16x8_t* x) __attribute__((always_inline)) {
      return state_by_vectors<State>::write(x[0]);
    });
  }
  template <class State>
  ETCH_GLUE static void multiply_states(std::int16_t* to, const std::int16_t* share,
                                        const std::int16_t* b) {
    for_each_eight<2>(to, {share, b}, [](const int16x8_t* x) __attribute__((always_inline)) {
      return state_by_vectors<State>::product(x[0], x[1]);
    });
  }
  template <class State>
  ETCH_GLUE static void blend_states(std::int16_t* to, const std::int16_t* share,
                                     const std::int16_t* a, const std::int16_t* b) {
    for_each_eight<3>(to, {share, a, b}, [](const int16x8_t* x) __attribute__((always_inline)) {
      return state_by_vectors<State>::blend(x[0], x[1], x[2]);
    });
  }

 private:
  template <int Count, class F>
  ETCH_GLUE static void for_each_eight(std::int16_t* to, const std::int16_t* const (&from)[Count],
                                       const F& f) {
    unroll<2>([&]<int H>() __attribute__((always_inline)) {
      int16x8_t x[Count];
      unroll<Count>([&]<int I>()
                        __attribute__((always_inline)) { x[I] = vld1q_s16(from[I] + 8 * H); });
      vst1q_s16(to + 8 * H, f(x));
    });
  }
#endif
};

}  // namespace neon
}  // namespace ETCH_NAMESPACE
