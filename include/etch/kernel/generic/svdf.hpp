#pragma once

#include <etch/kernel/arithmetic/gates.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/op/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf by Products, which may move a state and sum it, an integer one whose codes count from 0:
///   template <int Count, class Sum, class Code>
///   static Sum move_and_add(Sum sum, Code* past, Code last, const Code* w);
/// Count codes drop the oldest and get `last`; the sum of their products with w and `sum`. Or those
/// of up to a block of filters:
///   template <int Count, class Sum, class Code>
///   static constexpr bool moves_states;                 whether it does
///   template <int Count, class Sum, class Code>
///   static void move_states(Sum* sum, Code* past, const Code* last, const Code* w, int filters);
/// to sum[i], of which there is a block, the sum of filter i is added; or, of a whole block,
///   template <int Count, class Sum, class Code>
///   static constexpr bool moves_whole_blocks;           whether it does
///   template <int Count, bool HasLowest>
///   static void move_block(Sum* sum, const std::int32_t* start, Code* past, const Code* last,
///                          const Code* w);
/// sum[i] = start[i] and that sum, HasLowest where a weight may be the lowest number of its bits;
///   static bool narrow_sums(std::int32_t* to, const std::int64_t* sum);
/// to[i] = sum[i], of a block, and whether all are less than INT32_MAX either way. And which may
/// make codes of 8 bits a block at a time:
///   template <rounding R, fixed_point_factor F, std::int64_t Most>
///   static constexpr bool scales_codes;                 whether it does, of sums of at most Most
///   template <rounding R, fixed_point_factor F, int Zero>
///   static void scale_states(std::int8_t* code, const std::int32_t* sum);
/// sum F within 8 bits, and Zero;
///   template <rounding R, fixed_point_factor F, int Zero, int Low, int High>
///   static void scale_codes(std::int8_t* code, const std::int32_t* sum);
/// sum F and Zero within the limits.
template <class Products>
struct layer_by_rows<ops::svdf, Products> {
  using op = ops::svdf;

  template <class C>
  static constexpr auto pack() {
    using time = typename C::template in<op::time>;
    using math = typename C::template in<0>::kind::arithmetic;
    using features =
        matrix_rows<Products, C, op::feature, 1, sums_of_codes<math, typename C::template in<0>>>;
    constexpr int units = C::template out<>::is.shape.d[1];
    constants<features, typename time::storage, typename math::sum, time::span, units> p{
        features([](auto& to) { load_all(to, C::bytes(op::feature)); }), {}, {}};
    load_all(p.time, C::bytes(op::time));
    if constexpr (C::input_count > op::bias) load_all(p.bias, C::bytes(op::bias));
    if constexpr (has_zero_in_bias<C>) {
      constexpr int zero = C::template in<op::state>::is.number.zero, each = time::span / units;
      for (int i = 0; i < time::span; ++i) p.bias[i / each] -= p.time[i] * zero;
    }
    return p;
  }
  template <class C, class A, class P>
  static constexpr void run(const A& a, row_block rows, const P& p) {
    if (rows.count == 0) return;  // the whole output is one row
    using in = typename C::template in<0>;
    constexpr extents t = C::template in<op::time>::is.shape;
    constexpr sizes s{in::is.shape.d[0], in::is.shape.d[1], t.d[0], t.d[1], C::attributes.rank};
    step<C, typename in::kind::arithmetic, sums_of_time<C>, s>(
        a.template out<0>(), a.template in<0>(), a.template state<op::state>(), p);
  }

 private:
  struct sizes {
    int batches, inputs, filters, memory, rank;
  };
  template <class Features, class T, class Sum, int Times, int Units>
  struct constants {
    Features feature;
    T time[Times];
    Sum bias[Units];
  };
  /// Sums of 64 bits: those that leave the 32 bits which a factor takes lose their lowest.
  struct long_sums : wide_integer_arithmetic {
    template <class Epilogue>
    static constexpr auto end(Epilogue f, std::int64_t sum) {
      std::int8_t& shift = f.shift[0];
      for (; shift < 0 && (sum > INT32_MAX || sum < -INT32_MAX); ++shift) sum >>= 1;
      const std::int64_t most = INT32_MAX >> maximum<int>(shift, 0);
      return f(static_cast<std::int32_t>(clamp(sum, -most, most)), 0);
    }
  };
  /// From sums of products of state and time to the output.
  template <class C>
  static constexpr fixed_point_factor time_factor() {
    return quantise_factor(op::factor_between(C::template in<op::state>::is.number,
                                              C::template in<op::time>::is.number,
                                              C::template out<>::is.number));
  }
  /// The largest sum of products of state and time with its bias, the state's zero point in either.
  template <class C>
  static constexpr std::int64_t largest_sum() {
    using time = typename C::template in<op::time>;
    constexpr format f = C::template in<op::state>::is.number;
    constexpr int units = C::template out<>::is.shape.d[1], each = time::span / units;
    const std::int64_t step = (std::int64_t{1} << (f.bits - 1)) + (f.zero < 0 ? -f.zero : f.zero);
    std::int64_t most = 0;
    for (int u = 0; u < units; ++u) {
      std::int64_t sum = 0;
      for (int i = u * each; i < (u + 1) * each; ++i) {
        const std::int64_t w = load<typename time::storage>(C::bytes(op::time), i);
        sum += (w < 0 ? -w : w) * step;
      }
      if constexpr (C::input_count > op::bias) {
        const std::int64_t b = load<std::int32_t>(C::bytes(op::bias), u);
        sum += b < 0 ? -b : b;
      }
      most = maximum(most, sum);
    }
    return most;
  }
  /// Whether no sum of products of state and time leaves the 32 bits that the factor takes, which
  /// those of TensorFlow Lite Micro may.
  template <class C>
  static constexpr bool fits_32_bits() {
    return largest_sum<C>() <= INT32_MAX >> maximum(time_factor<C>().shift, 0);
  }
  template <class C>
  static constexpr auto pick_sums_of_time() {
    using arithmetic = typename C::template in<0>::kind::arithmetic;
    if constexpr (is_f32(C::template in<0>::is.number)) return arithmetic{};
    else if constexpr (fits_32_bits<C>()) return arithmetic{};
    else return long_sums{};
  }
  template <class C>
  using sums_of_time = decltype(pick_sums_of_time<C>());
  /// Whether biases have what the state's zero point takes from the sums over time.
  template <class C>
  static constexpr bool has_zero_in_bias =
      !is_f32(C::template in<0>::is.number) && !__is_same(sums_of_time<C>, long_sums);

  /// From sums of products with features to the state, and the largest such sum.
  template <class C>
  static constexpr fixed_point_factor feature_factor() {
    return quantise_factor(op::factor_between(C::template in<0>::is.number,
                                              C::template in<op::feature>::is.number,
                                              C::template in<op::state>::is.number));
  }
  template <class C>
  static constexpr std::int64_t largest_feature() {
    return largest_step(C::template in<0>::is.number) * largest_row<C, op::feature>;
  }
  template <class C>
  using end_of_feature =
      known_gate<factor_rounding(C::round), feature_factor<C>(), largest_feature<C>()>;
  /// What sums over time take from codes of the state.
  template <class C>
  static constexpr int zero_of_state =
      has_zero_in_bias<C> ? 0 : C::template in<op::state>::is.number.zero;
  /// Whether Products makes codes of the state, or of the output, a block at a time.
  template <class C>
  static constexpr bool makes_states() {
    using state = typename C::template in<op::state>;
    if constexpr (__is_same(typename state::storage, std::int16_t)) {
      using sum = typename C::template in<0>::kind::arithmetic::sum;
      return state::is.number.bits == 16 && state::is.number.zero == 0 &&
             __is_same(sum, std::int32_t) && ends_gates<Products, end_of_feature<C>>;
    } else if constexpr (__is_same(typename state::storage, std::int8_t) && requires {
                           Products::template scales_codes<rounding{}, fixed_point_factor{}, 0>;
                         }) {
      return Products::template scales_codes<factor_rounding(C::round), feature_factor<C>(),
                                             largest_feature<C>()>;
    } else {
      return false;
    }
  }
  /// Whether Products moves the states of a block of filters.
  template <class C>
  static constexpr bool moves_blocks() {
    using state = typename C::template in<op::state>;
    using time = typename C::template in<op::time>;
    using sum = typename sums_of_time<C>::sum;
    constexpr int memory = time::is.shape.d[1];
    if constexpr (requires {
                    Products::template moves_states<memory, sum, typename state::storage>;
                  }) {
      return makes_states<C>() && zero_of_state<C> == 0 &&
             __is_same(typename state::storage, typename time::storage) &&
             Products::template moves_states<memory, sum, typename state::storage>;
    } else {
      return false;
    }
  }
  /// Whether a weight of time is the lowest number of its bits.
  template <class C>
  static constexpr bool has_lowest_time = [] {
    using time = typename C::template in<op::time>;
    for (int i = 0; i < time::span; ++i) {
      if (time::load(C::bytes(op::time), i) == -(1 << (8 * sizeof(typename time::storage) - 1)))
        return true;
    }
    return false;
  }();
  /// The same of whole blocks, each filter with a bias.
  template <class C, sizes S>
  static constexpr bool moves_whole_blocks() {
    using state = typename C::template in<op::state>::storage;
    using sum = typename sums_of_time<C>::sum;
    if constexpr (requires { Products::template moves_whole_blocks<S.memory, sum, state>; }) {
      return moves_blocks<C>() && S.rank == 1 && S.filters % Products::block == 0 &&
             Products::template moves_whole_blocks<S.memory, sum, state>;
    } else {
      return false;
    }
  }
  template <class C>
  static constexpr bool makes_codes() {
    constexpr bool is_long = __is_same(sums_of_time<C>, long_sums);
    if constexpr (!__is_same(typename C::template out<>::storage, std::int8_t) ||
                  C::attributes.rank != 1) {
      return false;
    } else if constexpr (is_long && (!moves_blocks<C>() || time_factor<C>().shift > 0)) {
      return false;
    } else if constexpr (requires {
                           Products::template scales_codes<rounding{}, fixed_point_factor{}, 0>;
                         }) {
      return Products::template scales_codes < factor_rounding(C::round), time_factor<C>(),
             is_long ? INT32_MAX : largest_sum<C>() > ;
    } else {
      return false;
    }
  }

  /// The newest of a state, of a sum of products with a feature.
  template <class C, class Sum>
  static constexpr auto newest(Sum sum) {
    using state = typename C::template in<op::state>;
    constexpr format f = state::is.number;
    if constexpr (is_f32(f)) {
      return float_epilogue{}(sum, 0);
    } else {
      constexpr fixed_point_factor factor = feature_factor<C>();
      constexpr std::int64_t most = largest_feature<C>();
      // the limits of the sum, to which the zero point is added: TensorFlow Lite Micro wraps there
      return static_cast<typename state::storage>(
          scale_by_known<factor_rounding(C::round), factor, most, f.bits>(sum) + f.zero);
    }
  }
  /// The output, of a sum over time.
  template <class C, class Sum>
  static constexpr auto end(Sum sum) {
    if constexpr (is_f32(C::template out<>::is.number)) {
      constexpr auto l = output_limits<C>();
      return float_epilogue{l.low, l.high}(sum, 0);
    } else if constexpr (__is_same(sums_of_time<C>, long_sums)) {
      if constexpr (time_factor<C>().shift <= 0) {
        // most sums have 31 bits: doubled they have 32, the least one too
        const auto low = static_cast<std::int32_t>(sum),
                   high = static_cast<std::int32_t>(sum >> 32);
        if (low >> 31 == high && low >> 30 == high) [[likely]]
          return code_of_scaled<C, (std::int64_t{1} << 30) - 1>(low);
      }
      return end_long<C>(sum);
    } else {
      return code_of_scaled<C, largest_sum<C>()>(sum);
    }
  }
  /// The same of sums of 32 bits, at most Most.
  template <class C, std::int64_t Most>
  static constexpr auto code_of_scaled(std::int32_t sum) {
    using code = typename C::template out<>::storage;
    constexpr auto l = output_limits<C>();
    const std::int32_t scaled = integer_arithmetic::add(
        scale_by_known<factor_rounding(C::round), time_factor<C>(), Most>(sum),
        C::template out<>::is.number.zero);
    if constexpr (l.low == -128 && l.high == 127) return static_cast<code>(within_bits<8>(scaled));
    else return static_cast<code>(clamp<std::int32_t>(scaled, l.low, l.high));
  }
  /// The same of any long sum.
  template <class C>
  ETCH_KERNEL static constexpr auto end_long(std::int64_t sum) {
    using out = typename C::template out<>;
    constexpr auto epilogue = make_factor_epilogue<typename out::storage, C::round, false>(
        [](int) { return time_factor<C>(); }, out::is.number.zero, output_limits<C>());
    return long_sums::end(epilogue, sum);
  }

  template <class C, class Math, class Time, sizes S, class Y, class X, class State, class P>
  ETCH_KERNEL static constexpr void step(Y* y,        // (B,U)
                                         const X* x,  // (B,I)
                                         State* s,    // (B,F,M)
                                         const P& p) {
    constexpr int block = Products::block;
    constexpr bool by_blocks = makes_states<C>(), codes_by_blocks = makes_codes<C>();
    constexpr int s_zero = zero_of_state<C>;
    constexpr bool moves_all = moves_blocks<C>();
    using time_sum = typename Time::sum;
    for (int b = 0; b < S.batches; ++b, x += S.inputs) {
      const auto of_x = vector_for(p.feature, x);
      const auto* weights = p.time;
      typename Time::sum sum = Time::zero();
      for (int first = 0; first < S.filters; first += block) {
        typename Math::sum taken[block];
        if constexpr ((by_blocks || codes_by_blocks) && S.filters % block != 0) clear(taken);
        if constexpr (moves_whole_blocks<C, S>() &&
                      requires { p.feature.add_here(taken, of_x, 0); })
          p.feature.add_here(taken, of_x, first);
        else p.feature.template add<block>(taken, of_x, first);
        [[maybe_unused]] State newest_of[by_blocks ? block : 1];
        if constexpr (by_blocks && sizeof(State) == 2) {
          Products::template end_gates<end_of_feature<C>>(newest_of, taken);
        } else if constexpr (by_blocks) {
          Products::template scale_states<factor_rounding(C::round), feature_factor<C>(),
                                          C::template in<op::state>::is.number.zero>(newest_of,
                                                                                     taken);
        }
        const int filters = rows_in_block<S.filters, block>(first);
        [[maybe_unused]] time_sum moved[moves_all || codes_by_blocks ? block : 1];
        if constexpr (moves_whole_blocks<C, S>()) {
          Products::template move_block<S.memory, has_lowest_time<C>>(moved, p.bias + first, s,
                                                                      newest_of, weights);
        } else if constexpr (moves_all) {
          if constexpr (S.filters % block != 0) clear(moved);
          for (int i = 0; i < filters; ++i) moved[i] = S.rank == 1 ? p.bias[first + i] : 0;
          Products::template move_states<S.memory>(moved, s, newest_of, weights, filters);
        }
        if constexpr (moves_all) {
          s += filters * S.memory;
          weights += filters * S.memory;
        }
        for (int i = 0; i < filters; ++i) {
          const int unit = (first + i) / S.rank;
          if (S.rank == 1 || (first + i) % S.rank == 0) sum = p.bias[unit];
          [[maybe_unused]] const State last = [&]() __attribute__((always_inline)) {
            if constexpr (by_blocks) return newest_of[i];
            else return newest<C>(taken[i]);
          }();
          if constexpr (moves_all) {
            sum = S.rank == 1 ? moved[i] : Time::add(sum, moved[i]);
          } else if constexpr (s_zero == 0 && requires {
                                 Products::template move_and_add<S.memory>(sum, s, last, weights);
                               }) {
            sum = Products::template move_and_add<S.memory>(sum, s, last, weights);
          } else {
            sum = Time::add(sum, sum_of_time<Time, S.memory>(s, last, s_zero, weights));
          }
          if constexpr (!moves_all) s += S.memory, weights += S.memory;
          if (S.rank > 1 && (first + i) % S.rank != S.rank - 1) continue;
          if constexpr (codes_by_blocks) moved[i] = sum;
          else *y++ = end<C>(sum);
        }
        if constexpr (codes_by_blocks) {
          constexpr auto l = output_limits<C>();
          Y codes[block];
          bool fit = true;
          const std::int32_t* sums = &taken[0];
          if constexpr (__is_same(time_sum, std::int64_t))
            fit = Products::narrow_sums(taken, moved);
          else sums = moved;
          if (fit) {
            Products::template scale_codes<factor_rounding(C::round), time_factor<C>(),
                                           C::template out<>::is.number.zero, l.low, l.high>(codes,
                                                                                             sums);
          } else {
            for (int i = 0; i < filters; ++i) codes[i] = end<C>(moved[i]);
          }
          for (int i = 0; i < rows_in_block<S.filters, block>(first); ++i) *y++ = codes[i];
        }
      }
    }
  }
  /// The sum of products of w and a state that drops its oldest element and gets `last`.
  template <class Time, int Memory, class State, class W>
  ETCH_GLUE static constexpr typename Time::sum sum_of_time(State* past, State last, int zero,
                                                            const W* w) {
    typename Time::sum sum = Time::zero();
    const auto take = [&](int m, State value) __attribute__((always_inline)) {
      past[m] = value;
      if constexpr (!ETCH_HAS_LONG_MULTIPLY && sizeof(State) == 2 && sizeof(W) == 2) {
        if (zero == 0) {  // a product of 31 bits
          sum = Time::add(sum, static_cast<typename Time::sum>(std::int32_t{value} * w[m]));
          return;
        }
      }
      sum = Time::multiply_add(sum, Time::read(value, zero), Time::read(w[m], 0));
    };
    int m = 0;
    for (; m + 4 < Memory; m += 4) {
      take(m, past[m + 1]), take(m + 1, past[m + 2]);
      take(m + 2, past[m + 3]), take(m + 3, past[m + 4]);
    }
    for (; m + 1 < Memory; ++m) take(m, past[m + 1]);
    take(m, last);
    return sum;
  }
};

/// svdf in every format that it has.
struct svdf_generic : kernel_by_rows<plain_products, void> {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_generic";
};

}  // namespace ETCH_NAMESPACE
