// Kernels of relu, mul and functions of 8-bit codes against the generic ones: rows of 1 to 33
// codes.
#pragma once

#include <etch/kernel/generic.hpp>

#include "are_long.hpp"
#include "layers.hpp"
#include "sums_and_means.hpp"

namespace test {

/// Calls f<C>() for rows of C codes, as many of them as is_tried says; Seed is its seed.
template <int Unit = 1, int Seed = 0, class F>
void each_width(const F& f) {
  constexpr int count = 17;
  etch::for_each_index<count>([&]<int I>() {
    if constexpr (is_tried(I, count, Seed)) f.template operator()<Unit*(I + 1)>();
  });
  f.template operator()<Unit * 33>();
}

/// relu of rows of multiples of Unit codes.
template <class K, bool Run, int Unit, class... X>
void check_relus() {
  const auto one = []<class F>() {
    each_width<Unit, F::descriptor.zero % 2>(
        []<int C>() { check_kernel<K, etch::relu_generic, rectified<F, 3, 1, C>::node, Run>(); });
    check_kernel<K, etch::relu_generic, rectified<F, 2, 5, 4, 4>::node, Run>();
  };
  (one.template operator()<X>(), ...);
}
/// Zero points at the ends and on both sides of 0.
template <class K, bool Run, int Unit>
void check_signed_relus() {
  using etch::affine;
  check_relus<K, Run, Unit, affine<std::int8_t, 0.1, -128>, affine<std::int8_t, 0.1, -5>,
              affine<std::int8_t, 0.1, 3>, affine<std::int8_t, 0.1, 127>>();
}
template <class K, bool Run, int Unit>
void check_unsigned_relus() {
  using etch::affine;
  check_relus<K, Run, Unit, affine<std::uint8_t, 0.1, 0>, affine<std::uint8_t, 0.1, 100>,
              affine<std::uint8_t, 0.1, 128>, affine<std::uint8_t, 0.1, 255>>();
}

/// Op of X's; as Y's, where that is a format.
template <auto Of, class X, class Y, int... D>
struct function_of {
  static constexpr one_node make() {
    const value in[1]{given<X, etch::shape<D...>>};
    if constexpr (requires { Y::descriptor; }) return {Of, in, {.number = Y::descriptor}};
    else return {Of, in};
  }
  static constexpr one_node node = make();
};
struct all_bytes {
  unsigned char byte[256]{};
  constexpr all_bytes() {
    for (int i = 0; i < 256; ++i) byte[i] = static_cast<unsigned char>(i * 171 + 13);
  }
};
inline constexpr all_bytes any_table;
/// A table of any codes.
template <class X, class Y, int... D>
struct tabled {
  static constexpr one_node make() {
    const value in[2]{given<X, etch::shape<D...>>, stored<Y, etch::shape<256>>(any_table.byte)};
    return {etch::ops::table{}, in};
  }
  static constexpr one_node node = make();
};
/// Every code, in rows of W codes.
template <class K, class Generic, const auto& G, bool Run>
void check_table() {
  check_kernel<K, Generic, G, Run>();
  if constexpr (Run) {
    auto x = random_codes<G, 0>(1);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<typename decltype(x)::value_type>(i * 7);
    const auto want = rows_of<Generic, G>(1, x);
    CHECK(rows_of<K, G>(1 << 20, x) == want);
    CHECK(rows_of<K, G>(1, x) == want);
  }
}
template <class K, bool Run>
void check_tables() {
  using s8 = etch::affine<std::int8_t, 0.05, 3>;
  using u8 = etch::affine<std::uint8_t, 0.03, 100>;
  each_width(
      []<int C>() { check_table<K, etch::table_generic, tabled<s8, u8, 17, 1, C>::node, Run>(); });
  check_table<K, etch::table_generic, tabled<u8, s8, 2, 3, 13, 7>::node, Run>();
  check_table<K, etch::table_generic, tabled<etch::q<0, 7>, s8, 64, 2, 5>::node, Run>();
}
/// The other operators that are tables of bytes.
template <class Sigmoid, class Tanh, class Function, class Unary, bool Run>
void check_functions() {
  using namespace etch;
  using s8 = affine<std::int8_t, 0.05, 3>;
  using u8 = affine<std::uint8_t, 0.03, 100>;
  check_table<Sigmoid, sigmoid_table, function_of<ops::sigmoid{}, s8, void, 7, 3, 33>::node, Run>();
  check_table<Sigmoid, sigmoid_table, function_of<ops::sigmoid{}, u8, void, 9, 37>::node, Run>();
  check_table<Tanh, tanh_table, function_of<ops::tanh{}, q<3, 4>, void, 5, 7, 9>::node, Run>();
  check_table<Function, function_generic, function_of<ops::function{}, s8, q<0, 7>, 5, 7, 9>::node,
              Run>();
  check_table<Unary, unary_generic,
              function_of<ops::unary{unary_function::gelu}, s8, u8, 5, 7, 9>::node, Run>();
}

/// Products of every pair of codes, and random ones that fill no whole vector.
template <class K, bool Run>
void check_products() {
  using etch::activation;
  using etch::affine;
  const auto pairs = []<class Y, class A, class B, activation Act>() {
    check_pairs<K, etch::mul_generic, Run, etch::ops::mul, Y, A, B, Act>();
  };
  using a = affine<std::int8_t, 0.05, 3>;
  using b = affine<std::int8_t, 0.02, -128>;
  using c = affine<std::int8_t, 0.0625, 127>;
  using activation::none, activation::relu, activation::clamp;
  pairs.template operator()<a, a, a, none>();
  pairs.template operator()<affine<std::int8_t, 0.07, -5>, a, b, relu>();
  pairs.template operator()<affine<std::int8_t, 0.00262, -128>, b, c, none>();
  pairs.template
  operator()<affine<std::int8_t, 0.0626, 127>, c, affine<std::int8_t, 0.499>, clamp>();
  pairs.template operator()<c, c, affine<std::int8_t, 0.25, -7>, none>();  // ties
  pairs.template operator()<affine<std::int8_t, 5.0, 4>, affine<std::int8_t, 0.003>, b, none>();
  each_width([]<int C>() {
    using node =
        summed<a, a, b, none, etch::rounding::tflite_double, etch::shape<3, 1, C>, etch::ops::mul>;
    if constexpr (Run) {
      const auto x = random_codes<node::node, 0>(5), y = random_codes<node::node, 1>(6);
      const auto want = rows_of<etch::mul_generic, node::node>(1, x, y);
      CHECK(rows_of<K, node::node>(1 << 20, x, y) == want);
      CHECK(rows_of<K, node::node>(1, x, y) == want);
      CHECK(rows_apart_of<K, node::node>(kernel_scratch, x, y) == want);
    }
  });
}

/// Sums and differences of codes of one unit that only saturate: rows of whole vectors and less.
template <class Add8, class Add16, class Sub8, class Sub16, bool Run>
void check_plain_sums() {
  using etch::activation;
  using etch::affine;
  using etch::q;
  const auto sum = []<class K, class F, activation Act, int C>() {
    check_sum<K, Run, F, F, F, Act, etch::rounding::tflite_double, etch::shape<1, 3, 1, C>>();
  };
  sum.template operator()<Add8, q<0, 7>, activation::none, 77>();
  sum.template operator()<Add8, affine<std::int8_t, 0.05>, activation::relu, 7>();
  sum.template operator()<Sub8, q<2, 5>, activation::clamp, 39>();
  sum.template operator()<Add16, q<3, 12>, activation::relu, 41>();
  sum.template operator()<Add16, q<3, 8>, activation::none, 9>();  // of 12 bits
  sum.template operator()<Sub16, affine<std::int16_t, 0.001>, activation::none, 17>();
}

}  // namespace test
