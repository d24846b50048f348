// Sums of two values and means in which kernels of every target are compared with the generic ones.
#pragma once

#include "layers.hpp"

namespace test {

/// A sum of two values, or what else Op makes of them, in format Y.
template <class Y, class A, class B, etch::activation Act = etch::activation::none,
          etch::rounding R = etch::rounding::tflite_double, class Shape = etch::shape<2, 3, 5, 7>,
          class Op = etch::ops::add>
struct summed {
  static constexpr one_node make() {
    const value in[2]{given<A, Shape>, given<B, Shape>};
    return {Op{},
            in,
            {.number = Y::descriptor, .round = R, .act = Act, .clamp_low = -40, .clamp_high = 90}};
  }
  static constexpr one_node node = make();
};
template <class Op>
using generic_sum = etch::element_t<etch::list<etch::add_generic, etch::sub_generic>,
                                    __is_same(Op, etch::ops::sub) ? 1 : 0>;
/// Random codes of which every fifth is the lowest or the highest of its format.
template <const auto& G, int I>
auto extreme_codes(std::uint32_t seed) {
  auto codes = random_codes<G, I>(seed);
  using v = typename etch::call<G, 0>::template in<I>;
  using code = typename v::storage;
  for (std::size_t i = seed % 5; i < codes.size(); i += 5) {
    codes[i] = static_cast<code>((i * seed) % 2 == 0 ? v::kind::lowest(v::is.number)
                                                     : v::kind::highest(v::is.number));
  }
  return codes;
}
template <class Kernel, bool Run, class Y, class A, class B,
          etch::activation Act = etch::activation::none,
          etch::rounding R = etch::rounding::tflite_double, class Shape = etch::shape<2, 3, 5, 7>>
void check_sum() {
  static constexpr const auto& node = summed<Y, A, B, Act, R, Shape, typename Kernel::op>::node;
  using c = etch::call<node, 0>;
  static_assert(Kernel::template accepts<c>);
  if constexpr (Run) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
      const auto a = extreme_codes<node, 0>(seed), b = extreme_codes<node, 1>(3 * seed + 100);
      const auto want = rows_of<generic_sum<typename Kernel::op>, node>(1, a, b);
      CHECK(rows_of<Kernel, node>(1 << 20, a, b) == want);
      CHECK(rows_of<Kernel, node>(1, a, b) == want);
      if constexpr (requires { requires Kernel::template reads_rows<c>; }) {
        CHECK(rows_apart_of<Kernel, node>(kernel_scratch, a, b) == want);
      }
    }
  }
}
/// Sums of codes with zero points of their own, of units far apart, of equal ones, and with limits.
template <class Kernel, bool Run>
void check_sums() {
  using etch::activation;
  using etch::affine;
  check_sum<Kernel, Run, affine<std::int8_t, 0.02, 127>, affine<std::int8_t, 0.04, 5>,
            affine<std::int8_t, 0.03, -128>>();
  check_sum<Kernel, Run, affine<std::int8_t, 0.02>, affine<std::int8_t, 0.0001>,
            affine<std::int8_t, 0.5, 3>>();
  check_sum<Kernel, Run, affine<std::int8_t, 0.5>, affine<std::int8_t, 2.0, -7>,
            affine<std::int8_t, 0.5>, activation::relu>();
  check_sum<Kernel, Run, affine<std::int8_t, 0.05, -128>, affine<std::int8_t, 0.05, -128>,
            affine<std::int8_t, 0.05, -128>, activation::relu6>();
  check_sum<Kernel, Run, affine<std::int8_t, 0.001>, affine<std::int8_t, 0.07>,
            affine<std::int8_t, 0.04>, activation::clamp>();
}
/// Sums or differences of codes of 9 to 16 bits, of units that are far apart, equal or a power of
/// two apart, and with limits; in rows that fill whole vectors and such that leave some.
template <class Kernel, bool Run>
void check_short_sums() {
  using etch::activation;
  using etch::affine;
  using s16 = std::int16_t;
  const auto sum = []<class Y, class A, class B, activation Act, int C>() {
    check_sum<Kernel, Run, Y, A, B, Act, etch::rounding::tflite_double, etch::shape<2, 3, 1, C>>();
  };
  sum.template
  operator()<affine<s16, 0.0007>, affine<s16, 0.0005>, affine<s16, 0.0003>, activation::none, 33>();
  sum.template
  operator()<affine<s16, 0.0005>, affine<s16, 0.0005>, affine<s16, 0.0005>, activation::none, 17>();
  sum.template operator()<affine<s16, 0.00049>, affine<s16, 0.0000031>, affine<s16, 0.0005>,
                          activation::relu, 7>();
  sum.template
  operator()<affine<s16, 0.25>, affine<s16, 0.25>, affine<s16, 0.0625>, activation::clamp, 8>();
  sum.template operator()<affine<s16, 0.0009>, affine<s16, 0.0008>, affine<s16, 0.00021>,
                          activation::relu, 11>();
}

/// The code that Kernel and Generic make of each pair of codes: all of A with all of B.
template <class Kernel, class Generic, bool Run, class Op, class Y, class A, class B,
          etch::activation Act = etch::activation::none,
          etch::rounding R = etch::rounding::tflite_double>
void check_pairs() {
  constexpr int low = A::kind::lowest(A::descriptor), high = A::kind::highest(A::descriptor);
  constexpr int low_b = B::kind::lowest(B::descriptor), high_b = B::kind::highest(B::descriptor);
  constexpr int count = high_b - low_b + 1;
  static constexpr const auto& node = summed<Y, A, B, Act, R, etch::shape<count>, Op>::node;
  using c = etch::call<node, 0>;
  static_assert(Kernel::template accepts<c>);
  static_assert(etch::is_q(Y::descriptor) ||
                etch::packed_size<Kernel, c> <= etch::packed_size<Generic, c>);
  if constexpr (Run) {
    using code = typename c::template in<0>::storage;
    std::vector<code> a(count), b(count);
    for (int i = 0; i < count; ++i) b[static_cast<std::size_t>(i)] = static_cast<code>(low_b + i);
    int wrong = 0;
    for (int i = low; i <= high; ++i) {
      a.assign(a.size(), static_cast<code>(i));
      if (rows_of<Kernel, node>(1, a, b) != rows_of<Generic, node>(1, a, b)) ++wrong;
    }
    INFO(Kernel::name << ", units of a, b and y " << A::descriptor.unit() << ' '
                      << B::descriptor.unit() << ' ' << Y::descriptor.unit());
    CHECK(wrong == 0);
  }
}
/// The three additions of MLPerf Tiny's image classification.
template <int I>
struct resnet8_sum;
template <>
struct resnet8_sum<0> {
  using a = etch::affine<std::int8_t, 0.039393551647663116, -128>;
  using b = etch::affine<std::int8_t, 0.10419496148824692, 4>;
  using y = etch::affine<std::int8_t, 0.050945673137903214, -128>;
};
template <>
struct resnet8_sum<1> {
  using a = etch::affine<std::int8_t, 0.044761426746845245, -17>;
  using b = etch::affine<std::int8_t, 0.11311884224414825, 4>;
  using y = etch::affine<std::int8_t, 0.0532362163066864, -128>;
};
template <>
struct resnet8_sum<2> {
  using a = etch::affine<std::int8_t, 0.08385830372571945, 38>;
  using b = etch::affine<std::int8_t, 0.21724364161491394, -2>;
  using y = etch::affine<std::int8_t, 0.1270691454410553, -128>;
};
/// Sums of int8 codes that two products are: every pair, and random ones that fill no whole vector.
template <class Kernel, bool Run>
void check_sums_by_products() {
  using etch::activation;
  using etch::affine;
  using etch::rounding;
  const auto pairs = []<class Y, class A, class B, activation Act, rounding R>() {
    check_pairs<Kernel, etch::add_generic, Run, etch::ops::add, Y, A, B, Act, R>();
    check_sum<Kernel, Run, Y, A, B, Act, R>();
  };
  const auto resnet8 = [&]<int I>() {
    using s = resnet8_sum<I>;
    pairs.template operator()<typename s::y, typename s::a, typename s::b, activation::relu,
                              rounding::tflite_double>();
  };
  resnet8.template operator()<0>();
  resnet8.template operator()<1>();
  resnet8.template operator()<2>();
  using s = resnet8_sum<1>;
  using middle = affine<std::int8_t, 0.0532362163066864, -28>;
  pairs.template operator()<middle, s::a, s::b, activation::none, rounding::tflite_single>();
  pairs.template operator()<middle, s::a, s::b, activation::relu, rounding::xnnpack>();
  // ties away from zero, on both sides of it
  pairs.template
  operator()<affine<std::int8_t, 0.1, 7>, affine<std::int8_t, 0.05, 5>,
             affine<std::int8_t, 0.05, -3>, activation::none, rounding::tflite_double>();
  // sums far beyond the output, and all within it
  pairs.template
  operator()<affine<std::int8_t, 0.5, -11>, affine<std::int8_t, 10.0, 5>,
             affine<std::int8_t, 13.0, 127>, activation::clamp, rounding::tflite_double>();
  pairs.template
  operator()<affine<std::int8_t, 0.7>, affine<std::int8_t, 0.23>, affine<std::int8_t, 0.0173>,
             activation::none, rounding::tflite_double>();
}

/// The same of uint8 codes, and differences.
template <class Add, class Sub, bool Run>
void check_unsigned_sums_by_products() {
  using etch::activation;
  using etch::affine;
  using u8 = std::uint8_t;
  using a = affine<u8, 0.044761426746845245, 111>;
  using b = affine<u8, 0.11311884224414825, 132>;
  using y = affine<u8, 0.0532362163066864, 0>;
  check_pairs<Add, etch::add_generic, Run, etch::ops::add, y, a, b, activation::relu>();
  check_sum<Add, Run, y, a, b, activation::none>();
  check_sum<Add, Run, affine<u8, 0.5, 117>, affine<u8, 10.0, 133>, affine<u8, 13.0, 255>,
            activation::clamp>();
  using c = affine<u8, 0.039393551647663116, 0>;
  using d = affine<u8, 0.10419496148824692, 132>;
  check_pairs<Sub, etch::sub_generic, Run, etch::ops::sub, affine<u8, 0.050945673137903214, 0>, c,
              d>();
}
/// Sums of q7 codes by two products, their fraction bits apart and equal.
template <class Kernel, bool Run>
void check_q7_sums_by_products() {
  using etch::activation;
  using etch::q;
  using etch::rounding;
  const auto pairs = []<class Y, class A, class B, activation Act, rounding R>() {
    check_pairs<Kernel, etch::add_generic, Run, etch::ops::add, Y, A, B, Act, R>();
  };
  pairs.template operator()<q<2, 5>, q<0, 7>, q<1, 6>, activation::relu, rounding::half_up>();
  pairs.template operator()<q<1, 6>, q<3, 4>, q<0, 7>, activation::none, rounding::half_away>();
}

/// Differences of int8 codes that two products are: every pair, and random ones.
template <class Kernel, bool Run>
void check_differences_by_products() {
  using etch::activation;
  using etch::affine;
  using etch::rounding;
  using a = affine<std::int8_t, 0.039393551647663116, -128>;
  using b = affine<std::int8_t, 0.10419496148824692, 4>;
  using y = affine<std::int8_t, 0.050945673137903214, -128>;
  const auto pairs = []<class Y, class A, class B, activation Act, rounding R>() {
    check_pairs<Kernel, etch::sub_generic, Run, etch::ops::sub, Y, A, B, Act, R>();
  };
  pairs.template operator()<y, a, b, activation::none, rounding::tflite_double>();
  pairs.template operator()<y, b, a, activation::relu, rounding::tflite_single>();
  pairs.template
  operator()<affine<std::int8_t, 0.07, 127>, a, b, activation::clamp, rounding::xnnpack>();
  pairs.template
  operator()<affine<std::int8_t, 0.1, 7>, affine<std::int8_t, 0.05, 5>,
             affine<std::int8_t, 0.05, -3>, activation::none, rounding::tflite_double>();
}

}  // namespace test
