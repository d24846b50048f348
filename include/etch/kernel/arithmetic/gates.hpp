// Gates of the recurrent layers gru and fastgrnn: sums of products, what ends them as gates, and
// the arithmetic of states, by op/gates.hpp's kinds of numbers. Integer states and shares (what
// sigmoid and tanh give) are counted in steps of 2^-15.
#pragma once

#include <etch/kernel/arithmetic/dot.hpp>
#include <etch/kernel/arithmetic/known_factor.hpp>
#include <etch/kernel/arithmetic/real_epilogue.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/gates.hpp>

namespace ETCH_NAMESPACE {

constexpr std::int32_t within_16_bits(std::int32_t x) { return within_bits<16>(x); }
/// The same of sums.
constexpr std::int32_t within_16_bits(std::int64_t x) {
  return static_cast<std::int32_t>(clamp<std::int64_t>(x, -32768, 32767));
}

/// Sums of 64 bits of products of codes of at most 16 bits, which have 32: a machine without a long
/// multiplication needs none.
struct short_products : wide_integer_arithmetic {
  static constexpr sum multiply_add(sum a, operand x, operand w) {
#if ETCH_HAS_LONG_MULTIPLY
    return wide_integer_arithmetic::multiply_add(a, x, w);
#else
    return a + x * w;
#endif
  }
};

/// Sums of products of codes of X with weights W: in single precision, in 32 bits or, where Wide,
/// in 64.
template <class X, class W, bool Wide>
struct gate_sums {
  static constexpr bool is_single = is_real(X::is.number);
  static constexpr bool is_fused = is_single && rounds_once<typename X::kind::arithmetic>;
  using math =
      element_t<list<integer_arithmetic, short_products, float_arithmetic, fused_single_arithmetic>,
                is_fused ? 3 : (is_single ? 2 : (Wide ? 1 : 0))>;
  using type = typename math::sum;
  using code = typename X::storage;
  static constexpr int zero = X::is.number.zero;

  ETCH_GLUE static constexpr type of(const code* x, const typename W::storage* w, int count) {
    if constexpr (is_single) {
      float sum = 0;
      for (int i = 0; i < count; ++i) {
        sum = math::multiply_add(sum, read_float<X>(x[i]), read_float<W>(w[i]));
      }
      return sum;
    } else {
      return dot<math>(x, X::is.number.zero, w, count);
    }
  }
  /// Bias i of B, as a sum of products x * w.
  template <class B>
  static constexpr type bias(const unsigned char* bytes, int i) {
    const auto code = B::load(bytes, i);
    if constexpr (is_single) {
      return read_float<B>(code);
    } else if constexpr (is_q(B::is.number)) {
      return static_cast<type>(static_cast<std::int64_t>(code)
                               << (X::is.number.frac + W::is.number.frac - B::is.number.frac));
    } else {
      return static_cast<type>(code);
    }
  }
};

/// The largest |code - zero| of an integer format.
constexpr std::int64_t largest_step(const format& x) {
  return maximum<std::int64_t>(x.kind->highest(x) - x.zero, x.zero - x.kind->lowest(x));
}
/// Whether H is codes of all 8 or 16 bits, those of 16 counted from 0.
template <class H>
constexpr bool fills_lanes() {
  constexpr format f = H::is.number;
  using code = typename H::storage;
  const bool fits = (__is_same(code, std::int8_t) && f.bits == 8) ||
                    (__is_same(code, std::int16_t) && f.bits == 16 && f.zero == 0);
  const std::int64_t end = std::int64_t{1} << (f.bits - 1);
  return fits && f.kind->lowest(f) == -end && f.kind->highest(f) == end - 1;
}
/// The largest sum of the magnitudes of a row of W, an integer constant of call C; of matrices that
/// a compiler would count for long, what their format can reach.
template <class C, int W>
inline constexpr std::int64_t largest_row = [] {
  using weights = typename C::template in<W>;
  constexpr int length = weights::is.shape.c();
  if (weights::span > 131072L) {
    constexpr format f = weights::is.number;
    return length * maximum<std::int64_t>(f.kind->highest(f), -f.kind->lowest(f));
  }
  const unsigned char* const bytes = C::bytes(W);
  std::int64_t most = 0, sum = 0;
  for (int i = 0; i < weights::span; ++i) {
    const std::int64_t w = weights::load(bytes, i);
    sum = (i % length == 0 ? 0 : sum) + (w < 0 ? -w : w);
    if (sum > most) most = sum;
  }
  return most;
}();
/// The largest magnitude of a bias of B, as a sum of products of X with weights W.
template <class C, class X, int W, int B>
inline constexpr std::int64_t largest_bias = [] {
  using bias = typename C::template in<B>;
  using sums = gate_sums<X, typename C::template in<W>, true>;
  std::int64_t most = 0;
  for (int i = 0; i < bias::span; ++i) {
    const std::int64_t b = sums::template bias<bias>(C::bytes(B), i);
    most = maximum(most, b < 0 ? -b : b);
  }
  return most;
}();

/// Leaves a sum as the gate that it is.
struct real_gate {
  static constexpr real_gate of(const gate_parameters&, const format&, const format&) { return {}; }
  static constexpr std::int64_t most() { return INT64_MAX; }
  constexpr float operator()(float sum) const { return sum; }
};
/// Ends sums by a factor; those of 64 bits saturate before it.
template <rounding R>
struct scaled_gate {
  static constexpr rounding round = R;
  fixed_point_factor factor;

  static constexpr scaled_gate of(const gate_parameters& p, const format& x, const format& w) {
    return {quantise_factor(p.factor(x, w))};
  }

  /// The largest sum that 32 bits take.
  constexpr std::int64_t most() const { return INT32_MAX >> maximum(factor.shift, 0); }
  template <class Sum>
  constexpr std::int32_t operator()(Sum sum) const {
    if constexpr (sizeof(Sum) == 8) sum = clamp<std::int64_t>(sum, -most(), most());
    return within_16_bits(scale_by<R>(static_cast<std::int32_t>(sum), factor));
  }
};
/// Whether the higher halves of doubled products, rounded, and a shift to the right bring sums of
/// at most `most` by factor f to codes, as vectors of 32 bits do it.
constexpr bool scales_by_high_products(rounding round, fixed_point_factor f, std::int64_t most) {
  if (round != rounding::tflite_double && round != rounding::tflite_single) return false;
  if (f.shift < 0) return f.shift >= -30;
  return f.shift < 31 && most <= INT32_MAX >> f.shift;
}
/// Ends sums of magnitudes of at most Most by a factor that the compiler knows.
template <rounding R, fixed_point_factor F, std::int64_t Most>
struct known_gate {
  constexpr std::int32_t operator()(std::int32_t sum) const {
    return scale_by_known<R, F, Most, 16>(sum);
  }
};
/// Ends sums by a shift to the right, halves up.
struct shifted_gate {
  int shift;

  static constexpr shifted_gate of(const gate_parameters& p, const format& x, const format& w) {
    return {p.shift(x, w)};
  }

  constexpr std::int64_t most() const { return INT32_MAX - half(); }
  template <class Sum>
  constexpr std::int32_t operator()(Sum sum) const {
    return within_16_bits((sum + static_cast<Sum>(half())) >> shift);
  }

 private:
  constexpr std::int32_t half() const { return shift > 0 ? std::int32_t{1} << (shift - 1) : 0; }
};

/// The same by a shift that the compiler knows.
template <int Shift>
struct known_shift {
  template <class Sum>
  constexpr std::int32_t operator()(Sum sum) const {
    return shifted_gate{Shift}(sum);
  }
};

/// Ends sums by a shift to the right toward zero.
struct cut_gate {
  int shift;

  static constexpr cut_gate of(const gate_parameters& p, const format& x, const format& w) {
    return {p.shift(x, w)};
  }

  static constexpr std::int64_t most() { return INT32_MAX; }
  template <class Sum>
  constexpr std::int32_t operator()(Sum sum) const {
    const Sum last = sum < 0 ? (Sum{1} << shift) - 1 : 0;  // so that the shift cuts off toward zero
    return within_16_bits((sum + last) >> shift);
  }
};

/// A state of numbers H with a point of their own.
template <class H, rounding R>
struct real_state {
  using number = float;
  using gate = real_gate;
  float_activation<activation_function::sigmoid> sigmoid{};
  float_activation<activation_function::tanh> tanh{};

  static constexpr float read(const typename H::storage& h) { return read_float<H>(h); }
  static constexpr typename H::storage write(float x) { return write_float<H, R>(x); }
  static constexpr float sum(float a, float b) { return a + b; }
  static constexpr float product(float a, float b) { return a * b; }
  /// a + b, sums of products that end as one gate.
  static constexpr float join(float a, float b, real_gate, real_gate) { return a + b; }
  /// zeta and nu, of [0, 1].
  static constexpr float share(float x) { return x; }
  static constexpr float offset(float x) { return x; }
  /// z a + (zeta (1 - z) + nu) b.
  static constexpr float take(float z, float a, float zeta, float nu, float b) {
    return z * a + (zeta * (1.0F - z) + nu) * b;
  }
  /// z a + (1 - z) b.
  static constexpr float blend(float z, float a, float b) { return z * a + (1.0F - z) * b; }
};
/// x of [0, 1] in steps of 2^-15.
constexpr std::int32_t share_in_steps(float x) {
  return static_cast<std::int32_t>(round_half_away(static_cast<double>(x) * 32768));
}
/// A state of affine codes H.
template <class H, rounding R>
struct scaled_state {
  using number = std::int32_t;
  using gate = scaled_gate<R>;
  using tables = list<sigmoid_codes>;
  interpolated_activation<activation_function::sigmoid> sigmoid{0x1p-12};
  interpolated_activation<activation_function::tanh> tanh{0x1p-12};
  static constexpr fixed_point_factor widen = quantise_factor(H::is.number.unit() * 0x1p15),
                                      narrow = quantise_factor(0x1p-15 / H::is.number.unit());

  static constexpr std::int32_t read(typename H::storage h) {
    constexpr std::int64_t most = largest_step(H::is.number);
    return scale_by_known<R, widen, most, 16>(h - H::is.number.zero);
  }
  /// x of at most 16 bits and a sign.
  static constexpr typename H::storage write(std::int32_t x) {
    constexpr format f = H::is.number;
    constexpr limits<typename H::storage> all{static_cast<typename H::storage>(f.kind->lowest(f)),
                                              static_cast<typename H::storage>(f.kind->highest(f))};
    const std::int32_t code = scale_by_known<R, narrow, 65536>(x) + f.zero;
    constexpr std::int32_t most = (std::int32_t{1} << (f.bits - 1)) - 1;
    if constexpr (all.high == most && all.low == -most - 1)
      return static_cast<typename H::storage>(within_bits<f.bits>(code));
    else return code_within(code, all);
  }
  static constexpr std::int32_t sum(std::int32_t a, std::int32_t b) {
    return within_16_bits(a + b);
  }
  static constexpr std::int32_t product(std::int32_t a, std::int32_t b) {
    return (a * b + (std::int32_t{1} << 14)) >> 15;
  }
  template <class Sum, class EndA, class EndB>
  static constexpr std::int32_t join(Sum a, Sum b, const EndA& end_a, const EndB& end_b) {
    return sum(end_a(a), end_b(b));
  }
  static constexpr std::int32_t share(float x) { return share_in_steps(x); }
  static constexpr std::int32_t offset(float x) { return share_in_steps(x); }
  static constexpr std::int32_t take(std::int32_t z, std::int32_t a, std::int32_t zeta,
                                     std::int32_t nu, std::int32_t b) {
    return sum(product(z, a), product(product(zeta, 32768 - z) + nu, b));
  }
  static constexpr std::int32_t blend(std::int32_t z, std::int32_t a, std::int32_t b) {
    return (z * a + (32768 - z) * b + (std::int32_t{1} << 14)) >> 15;
  }
};
/// A state of q codes H, by CMSIS-NN's legacy functions, whose products are cut off.
template <class H, rounding>
struct power_state {
  using number = std::int32_t;
  using gate = shifted_gate;
  using sigmoid_function = legacy_activation<activation_function::sigmoid, std::int16_t>;
  using tanh_function = legacy_activation<activation_function::tanh, std::int16_t>;
  using tables = concatenation_t<tables_of_t<sigmoid_function>, tables_of_t<tanh_function>>;
  static constexpr int left = 16 - H::is.number.bits;
  sigmoid_function sigmoid;
  tanh_function tanh;

  static constexpr std::int32_t read(typename H::storage h) {
    return h * (std::int32_t{1} << left);
  }
  static constexpr typename H::storage write(std::int32_t x) {
    return static_cast<typename H::storage>(within_bits<16 - left>(shift_half_up(x, left)));
  }
  static constexpr std::int32_t sum(std::int32_t a, std::int32_t b) {
    return within_16_bits(a + b);
  }
  static constexpr std::int32_t product(std::int32_t a, std::int32_t b) {
    return within_bits<16, 15>(a * b);
  }
  /// a + b is what ends.
  static constexpr bool joins_sums = true;
  template <class Sum, class End>
  static constexpr std::int32_t join(Sum a, Sum b, const End& end, const auto&) {
    return end(a + b);
  }
  static constexpr std::int32_t share(float x) { return share_in_steps(x); }
  static constexpr std::int32_t offset(float x) { return share_in_steps(x); }
  static constexpr std::int32_t take(std::int32_t z, std::int32_t a, std::int32_t zeta,
                                     std::int32_t nu, std::int32_t b) {
    return sum(product(z, a), product(product(zeta, 32768 - z) + nu, b));
  }
  static constexpr std::int32_t blend(std::int32_t z, std::int32_t a, std::int32_t b) {
    return within_16_bits(product(z, a) - product(b, within_16_bits(z - 32768)));
  }
};

/// A state of q<1, 14>, each step cut off toward zero, by straight lines for functions.
template <int GateBits>
struct cut_state {
  using number = std::int32_t;
  using gate = cut_gate;
  static constexpr std::int32_t one = std::int32_t{1} << GateBits;

  static constexpr std::int32_t sigmoid(std::int32_t x, int) {
    return clamp<std::int32_t>(x / 2 + one / 2, 0, one) * (std::int32_t{1} << (14 - GateBits));
  }
  static constexpr std::int32_t tanh(std::int32_t x, int) {
    return clamp<std::int32_t>(x, -one, one);
  }
  static constexpr std::int32_t read(std::int16_t h) { return h; }
  static constexpr std::int16_t write(std::int32_t x) {
    return static_cast<std::int16_t>(within_16_bits(x));
  }
  static constexpr std::int32_t sum(std::int32_t a, std::int32_t b) {
    return within_16_bits(a + b);
  }
  template <class Sum>
  static constexpr std::int32_t join(Sum a, Sum b, gate end_a, gate end_b) {
    return sum(end_a(a), end_b(b));
  }
  static constexpr std::int32_t share(float x) { return share_in_steps(x); }
  static constexpr std::int32_t offset(float x) { return share_in_steps(x) / 2; }
  static constexpr std::int32_t take(std::int32_t z, std::int32_t a, std::int32_t zeta,
                                     std::int32_t nu, std::int32_t b) {
    return z * a / (std::int32_t{1} << 14) +
           (zeta * ((std::int32_t{1} << 14) - z) / (std::int32_t{1} << 15) + nu) * b / one;
  }
};

/// The state H of a layer whose value is X, with gates of so many fraction bits.
template <class X, class H, rounding R, int GateBits, bool Cuts = false>
constexpr auto make_state() {
  constexpr gate_numbers numbers = gate_numbers_of(X::is.number, H::is.number, Cuts);
  if constexpr (numbers == gate_numbers::real) return real_state<H, R>{};
  else if constexpr (numbers == gate_numbers::scaled) return scaled_state<H, factor_rounding(R)>{};
  else if constexpr (numbers == gate_numbers::cut) return cut_state<GateBits>{};
  else return power_state<H, R>{{GateBits - 4}, {GateBits - 4}};
}
/// What ends sums of products x * w as a gate of State.
template <class State>
constexpr typename State::gate make_gate(const gate_parameters& p, const format& x,
                                         const format& w) {
  return State::gate::of(p, x, w);
}

// By arguments, as types of template arguments are const to g++ 12 alone.
constexpr bool shifts_half_up(const shifted_gate&) { return true; }
constexpr bool shifts_half_up(const auto&) { return false; }
/// Gate as the compiler knows it, of sums of magnitudes of at most Most.
template <auto Gate, std::int64_t Most>
constexpr auto known_end() {
  if constexpr (requires { Gate.factor; }) return known_gate<Gate.round, Gate.factor, Most>{};
  else if constexpr (shifts_half_up(Gate)) return known_shift<Gate.shift>{};
  else return Gate;
}
/// Gates of a block.
template <int Block>
struct block_of_gates {
  std::int16_t gate[Block];
  constexpr std::int32_t operator()(int i) const { return gate[i]; }
};
/// Joins sums of a block as State does, by Products that ends gates (layer/matrix_rows.hpp).
template <class Products, class State, class EndA, class EndB, int Block>
ETCH_GLUE block_of_gates<Block> join_block(std::int32_t (&a)[Block],
                                           const std::int32_t (&b)[Block]) {
  block_of_gates<Block> all;
  if constexpr (!requires { requires State::joins_sums; }) {
    Products::template join_gates<EndA, EndB>(all.gate, a, b);
  } else if constexpr (requires { Products::template join_sums<EndA>(all.gate, a, b); }) {
    Products::template join_sums<EndA>(all.gate, a, b);
  } else {
    for (int i = 0; i < Block; ++i) a[i] += b[i];
    Products::template end_gates<EndA>(all.gate, a);
  }
  return all;
}

}  // namespace ETCH_NAMESPACE
