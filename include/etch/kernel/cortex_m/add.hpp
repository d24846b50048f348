// Additions of codes as shifts and multiplications that are known to be exact: by one product of
// each code of 8 bits, or as TensorFlow Lite's three.
#pragma once

#include <etch/kernel/arithmetic/sum_of_two.hpp>
#include <etch/kernel/cortex_m/accumulators.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/add.hpp>
#include <etch/op/sub.hpp>

namespace ETCH_NAMESPACE {

namespace cortex_m {

/// What of an addition by two products changes its code.
struct products_form {
  int shift;
  bool whole;  ///< limited to all that the code has
};

/// Additions or subtractions of codes T by two products. Core::multiply_add(sum, a, b) is sum + a b
/// modulo 2^32, Core::limited_after<Right, T>(v) is v / 2^Right as a T.
template <class Core, class T = std::int8_t>
struct units_by_products : Core {
  using code = T;
  template <class C>
  static constexpr bool takes = sum_by_products<C, sign_of_sum<typename C::op>>.exists;
  template <class C>
  static constexpr auto pack() {
    return sum_by_products<C, sign_of_sum<typename C::op>>.is;
  }
  template <class C>
  static constexpr products_form form = {pack<C>().shift, are_all_of<T>(pack<C>())};
  template <products_form F>
  ETCH_GLUE static T sum(std::int32_t a, std::int32_t b, const short_sum<T>& s,
                         const short_sum<T>&) {
    const std::int32_t with_a = Core::multiply_add(s.start, a, s.multiplier[0]);
    const std::int32_t with_both = Core::multiply_add(with_a, b, s.multiplier[1]);
    const T y = Core::template limited_after<F.shift, T>(with_both);
    if constexpr (F.whole) return y;
    else return clamp(y, s.low, s.high);
  }
};

/// What of an addition by three factors changes its code.
struct sum_form {
  int right[3];        ///< the shifts after the multiplications of a, b and the sum
  bool exact_half[2];  ///< the factor is 1/2: a shift alone
  saturation limit;
  factor_step step;
};
/// Its numbers: t = code * 2^(headroom + 1) + start, then times multiplier / 2^32 plus offset.
struct sum_numbers {
  std::int32_t start[2], multiplier[3], offset[3];
  code_range range;
};

/// Call C, which adds or subtracts by three factors, if that is known to be exact. Codes of 16 bits
/// saturate to those of the format first, so that nothing is lifted.
template <class C>
struct scaled_sum {
  static constexpr auto sum = make_sum<C, sign_of_sum<typename C::op>>();
  static constexpr auto to = output_limits<C>();
  static constexpr bool is_wide = sizeof to.low == 2, whole = are_all_of<decltype(to.low)>(to);
  static constexpr int lift = whole || is_wide ? 0 : to.low;
  static constexpr sum_form form{
      {-sum.in[0].shift, -sum.in[1].shift, -sum.out.shift},
      {is_half(sum.in[0]), is_half(sum.in[1])},
      whole ? saturation::to_int8 : saturation::to_range,
      to.low == sum.out_zero ? factor_step::half_up : factor_step::half_away};
  static constexpr bool is_exact = form.right[0] >= 0 && form.right[0] <= 22 &&
                                   form.right[1] >= 0 && form.right[1] <= 22 &&
                                   form.right[2] >= 1 && form.right[2] <= 22;
  static constexpr sum_numbers pack() {
    sum_numbers n{};
    for (int i = 0; i < 2; ++i) {
      n.start[i] = -sum.in_zero[i] * (1 << (sum.headroom + (form.exact_half[i] ? -1 : 1)));
      n.multiplier[i] = sum.in[i].multiplier;
      n.offset[i] = form.right[i] == 0 ? 0 : std::int32_t{1} << (form.right[i] - 1);
    }
    n.multiplier[2] = sum.out.multiplier;
    n.offset[2] = (sum.out_zero - lift) * (std::int32_t{1} << form.right[2]) +
                  (std::int32_t{1} << (form.right[2] - 1));
    n.range = {to.low, to.high - to.low};
    return n;
  }
};

template <class C, class T>
inline constexpr bool has_scaled_sum = [] {
  if constexpr (adds_in_double_rounding<C, T>) return scaled_sum<C>::is_exact;
  else return false;
}();

/// v as a code of type T within the limits of a sum.
template <class Core, class T, saturation S>
ETCH_GLUE T limited_sum(const code_range& r, std::int32_t v) {
  if constexpr (sizeof(T) == 1) {
    return Core::template limited<S>(r, v);
  } else {
    const T y = Core::template limited_after<0, T>(v);
    if constexpr (S == saturation::to_int8) return y;
    else return static_cast<T>(clamp<std::int32_t>(y, r.low, r.low + r.range));
  }
}

/// Additions or subtractions of codes T by the upper halves of products:
/// Core::scaled_by<Right, Away>(t, multiplier, offset) is t multiplier / 2^32, rounded, plus
/// offset, shifted to the right.
template <class Core, class T = std::int8_t, int Sign = 1>
struct units_by_high_products : Core {
  using code = T;
  template <class C>
  static constexpr bool takes = has_scaled_sum<C, T>;
  template <class C>
  static constexpr sum_form form = scaled_sum<C>::form;
  template <class C>
  static constexpr auto pack() {
    return scaled_sum<C>::pack();
  }
  template <sum_form F, int I>
  ETCH_GLUE static std::int32_t in_units_of_sum(std::int32_t code, const sum_numbers& n) {
    constexpr int headroom = sizeof(T) == 1 ? 20 : 15;
    constexpr std::int32_t unit = std::int32_t{1}
                                  << (F.exact_half[I] ? headroom - 1 : headroom + 1);
    const std::int32_t t = sizeof(T) == 1 ? code * unit + n.start[I] : code * unit;
    if constexpr (F.exact_half[I]) return t;
    else return Core::template scaled_by<F.right[I], true>(t, n.multiplier[I], n.offset[I]);
  }
  template <sum_form F>
  ETCH_GLUE static T sum(std::int32_t a, std::int32_t b, const sum_numbers& n, const sum_numbers&) {
    constexpr bool away = F.step == factor_step::half_away;
    const std::int32_t both = in_units_of_sum<F, 0>(a, n) + Sign * in_units_of_sum<F, 1>(b, n);
    return limited_sum<Core, T, F.limit>(n.range, Core::template scaled_by<F.right[2], away>(
                                                      2 * both, n.multiplier[2], n.offset[2]));
  }
};

/// Base of the kernel K of operator Op for the calls that Units takes: Units::sum makes a code of
/// type Units::code of two, by numbers that it is given twice: a copy for registers, and where they
/// lie in memory.
template <class K, class Op, class Units>
struct kernel_of_pairs : kernel_base {
  using op = Op;

  template <class C>
  static constexpr bool accepts = [] {
    if constexpr (adds_codes_in_order<C, typename Units::code>) return Units::template takes<C>;
    else return false;
  }();
  template <class C>
  static constexpr auto pack() {
    return Units::template pack<C>();
  }
  template <class C>
  static constexpr bool reads_rows =
      !C::template in<0>::is.is_constant && !C::template in<1>::is.is_constant;
  template <class C, class A>
  static void run([[maybe_unused]] const A& a, [[maybe_unused]] row_block rows) {
    static_assert(sizeof(A) == 0 || Units::is_available,
                  "compile with -mcpu=cortex-m4 or whatever the kernel's name asks for");
    if constexpr (Units::is_available) {
      add_codes<Units::template form<C>>(
          out_row<C>(a, rows.first), a.template rows<0>().row(rows.first),
          a.template rows<1>().row(rows.first), rows.count * C::template out<>::row,
          kernel_constants<K, C>(a));
    }
  }

 private:
  template <auto Form, class T, class Numbers>
  ETCH_KERNEL static void add_codes(T* y, const T* a, const T* b, int count,
                                    const Numbers& numbers) {
    const Numbers n = numbers;
    y += count, a += count, b += count;
    for (int i = -count; i != 0; ++i) y[i] = Units::template sum<Form>(a[i], b[i], n, numbers);
  }
};

template <class K, class Units>
using add_kernel = kernel_of_pairs<K, ops::add, Units>;
template <class K, class Units>
using sub_kernel = kernel_of_pairs<K, ops::sub, Units>;

}  // namespace cortex_m

}  // namespace ETCH_NAMESPACE
