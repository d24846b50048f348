#pragma once

#include <etch/kernel/arithmetic/requantise.hpp>
#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/op/svdf.hpp>

namespace ETCH_NAMESPACE {

/// svdf by Products.
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
    return p;
  }
  template <class C, class A, class P>
  static constexpr void run(const A& a, row_block rows, const P& p) {
    if (rows.count == 0) return;  // the whole output is one row
    using in = typename C::template in<0>;
    constexpr extents t = C::template in<op::time>::is.shape;
    constexpr sizes s{in::is.shape.d[0], in::is.shape.d[1], t.d[0], t.d[1], C::attributes.rank};
    step<C, typename in::kind::arithmetic, sums_of_time<C>, s>(
        a.template out<0>(), a.template in<0>(), a.template state<op::state>(),
        C::template in<op::state>::is.number.zero, p);
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

  template <class C, class Math, class Time, sizes S, class Y, class X, class State, class P>
  ETCH_KERNEL static constexpr void step(Y* y,        // (B,U)
                                         const X* x,  // (B,I)
                                         State* s,    // (B,F,M)
                                         int s_zero, const P& p) {
    constexpr int block = Products::block;
    // Constants of the code: what ends sums is a few instructions.
    constexpr auto end_state = to_state<C>();
    constexpr auto end_output = to_output<C>();
    for (int b = 0; b < S.batches; ++b, x += S.inputs) {
      const auto of_x = vector_for(p.feature, x);
      const auto* weights = p.time;
      typename Time::sum sum = Time::zero();
      for (int first = 0; first < S.filters; first += block) {
        typename Math::sum taken[block];
        p.feature.template add<block>(taken, of_x, first);
        for (int i = 0; i < rows_in_block<S.filters, block>(first); ++i) {
          const int unit = (first + i) / S.rank;
          if (S.rank == 1 || (first + i) % S.rank == 0) sum = p.bias[unit];
          const auto last =
              static_cast<State>(end_state(taken[i], 0) + static_cast<typename Math::sum>(s_zero));
          sum = Time::add(sum, sum_of_time<Time, S.memory>(s, last, s_zero, weights));
          s += S.memory;
          weights += S.memory;
          if (S.rank > 1 && (first + i) % S.rank != S.rank - 1) continue;
          if constexpr (__is_same(Time, Math)) *y++ = end_output(sum, 0);
          else *y++ = Time::end(end_output, sum);
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
