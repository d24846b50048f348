// Networks along one axis are, bit for bit and byte for byte, those of one row.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include "../support/poison.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

namespace {

using etch::shape, etch::tensor, etch::constant, etch::parameters;

/// Numbers that are no pattern of a window.
template <class Code, int N>
struct numbers {
  Code at[N]{};
  constexpr numbers() {
    unsigned state = 12345;
    for (Code& c : at) {
      state = state * 1664525U + 1013904223U;
      c = static_cast<Code>(static_cast<int>(state >> 24) % 61 - 30);
    }
  }
};
template <class Code>
inline constexpr numbers<Code, 512> some{};

/// The weights of a network of values V, weights W and biases B, for lines and for one row: the
/// same arrays under two shapes.
template <class W, class B, class Code, class BiasCode>
struct weights_of {
  template <class S>
  using w = constant<tensor<W, S, etch::ohwi>>;
  using b8 = constant<tensor<B, shape<8>>>;
  static constexpr b8 bias{&some<BiasCode>.at[100]};
  static constexpr parameters first{w<shape<8, 5, 3>>{&some<Code>.at[0]}, bias};
  static constexpr parameters first_row{w<shape<8, 1, 5, 3>>{&some<Code>.at[0]}, bias};
  static constexpr parameters each{w<shape<3, 8>>{&some<Code>.at[130]}, bias};
  static constexpr parameters each_row{w<shape<1, 1, 3, 8>>{&some<Code>.at[130]}, bias};
  static constexpr parameters twos{w<shape<8, 2, 4>>{&some<Code>.at[200]}};
  static constexpr parameters twos_row{w<shape<8, 1, 2, 4>>{&some<Code>.at[200]}};
};

template <class V, class W, class B, class Code, class BiasCode>
struct pair_of {
  using is = weights_of<W, B, Code, BiasCode>;
  static constexpr auto line = etch::graph([](etch::input<tensor<V, shape<41, 3>>> x) {
    using namespace etch::dsl;
    auto a = x | conv1d(is::first, {.stride = 2, .dilation = 3}) | to<V> | relu | tap("a");
    auto b = a | depthwise_conv1d(is::each, {.pad = causal, .dilation = 2}) | to<V>;
    auto c = b | conv1d(is::twos, {.pad = pad(1, 0), .groups = 2}) | to<V>;
    auto d = add<V>(c, a) | max_pool1d<2> | avg_pool1d<3>({.stride = 1, .pad = same});
    auto e = d | depthwise_conv1d(is::each, {.stride = 3, .pad = pad(2)}) | to<V>;
    return outputs(e | tap("e"), d | max_pool1d<3>({.stride = 2}) | global_avg_pool1d);
  });
  static constexpr auto row = etch::graph([](etch::input<tensor<V, shape<1, 41, 3>>> x) {
    using namespace etch::dsl;
    using etch::pair;
    auto a = x | conv2d(is::first_row, {.stride = pair{1, 2}, .dilation = pair{1, 3}}) | to<V> |
             relu | tap("a");
    auto b = a | depthwise_conv2d(is::each_row, {.pad = pad(0, 4, 0, 0), .dilation = pair{1, 2}}) |
             to<V>;
    auto c = b | conv2d(is::twos_row, {.pad = pad(0, 1, 0, 0), .groups = 2}) | to<V>;
    auto d = add<V>(c, a) | max_pool<1, 2> | avg_pool<1, 3>({.stride = 1, .pad = same});
    auto e =
        d | depthwise_conv2d(is::each_row, {.stride = pair{1, 3}, .pad = pad(0, 2, 0, 2)}) | to<V>;
    return outputs(e | tap("e"), d | max_pool<1, 3>({.stride = pair{1, 2}}) | global_avg_pool);
  });

  static void check() {
    using line_net = etch::network<line>;
    using row_net = etch::network<row>;
    STATIC_REQUIRE(line_net::ram_bytes == row_net::ram_bytes);
    STATIC_REQUIRE(line_net::constant_bytes == row_net::constant_bytes);
    STATIC_REQUIRE(line_net::macs == row_net::macs);
    static line_net a;
    static row_net b;
    STATIC_REQUIRE(decltype(a.output())::shape == decltype(b.output())::shape);
    test::lcg random{7};
    for (int run = 0; run < 20; ++run) {
      for (int i = 0; i < a.input().size(); ++i) {
        a.input()[i] = b.input()[i] = static_cast<Code>(random.code());
      }
      a.run();
      b.run();
      for (int i = 0; i < a.output().size(); ++i) REQUIRE(a.output()[i] == b.output()[i]);
      for (int i = 0; i < a.template output<1>().size(); ++i) {
        REQUIRE(a.template output<1>()[i] == b.template output<1>()[i]);
      }
    }
  }
};

}  // namespace

TEST_CASE("lines of q codes are rows") {
  pair_of<etch::q<2, 5>, etch::q<0, 7>, etch::q<4, 11>, std::int8_t, std::int16_t>::check();
}

TEST_CASE("lines of affine codes are rows") {
  pair_of<etch::affine<std::int8_t, 0.05, 3>, etch::affine<std::int8_t, 0.02>, etch::bias32,
          std::int8_t, std::int32_t>::check();
}

TEST_CASE("lines of floats are rows") {
  pair_of<etch::f32, etch::f32, etch::f32, float, float>::check();
}

TEST_CASE("places and channels of a line are set and read") {
  static constexpr auto line = etch::graph([](etch::input<tensor<etch::q<2, 5>, shape<8, 3>>> x) {
    using namespace etch::dsl;
    return x | max_pool1d<2>;
  });
  static etch::network<line> net;
  net.input().set(7, 2, -1.5);
  CHECK(net.input()[23] == -48);
  CHECK(net.input()(7, 2) == -48);
  CHECK(net.input().real(7, 2) == -1.5);
  net.output().set(0, 0.25);
  CHECK(net.output().real(0) == 0.25);
}

TEST_CASE("a line with dynamic_range is a row") {
  using is = weights_of<etch::affine<std::int8_t, 0.02>, etch::f32, std::int8_t, float>;
  using values = tensor<etch::f32, shape<16, 3>>;
  static constexpr auto line = etch::graph([](etch::input<values> x) {
    using namespace etch::dsl;
    auto a = x | dynamic_range(conv1d(is::first, {.pad = valid}));
    return a | dynamic_range(depthwise_conv1d(is::each, {.pad = causal})) | flatten;
  });
  static constexpr auto row = etch::graph([](etch::input<values> x) {
    using namespace etch::dsl;
    auto a = x | reshape<1, 16, 3> | dynamic_range(conv2d(is::first_row, {.pad = valid}));
    return a | dynamic_range(depthwise_conv2d(is::each_row, {.pad = pad(0, 2, 0, 0)})) | flatten;
  });
  static etch::network<line> a;
  static etch::network<row> b;
  for (int i = 0; i < a.input().size(); ++i) a.input()[i] = b.input()[i] = some<float>.at[i];
  a.run();
  b.run();
  REQUIRE(a.output().size() == 12 * 8);
  for (int i = 0; i < a.output().size(); ++i) REQUIRE(a.output()[i] == b.output()[i]);
}
