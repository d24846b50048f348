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
template <class Kernel, bool Run, class Y, class A, class B,
          etch::activation Act = etch::activation::none,
          etch::rounding R = etch::rounding::tflite_double>
void check_sum() {
  static constexpr const auto& node = summed<Y, A, B, Act, R>::node;
  using c = etch::call<node, 0>;
  static_assert(Kernel::template accepts<c>);
  if constexpr (Run) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
      const auto a = random_codes<node, 0>(seed), b = random_codes<node, 1>(seed + 100);
      const auto want = rows_of<etch::add_generic, node>(1, a, b);
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

/// A mean over windows, and over whole images.
template <int H, int W, int C, etch::ops::avg_pool P, etch::rounding R, etch::activation Act>
struct averaged_windows {
  static constexpr one_node node{
      P,
      {given<etch::affine<std::int8_t, 0.05, 5>, etch::shape<2, H, W, C>>},
      {.round = R, .act = Act}};
};
template <int H, int W, int C, class Y, etch::rounding R,
          class X = etch::affine<std::int8_t, 0.05, 5>>
struct averaged_images {
  static constexpr one_node node{etch::ops::global_avg_pool{},
                                 {given<X, etch::shape<2, H, W, C>>},
                                 {.number = Y::descriptor, .round = R}};
};
/// Means over windows by a kernel that sums at least eight channels in halfwords.
template <class Windows, bool Run>
void check_means_of_windows() {
  using etch::activation;
  using etch::pad;
  using etch::rounding;
  using pool = etch::ops::avg_pool;
  const auto windows = []<class G>(G*) {
    check_kernel<Windows, etch::avg_pool_generic, G::node, Run>();
  };
  windows(static_cast<averaged_windows<7, 9, 11, pool{{2, 3}, {{2, 1}, {}, pad(1, 1, 0, 2)}},
                                       rounding::half_away, activation::relu>*>(nullptr));
  windows(static_cast<averaged_windows<8, 9, 13, pool{{3, 2}, {1, {2, 3}, pad(2, 1, 1, 0)}},
                                       rounding::half_up, activation::none>*>(nullptr));
  windows(static_cast<averaged_windows<7, 9, 11, pool{{2, 3}, {{2, 1}, {}, pad(1, 1, 0, 2)}},
                                       rounding::half_away, activation::none>*>(nullptr));
  windows(static_cast<averaged_windows<4, 5, 37, pool{{3, 3}, {1, {}, pad(1, 1, 1, 1)}},
                                       rounding::half_away, activation::none>*>(nullptr));
  windows(static_cast<averaged_windows<5, 4, 19, pool{{5, 4}, {.pad = etch::valid}},
                                       rounding::toward_zero, activation::relu>*>(nullptr));
  windows(static_cast<averaged_windows<15, 17, 8, pool{{15, 17}, {.pad = etch::valid}},
                                       rounding::toward_zero, activation::relu6>*>(nullptr));
  windows(static_cast<averaged_windows<17, 16, 8, pool{{16, 16}, {.pad = etch::valid}},
                                       rounding::half_away, activation::none>*>(nullptr));
}
/// Means of images by one that sums so many, or multiples of `Step` channels; of more cells, too,
/// than halfwords have room for.
template <class Images, bool Run, int Step = 1>
void check_means_of_images() {
  using etch::rounding;
  constexpr auto of = [](int channels) { return etch::round_up(channels, Step); };
  const auto images = []<class G>(G*) {
    check_kernel<Images, etch::global_avg_pool_generic, G::node, Run>();
  };
  images(static_cast<
         averaged_images<16, 16, of(11), etch::affine<std::int8_t, 0.05, 5>, rounding::half_up>*>(
      nullptr));
  images(static_cast<averaged_images<5, 3, of(11), etch::affine<std::int8_t, 0.03, -9>,
                                     rounding::tflite_double>*>(nullptr));
  images(static_cast<
         averaged_images<15, 17, 8, etch::affine<std::int8_t, 0.05, 5>, rounding::half_away>*>(
      nullptr));
  images(static_cast<averaged_images<19, 27, of(11), etch::affine<std::int8_t, 0.04, -7>,
                                     rounding::tflite_double>*>(nullptr));
  images(static_cast<
         averaged_images<16, 32, 8, etch::affine<std::int8_t, 0.05, 5>, rounding::half_away>*>(
      nullptr));
}

/// Both.
template <class Windows, class Images, bool Run>
void check_means() {
  check_means_of_windows<Windows, Run>();
  check_means_of_images<Images, Run>();
}

}  // namespace test
