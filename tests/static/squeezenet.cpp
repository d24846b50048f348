// SqueezeNet 1.0 and 1.1 on pictures of 224 x 224 x 3, a byte a value: the memory that MinUn (S2)
// plans with, asserted by the compiler.
#include <etch/etch.hpp>

namespace {

using namespace etch;
using s8 = q<0, 7>;

/// Zeros in place of weights: memory is planned by shapes alone.
inline constexpr unsigned char zeros[512 * 1000]{};

/// Weights and biases of O filters of Size x Size x I.
template <int O, int Size, int I>
inline constexpr parameters filters{
    constant<tensor<s8, shape<O, Size, Size, I>, etch::ohwi>>{&zeros[0]},
    constant<tensor<s8, shape<O>>>{&zeros[0]}};

/// A convolution with its ReLU.
template <int O, int Size, int I, class X>
constexpr auto layer(X x, int stride = 1) {
  using namespace etch::dsl;
  return x | conv2d(filters<O, Size, I>, {.stride = stride}) | to<s8> | relu;
}
/// A fire module: S filters of 1x1, then E of 1x1 beside E of 3x3.
template <int I, int S, int E, class X>
constexpr auto fire(X x) {
  using namespace etch::dsl;
  auto squeezed = layer<S, 1, I>(x);
  return concat(layer<E, 1, S>(squeezed), layer<E, 3, S>(squeezed));
}

inline constexpr auto graph_1_0 =
    etch::graph([](etch::input<tensor<s8, shape<224, 224, 3>>> image) {
      using namespace etch::dsl;
      auto x = image | conv2d(filters<96, 7, 3>, {.stride = 2, .pad = valid}) | to<s8> | relu |
               max_pool<3>({.stride = 2, .pad = valid});
      auto a = fire<128, 32, 128>(fire<128, 16, 64>(fire<96, 16, 64>(x))) |
               max_pool<3>({.stride = 2, .pad = pad(0, 0, 1, 1)});
      auto b = fire<384, 64, 256>(fire<384, 48, 192>(fire<256, 48, 192>(fire<256, 32, 128>(a)))) |
               max_pool<3>({.stride = 2, .pad = valid});
      return layer<1000, 1, 512>(fire<512, 64, 256>(b)) | global_avg_pool;
    });

inline constexpr auto graph_1_1 =
    etch::graph([](etch::input<tensor<s8, shape<224, 224, 3>>> image) {
      using namespace etch::dsl;
      auto x = image | conv2d(filters<64, 3, 3>, {.stride = 2, .pad = valid}) | to<s8> | relu |
               max_pool<3>({.stride = 2, .pad = valid});
      auto a = fire<128, 16, 64>(fire<64, 16, 64>(x)) | max_pool<3>({.stride = 2, .pad = valid});
      auto b = fire<256, 32, 128>(fire<128, 32, 128>(a)) | max_pool<3>({.stride = 2, .pad = valid});
      auto c = fire<512, 64, 256>(fire<384, 64, 256>(fire<384, 48, 192>(fire<256, 48, 192>(b))));
      return layer<1000, 1, 512>(c) | global_avg_pool;
    });

template <const auto& G>
using over_inputs = network<G, generic, options{.ram = ram::overlapping}>;
static_assert(over_inputs<graph_1_0>::ram_bytes == 1'145'760);  // theirs: 1,160,000
static_assert(over_inputs<graph_1_1>::ram_bytes == 792'064);

/// What ram::smallest finds for both: rows up to node 36, the value of node 2 completed first.
template <const auto& G>
using in_rows = network<G, generic, options{.ram = ram::by_rows({.tail = 37, .cut = 2})}>;
static_assert(in_rows<graph_1_0>::ram_bytes == 192'864);
static_assert(in_rows<graph_1_1>::ram_bytes == 178'688);

}  // namespace
