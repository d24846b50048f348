// Sums of two values and means in which kernels of every target are compared with the generic ones.
#pragma once

#include "layers.hpp"

namespace test {

/// A sum of two values in format Y.
template <class Y, class A, class B, etch::activation Act>
struct summed {
  using shape = etch::shape<2, 3, 5, 7>;
  static constexpr one_node make() {
    const value in[2]{given<A, shape>, given<B, shape>};
    return {etch::ops::add{},
            in,
            {.number = Y::descriptor,
             .round = etch::rounding::tflite_double,
             .act = Act,
             .clamp_low = -40,
             .clamp_high = 90}};
  }
  static constexpr one_node node = make();
};
template <class Kernel, bool Run, class Y, class A, class B,
          etch::activation Act = etch::activation::none>
void check_sum() {
  static constexpr const auto& node = summed<Y, A, B, Act>::node;
  using c = etch::call<node, 0>;
  static_assert(Kernel::template accepts<c>);
  if constexpr (Run) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
      const auto a = random_codes<node, 0>(seed), b = random_codes<node, 1>(seed + 100);
      const auto want = rows_of<etch::add_generic, node>(1, a, b);
      CHECK(rows_of<Kernel, node>(1 << 20, a, b) == want);
      CHECK(rows_of<Kernel, node>(1, a, b) == want);
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

/// A mean over windows, and over whole images.
template <int H, int W, int C, etch::ops::avg_pool P, etch::rounding R, etch::activation Act>
struct averaged_windows {
  static constexpr one_node node{
      P,
      {given<etch::affine<std::int8_t, 0.05, 5>, etch::shape<2, H, W, C>>},
      {.round = R, .act = Act}};
};
template <int H, int W, int C, class Y, etch::rounding R>
struct averaged_images {
  static constexpr one_node node{
      etch::ops::global_avg_pool{},
      {given<etch::affine<std::int8_t, 0.05, 5>, etch::shape<2, H, W, C>>},
      {.number = Y::descriptor, .round = R}};
};
/// Means of kernels that sum at least eight channels in halfwords.
template <class Windows, class Images, bool Run>
void check_means() {
  using etch::activation;
  using etch::pad;
  using etch::rounding;
  using pool = etch::ops::avg_pool;
  const auto windows = []<class G>(G*) {
    check_kernel<Windows, etch::avg_pool_generic, G::node, Run>();
  };
  const auto images = []<class G>(G*) {
    check_kernel<Images, etch::global_avg_pool_generic, G::node, Run>();
  };
  windows(static_cast<averaged_windows<7, 9, 11, pool{{2, 3}, {{2, 1}, {}, pad(1, 1, 0, 2)}},
                                       rounding::half_away, activation::relu>*>(nullptr));
  windows(static_cast<averaged_windows<8, 9, 13, pool{{3, 2}, {1, {2, 3}, pad(2, 1, 1, 0)}},
                                       rounding::half_up, activation::none>*>(nullptr));
  windows(static_cast<averaged_windows<7, 9, 11, pool{{2, 3}, {{2, 1}, {}, pad(1, 1, 0, 2)}},
                                       rounding::half_away, activation::none>*>(nullptr));
  windows(static_cast<averaged_windows<15, 17, 8, pool{{15, 17}, {.pad = etch::valid}},
                                       rounding::toward_zero, activation::relu6>*>(nullptr));
  windows(static_cast<averaged_windows<17, 16, 8, pool{{16, 16}, {.pad = etch::valid}},
                                       rounding::half_away, activation::none>*>(nullptr));
  images(static_cast<
         averaged_images<16, 16, 11, etch::affine<std::int8_t, 0.05, 5>, rounding::half_up>*>(
      nullptr));
  images(static_cast<
         averaged_images<5, 3, 11, etch::affine<std::int8_t, 0.03, -9>, rounding::tflite_double>*>(
      nullptr));
  images(static_cast<
         averaged_images<15, 17, 8, etch::affine<std::int8_t, 0.05, 5>, rounding::half_away>*>(
      nullptr));
}

}  // namespace test
