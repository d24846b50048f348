// Pools of windows and of whole images, for kernels of every target.
#pragma once

#include "layers.hpp"
#include "tried.hpp"

namespace test {

/// A pool of windows by operator P over two images of values X, and a mean of whole ones.
template <int H, int W, int C, auto P, etch::rounding R, etch::activation Act,
          class X = etch::affine<std::int8_t, 0.05, 5>>
struct pooled_windows {
  static constexpr one_node node{P, {given<X, etch::shape<2, H, W, C>>}, {.round = R, .act = Act}};
};
template <int H, int W, int C, class Y, etch::rounding R,
          class X = etch::affine<std::int8_t, 0.05, 5>>
struct averaged_images {
  static constexpr one_node node{etch::ops::global_avg_pool{},
                                 {given<X, etch::shape<2, H, W, C>>},
                                 {.number = Y::descriptor, .round = R}};
};

/// Kernel against the generic one of operator Op for windows of all kinds over values X, multiples
/// of `Step` channels, at least `Least`; those that it does not accept are left out.
template <class Kernel, class Op, class Generic, class X, bool Run, int Step, int Least>
class checked_windows {
 public:
  static void check() {
    using etch::activation;
    using etch::pad;
    using etch::rounding;
    constexpr int least = Least;
    of<4, 6, least, Op{{2, 2}, {2, {}, pad(0)}}, rounding::half_away, activation::none>();
    of<5, 7, of_channels(8), Op{{2, 2}, {2, {}, pad(0)}}, rounding::half_up, activation::relu>();
    of<5, 4, of_channels(3), Op{{2, 2}, {{2, 1}, {}, pad(1, 1, 1, 0)}}, rounding::half_away,
       activation::none>();
    of<7, 9, of_channels(11), Op{{2, 3}, {{2, 1}, {}, pad(1, 1, 0, 2)}}, rounding::half_away,
       activation::relu>();
    of<8, 9, of_channels(13), Op{{3, 2}, {1, {2, 3}, pad(2, 1, 1, 0)}}, rounding::half_up,
       activation::none>();
    of<7, 9, of_channels(11), Op{{3, 3}, {2, {}, pad(1, 1, 1, 1)}}, rounding::toward_zero,
       activation::none>();
    of<4, 5, of_channels(37), Op{{3, 3}, {1, {}, pad(1, 1, 1, 1)}}, rounding::half_away,
       activation::none>();
    of<9, 8, of_channels(6), Op{{5, 5}, {1, {}, pad(2, 4, 4, 4)}}, rounding::half_up,
       activation::none>();
    of<5, 7, of_channels(8), Op{{1, 4}, {{1, 3}, {}, pad(0, 3, 0, 3)}}, rounding::half_away,
       activation::relu6>();
    of<5, 4, of_channels(19), Op{{5, 4}, {.pad = etch::valid}}, rounding::toward_zero,
       activation::relu>();
    of<3, 3, of_channels(2), Op{1, {}}, rounding::toward_zero, activation::none>();
    of<15, 17, of_channels(8), Op{{15, 17}, {.pad = etch::valid}}, rounding::toward_zero,
       activation::relu6>();
    of<17, 16, of_channels(8), Op{{16, 16}, {.pad = etch::valid}}, rounding::half_away,
       activation::none>();
    of<15, 18, of_channels(3), Op{{15, 17}, {.pad = etch::valid}}, rounding::half_up,
       activation::none>();
    of<7, 6, of_channels(70), Op{{5, 5}, {}}, rounding::toward_zero, activation::relu>();
    of<9, 13, of_channels(8), Op{{9, 13}, {.pad = etch::valid}}, rounding::half_away,
       activation::none>();
  }

 private:
  static constexpr int of_channels(int c) { return etch::maximum(etch::round_up(c, Step), Least); }
  template <int H, int W, int C, Op P, etch::rounding R, etch::activation Act>
  static void of() {
    using node = pooled_windows<H, W, C, P, R, Act, X>;
    if constexpr (Kernel::template accepts<etch::call<node::node, 0>>) {
      INFO(H << " x " << W << " x " << C << ", " << P.size.h << " x " << P.size.w);
      check_kernel<Kernel, Generic, node::node, Run>();
    }
  }
};
/// Kernels of max_pool and avg_pool of values X.
template <class Kernel, class X, bool Run, int Step = 1, int Least = Step>
void check_largest() {
  static_assert(Kernel::template accepts<
                etch::call<pooled_windows<7, 9, 8, etch::ops::max_pool{3, {1, {}, etch::pad(1)}},
                                          etch::rounding::half_up, etch::activation::none, X>::node,
                           0>>);
  checked_windows<Kernel, etch::ops::max_pool, etch::max_pool_generic, X, Run, Step,
                  Least>::check();
}
template <class Kernel, class X, bool Run, int Step = 1, int Least = Step>
void check_means_of_windows() {
  static_assert(Kernel::template accepts<
                etch::call<pooled_windows<7, 9, 8, etch::ops::avg_pool{2, {2, {}, etch::pad(0)}},
                                          etch::rounding::half_up, etch::activation::none, X>::node,
                           0>>);
  checked_windows<Kernel, etch::ops::avg_pool, etch::avg_pool_generic, X, Run, Step,
                  Least>::check();
}

/// Means of images of values X by a kernel that sums any number, or multiples of `Step` channels;
/// of more cells, too, than halfwords have room for.
template <class Images, bool Run, int Step = 1, class X = etch::affine<std::int8_t, 0.05, 5>>
void check_means_of_images() {
  using etch::rounding;
  constexpr bool scales = etch::is_affine(X::descriptor) && X::descriptor.bits == 8;
  using other = std::conditional_t<scales, etch::affine<std::int8_t, 0.03, -9>, X>;
  using another = std::conditional_t<scales, etch::affine<std::int8_t, 0.04, -7>, X>;
  constexpr auto of = [](int channels) { return etch::round_up(channels, Step); };
  const auto images = []<class G>(G*) {
    check_kernel<Images, etch::global_avg_pool_generic, G::node, Run>();
  };
  images(static_cast<averaged_images<16, 16, of(11), X, rounding::half_up, X>*>(nullptr));
  images(static_cast<averaged_images<5, 3, of(11), other, rounding::tflite_double, X>*>(nullptr));
  images(static_cast<averaged_images<15, 17, 8, X, rounding::half_away, X>*>(nullptr));
  images(
      static_cast<averaged_images<19, 27, of(11), another, rounding::tflite_double, X>*>(nullptr));
  images(static_cast<averaged_images<16, 32, 8, X, rounding::half_away, X>*>(nullptr));
}

/// Both.
template <class Windows, class Images, bool Run, int Step = 1,
          class X = etch::affine<std::int8_t, 0.05, 5>, int Least = Step>
void check_means() {
  check_means_of_windows<Windows, X, Run, Step, Least>();
  check_means_of_images<Images, Run, Step, X>();
}

}  // namespace test
