// SqueezeNet 1.0 and 1.1 on pictures of 224 x 224 x 3.
#pragma once

#include <etch/etch.hpp>

namespace squeezenet {

inline constexpr int side = 224, classes = 1000;

/// How many values have a format of their own: the picture, what is behind the first convolution
/// and behind both halves of fire modules 2 to 9, and the output.
inline constexpr int values = 19;

/// Value From behind a convolution with its ReLU: value K. Numbers are those of W:
///   W::value<K>               format of value K
///   W::layer<O, Size, I, X>   weights and bias of O filters of Size x Size x I behind values of X
template <class W, int From, int K, int O, int Size, int I, class X>
constexpr auto layer(X x) {
  using namespace etch::dsl;
  return x | conv2d(W::template layer<O, Size, I, typename W::template value<From>>) |
         to<typename W::template value<K>> | relu;
}
/// The first convolution, its ReLU and its pool.
template <class W, int O, int Size, class X>
constexpr auto first(X image) {
  using namespace etch::dsl;
  return image |
         conv2d(W::template layer<O, Size, 3, typename W::template value<0>>,
                {.stride = 2, .pad = valid}) |
         to<typename W::template value<1>> | relu | max_pool<3>({.stride = 2, .pad = valid});
}
/// Fire module N: S filters of 1x1, then E of 1x1 beside E of 3x3.
template <class W, int N, int I, int S, int E, class X>
constexpr auto fire(X x) {
  constexpr int from = 2 * N - 3, narrow = from + 1, wide = from + 2;
  auto squeezed = layer<W, from, narrow, S, 1, I>(x);
  return etch::dsl::concat(layer<W, narrow, wide, E, 1, S>(squeezed),
                           layer<W, narrow, wide, E, 3, S>(squeezed));
}
/// The last convolution and what is left of a class.
template <class W, class X>
constexpr auto last(X x) {
  return layer<W, values - 2, values - 1, classes, 1, 512>(x) | etch::dsl::global_avg_pool;
}

template <class W>
using picture =
    etch::input<etch::tensor<typename W::template value<0>, etch::shape<side, side, 3>>>;

template <class W>
inline constexpr auto version_1_0 = etch::graph([](picture<W> image) {
  using namespace etch::dsl;
  auto x = first<W, 96, 7>(image);
  auto a = fire<W, 4, 128, 32, 128>(fire<W, 3, 128, 16, 64>(fire<W, 2, 96, 16, 64>(x))) |
           max_pool<3>({.stride = 2, .pad = pad(0, 0, 1, 1)});
  auto b = fire<W, 8, 384, 64, 256>(
               fire<W, 7, 384, 48, 192>(fire<W, 6, 256, 48, 192>(fire<W, 5, 256, 32, 128>(a)))) |
           max_pool<3>({.stride = 2, .pad = valid});
  return last<W>(fire<W, 9, 512, 64, 256>(b));
});

template <class W>
inline constexpr auto version_1_1 = etch::graph([](picture<W> image) {
  using namespace etch::dsl;
  auto x = first<W, 64, 3>(image);
  auto a =
      fire<W, 3, 128, 16, 64>(fire<W, 2, 64, 16, 64>(x)) | max_pool<3>({.stride = 2, .pad = valid});
  auto b = fire<W, 5, 256, 32, 128>(fire<W, 4, 128, 32, 128>(a)) |
           max_pool<3>({.stride = 2, .pad = valid});
  return last<W>(fire<W, 9, 512, 64, 256>(
      fire<W, 8, 384, 64, 256>(fire<W, 7, 384, 48, 192>(fire<W, 6, 256, 48, 192>(b)))));
});

/// What ram::smallest finds for both: rows up to node 36, the value of node 2 completed first.
inline constexpr etch::options in_rows{.ram = etch::ram::by_rows({.tail = 37, .cut = 2})};

}  // namespace squeezenet
