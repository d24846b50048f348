// EdgeML's RNNPool of its visual wake words network on 17 windows of 6x6x8: within 1e-5.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <rnnpool_vww_Bg1.hpp>
#include <rnnpool_vww_Bg2.hpp>
#include <rnnpool_vww_Bh1.hpp>
#include <rnnpool_vww_Bh2.hpp>
#include <rnnpool_vww_U1.hpp>
#include <rnnpool_vww_U2.hpp>
#include <rnnpool_vww_W1.hpp>
#include <rnnpool_vww_W2.hpp>
#include <rnnpool_vww_random_input.hpp>
#include <rnnpool_vww_random_output.hpp>
#include <rnnpool_vww_trace_input.hpp>
#include <rnnpool_vww_trace_output.hpp>

namespace {

using etch::f32, etch::shape, etch::tensor;

constexpr int size = 6, channels = 8, units = 8, windows = 16;

using matrix = etch::constant<tensor<f32, shape<units, channels>, etch::ohwi>>;
using vector = etch::constant<tensor<f32, shape<units>, etch::ohwi>>;

constexpr auto of_shape = [](auto x) {
  return etch::dsl::rnn_pool<f32, size, 5>(
      x,
      {.first = {0.9999979734420776F, 1.9683025129779708e-06F},
       .second = {0.9999979734420776F, 1.9683886876009637e-06F}},
      matrix{blob::rnnpool_vww_W1_bytes}, matrix{blob::rnnpool_vww_U1_bytes},
      vector{blob::rnnpool_vww_Bg1_bytes}, vector{blob::rnnpool_vww_Bh1_bytes},
      matrix{blob::rnnpool_vww_W2_bytes}, matrix{blob::rnnpool_vww_U2_bytes},
      vector{blob::rnnpool_vww_Bg2_bytes}, vector{blob::rnnpool_vww_Bh2_bytes});
};
constexpr auto one = etch::graph(
    [](etch::input<tensor<f32, shape<size, size, channels>>> x) { return of_shape(x); });
struct net : etch::network<one> {};
/// Windows 5 rows and columns apart, two below and three beside one another, in two pictures.
constexpr auto many =
    etch::graph([](etch::input<tensor<f32, shape<2, 11, 16, channels>>> x) { return of_shape(x); });
struct wide : etch::network<many> {};

float number(const unsigned char* bytes, int i) { return etch::load<float>(bytes, i); }
float check(net& n, const unsigned char* x, const unsigned char* y, int window) {
  float most = 0;
  for (int i = 0; i < n.input().size(); ++i) {
    n.input()[i] = number(x, window * n.input().size() + i);
  }
  n.run();
  for (int i = 0; i < n.output().size(); ++i) {
    const float want = number(y, window * n.output().size() + i);
    most = std::fmax(most, std::fabs(n.output()[i] - want));
  }
  return most;
}

TEST_CASE("RNNPool of EdgeML on windows of a picture and of chance") {
  static net n;
  CHECK(check(n, blob::rnnpool_vww_trace_input_bytes, blob::rnnpool_vww_trace_output_bytes, 0) <=
        1e-5F);
  for (int i = 0; i < windows; ++i) {
    CHECK(check(n, blob::rnnpool_vww_random_input_bytes, blob::rnnpool_vww_random_output_bytes,
                i) <= 1e-5F);
  }
}

TEST_CASE("windows that overlap are those that lie apart") {
  static net n;
  static wide w;
  for (int i = 0; i < w.input().size(); ++i) {
    w.input()[i] =
        number(blob::rnnpool_vww_random_input_bytes, i % (windows * size * size * channels));
  }
  w.run();
  for (int k = 0; k < 12; ++k) {
    const int picture = k / 6, top = k / 3 % 2 * 5, left = k % 3 * 5;
    for (int i = 0; i < n.input().size(); ++i) {
      const int c = i % channels, column = i / channels % size, row = i / channels / size;
      n.input()[i] = w.input().at(picture, top + row, left + column, c);
    }
    n.run();
    bool equal = true;
    for (int c = 0; c < 4 * units; ++c) {
      equal = equal && !(n.output()[c] < w.output()[k * 4 * units + c]) &&
              !(w.output()[k * 4 * units + c] < n.output()[c]);
    }
    CHECK(equal);
  }
}

}  // namespace
