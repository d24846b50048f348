// SqueezeNet 1.0 and 1.1 on pictures of 224 x 224 x 3, a byte a value.
#pragma once

#include <etch/etch.hpp>

namespace squeezenet {

using s8 = etch::q<0, 7>;

/// The graphs with weights of W: W::filters<O, Size, I> are those of O filters of Size x Size x I.
template <class W>
struct with {
  /// A convolution with its ReLU.
  template <int O, int Size, int I, class X>
  static constexpr auto layer(X x, int stride = 1) {
    using namespace etch::dsl;
    return x | conv2d(W::template filters<O, Size, I>, {.stride = stride}) | to<s8> | relu;
  }
  /// The first convolution, its ReLU and its pool.
  template <int O, int Size, class X>
  static constexpr auto first(X image) {
    using namespace etch::dsl;
    return image | conv2d(W::template filters<O, Size, 3>, {.stride = 2, .pad = valid}) | to<s8> |
           relu | max_pool<3>({.stride = 2, .pad = valid});
  }
  /// A fire module: S filters of 1x1, then E of 1x1 beside E of 3x3.
  template <int I, int S, int E, class X>
  static constexpr auto fire(X x) {
    using namespace etch::dsl;
    auto squeezed = layer<S, 1, I>(x);
    return concat(layer<E, 1, S>(squeezed), layer<E, 3, S>(squeezed));
  }

  static constexpr auto version_1_0 =
      etch::graph([](etch::input<etch::tensor<s8, etch::shape<224, 224, 3>>> image) {
        using namespace etch::dsl;
        auto x = first<96, 7>(image);
        auto a = fire<128, 32, 128>(fire<128, 16, 64>(fire<96, 16, 64>(x))) |
                 max_pool<3>({.stride = 2, .pad = pad(0, 0, 1, 1)});
        auto b = fire<384, 64, 256>(fire<384, 48, 192>(fire<256, 48, 192>(fire<256, 32, 128>(a)))) |
                 max_pool<3>({.stride = 2, .pad = valid});
        return layer<1000, 1, 512>(fire<512, 64, 256>(b)) | global_avg_pool;
      });

  static constexpr auto version_1_1 =
      etch::graph([](etch::input<etch::tensor<s8, etch::shape<224, 224, 3>>> image) {
        using namespace etch::dsl;
        auto x = first<64, 3>(image);
        auto a = fire<128, 16, 64>(fire<64, 16, 64>(x)) | max_pool<3>({.stride = 2, .pad = valid});
        auto b =
            fire<256, 32, 128>(fire<128, 32, 128>(a)) | max_pool<3>({.stride = 2, .pad = valid});
        auto c = fire<512, 64, 256>(fire<384, 64, 256>(fire<384, 48, 192>(fire<256, 48, 192>(b))));
        return layer<1000, 1, 512>(c) | global_avg_pool;
      });
};

/// What ram::smallest finds for both: rows up to node 36, the value of node 2 completed first.
inline constexpr etch::options in_rows{.ram = etch::ram::by_rows({.tail = 37, .cut = 2})};

}  // namespace squeezenet
