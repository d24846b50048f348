// States of gru (arithmetic/gates.hpp) on cores with MVE, eight at a time, in steps of 2^-15.
#pragma once

#include <etch/kernel/armv81m/gate_ends.hpp>

namespace ETCH_NAMESPACE {
namespace armv81m {

/// State by vectors of eight.
template <class State>
struct state_by_vectors {
  static constexpr bool exists = false;
};
template <class H, rounding R>
struct state_by_vectors<scaled_state<H, R>> {
  using state = scaled_state<H, R>;
  using widen = known_gate<R, state::widen, largest_step(H::is.number)>;
  using narrow = known_gate<R, state::narrow, 65536>;
  static constexpr bool exists =
      fills_lanes<H>() && gate_by_vectors<widen>::exists && gate_by_vectors<narrow>::exists;
#if ETCH_HAS_MVE
  static constexpr std::int16_t zero = static_cast<std::int16_t>(H::is.number.zero);
  ETCH_GLUE static int16x8_t read(int16x8_t codes) {
    return gate_by_vectors<widen>::end(zero == 0 ? codes : vsubq_n_s16(codes, zero));
  }
  /// The code before it is within 8 bits.
  ETCH_GLUE static int16x8_t write(int16x8_t x) {
    const int16x8_t codes = gate_by_vectors<narrow>::end(x);
    return zero == 0 ? codes : vqaddq_n_s16(codes, zero);
  }
  ETCH_GLUE static int16x8_t product(int16x8_t share, int16x8_t b) {
    return vqrdmulhq_s16(share, b);
  }
  ETCH_GLUE static int16x8_t blend(int16x8_t share, int16x8_t a, int16x8_t b) {
    // 2^15 b + share (a - b)
    const int32x4_t even = vsubq_s32(vmullbq_int_s16(share, a), vmullbq_int_s16(share, b));
    const int32x4_t odd = vsubq_s32(vmulltq_int_s16(share, a), vmulltq_int_s16(share, b));
    return shift_to_16_bits<15>(vaddq_s32(even, vshllbq_n_s16(b, 15)),
                                vaddq_s32(odd, vshlltq_n_s16(b, 15)));
  }
#endif
};
template <class H, rounding R>
struct state_by_vectors<power_state<H, R>> {
  static constexpr bool exists = fills_lanes<H>();
#if ETCH_HAS_MVE
  static constexpr int left = power_state<H, R>::left;
  ETCH_GLUE static int16x8_t read(int16x8_t codes) {
    if constexpr (left > 0) return vshlq_n_s16(codes, left);
    else return codes;
  }
  ETCH_GLUE static int16x8_t write(int16x8_t x) {
    if constexpr (left > 0) return vrshrq_n_s16(x, left);
    else return x;
  }
  ETCH_GLUE static int16x8_t product(int16x8_t share, int16x8_t b) {
    return vqdmulhq_s16(share, b);
  }
  ETCH_GLUE static int16x8_t blend(int16x8_t share, int16x8_t a, int16x8_t b) {
    const int16x8_t less = vaddq_n_s16(share, INT16_MIN);  // share - 2^15
    return vqsubq_s16(vqdmulhq_s16(share, a), vqdmulhq_s16(b, less));
  }
#endif
};

/// What recurrent layers ask of Products.
struct blocks_of_states {
  template <class State>
  static constexpr bool blends_states = ETCH_HAS_MVE && state_by_vectors<State>::exists;

#if ETCH_HAS_MVE
  template <class State>
  ETCH_GLUE static void read_states(std::int16_t* to, const std::int8_t* from) {
    store_eight(to, state_by_vectors<State>::read(vldrbq_s16(from)));
  }
  template <class State>
  ETCH_GLUE static void read_states(std::int16_t* to, const std::int16_t* from) {
    store_eight(to, state_by_vectors<State>::read(load_eight(from)));
  }
  template <class State>
  ETCH_GLUE static void write_states(std::int8_t* to, const std::int16_t* from) {
    vstrbq_s16(to, as_bytes(state_by_vectors<State>::write(load_eight(from))));
  }
  template <class State>
  ETCH_GLUE static void write_states(std::int16_t* to, const std::int16_t* from) {
    store_eight(to, state_by_vectors<State>::write(load_eight(from)));
  }
  template <class State>
  ETCH_GLUE static void multiply_states(std::int16_t* to, const std::int16_t* share,
                                        const std::int16_t* b) {
    const int16x8_t y = state_by_vectors<State>::product(load_eight(share), load_eight(b));
    store_eight(to, y);
  }
  template <class State>
  ETCH_GLUE static void blend_states(std::int16_t* to, const std::int16_t* share,
                                     const std::int16_t* a, const std::int16_t* b) {
    const int16x8_t z = load_eight(share);
    const int16x8_t y = state_by_vectors<State>::blend(z, load_eight(a), load_eight(b));
    store_eight(to, y);
  }
#endif
};

}  // namespace armv81m
}  // namespace ETCH_NAMESPACE
