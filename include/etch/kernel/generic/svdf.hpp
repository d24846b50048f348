#pragma once

#include <etch/kernel/arithmetic/dot.hpp>
#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/op/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf in every format that it has.
struct svdf_generic : kernel_base {
  using op = ops::svdf;
  static constexpr const char* name = "svdf_generic";

  template <class C>
  static constexpr auto pack() {
    using feature = typename C::template in<op::feature>;
    using time = typename C::template in<op::time>;
    using sum = typename C::template in<0>::kind::arithmetic::sum;
    constexpr int units = C::template out<>::is.shape.d[1];
    constants<typename feature::storage, typename time::storage, sum, feature::span, time::span,
              units, decltype(to_state<C>()), decltype(to_output<C>())>
        p{{}, {}, {}, to_state<C>(), to_output<C>()};
    load_all(p.feature, C::bytes(op::feature));
    load_all(p.time, C::bytes(op::time));
    if constexpr (C::input_count > op::bias) load_all(p.bias, C::bytes(op::bias));
    return p;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    if (rows.count == 0) return;  // the whole output is one row
    using in = typename C::template in<0>;
    constexpr extents t = C::template in<op::time>::is.shape;
    constexpr sizes s{in::is.shape.d[0], in::is.shape.d[1], t.d[0], t.d[1], C::attributes.rank};
    step<typename in::kind::arithmetic, sums_of_time<C>, s>(
        a.template out<0>(), a.template in<0>(), a.template state<op::state>(), in::is.number.zero,
        C::template in<op::state>::is.number.zero, kernel_constants<svdf_generic, C>(a));
  }

 private:
  struct sizes {
    int batches, inputs, filters, memory, rank;
  };
  template <class F, class T, class Sum, int Features, int Times, int Units, class State, class Out>
  struct constants {
    F feature[Features];
    T time[Times];
    Sum bias[Units];
    State to_state;
    Out to_output;
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
  /// Whether no sum of products of state and time leaves the 32 bits that the factor takes, which
  /// those of TensorFlow Lite Micro may.
  template <class C>
  static constexpr bool fits_32_bits() {
    using time = typename C::template in<op::time>;
    constexpr format f = C::template in<op::state>::is.number;
    constexpr int units = C::template out<>::is.shape.d[1], each = time::span / units;
    const std::int64_t half = std::int64_t{1} << (f.bits - 1);
    const std::int64_t most = maximum<std::int64_t>(half + f.zero, half - 1 - f.zero);
    for (int u = 0; u < units; ++u) {
      std::int64_t sum = 0;
      for (int i = u * each; i < (u + 1) * each; ++i) {
        const std::int64_t w = load<typename time::storage>(C::bytes(op::time), i);
        sum += (w < 0 ? -w : w) * most;
      }
      if constexpr (C::input_count > op::bias) {
        const std::int64_t b = load<std::int32_t>(C::bytes(op::bias), u);
        sum += b < 0 ? -b : b;
      }
      if (sum > INT32_MAX >> maximum(time_factor<C>().shift, 0)) return false;
    }
    return true;
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

  template <class C>
  static constexpr auto to_state() {
    using state = typename C::template in<op::state>;
    constexpr format f = state::is.number;
    if constexpr (is_f32(f)) {
      return float_epilogue{};
    } else {
      const double factor = op::factor_between(C::template in<0>::is.number,
                                               C::template in<op::feature>::is.number, f);
      // the limits of the sum, to which the zero point is added: TensorFlow Lite Micro wraps there
      constexpr std::int32_t half = std::int32_t{1} << (f.bits - 1);
      return make_factor_epilogue<std::int32_t, C::round, false>(
          [=](int) { return quantise_factor(factor); }, 0, {-half, half - 1});
    }
  }
  template <class C>
  static constexpr auto to_output() {
    using out = typename C::template out<>;
    constexpr format y = out::is.number;
    constexpr auto l = output_limits<C>();
    if constexpr (is_f32(y)) {
      return float_epilogue{l.low, l.high};
    } else {
      return make_factor_epilogue<typename out::storage, C::round, false>(
          [](int) { return time_factor<C>(); }, y.zero, l);
    }
  }

  template <class Math, class Time, sizes S, class Y, class X, class State, class P>
  ETCH_KERNEL static constexpr void step(Y* y,        // (B,U)
                                         const X* x,  // (B,I)
                                         State* s,    // (B,F,M)
                                         int x_zero, int s_zero, const P& p) {
    constexpr int units = S.filters / S.rank;
    for (int b = 0; b < S.batches; ++b) {
      for (int u = 0; u < units; ++u) {
        typename Time::sum sum = p.bias[u];
        for (int f = u * S.rank; f < (u + 1) * S.rank; ++f) {
          State* past = s + (b * S.filters + f) * S.memory;
          const auto taken =
              dot<Math>(x + b * S.inputs, x_zero, p.feature + f * S.inputs, S.inputs);
          for (int m = 0; m + 1 < S.memory; ++m) past[m] = past[m + 1];
          past[S.memory - 1] =
              static_cast<State>(p.to_state(taken, 0) + static_cast<decltype(taken)>(s_zero));
          sum = Time::add(sum, dot<Time>(past, s_zero, p.time + f * S.memory, S.memory));
        }
        if constexpr (__is_same(Time, Math)) y[b * units + u] = p.to_output(sum, 0);
        else y[b * units + u] = Time::end(p.to_output, sum);
      }
    }
  }
};

}  // namespace ETCH_NAMESPACE
