// EdgeML's RNNPool of its visual wake words network on 17 windows of 6x6x8: within 1e-5.
#include <rnnpool_vww.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <rnnpool_vww_random_input.hpp>
#include <rnnpool_vww_random_output.hpp>
#include <rnnpool_vww_trace_input.hpp>
#include <rnnpool_vww_trace_output.hpp>

namespace {

using namespace small_models::rnnpool_vww;

constexpr int windows = 16;

using net = f32;
/// Windows 5 rows and columns apart, two below and three beside one another, in two pictures.
struct wide : etch::network<pool_of<etch::shape<2, 11, 16, channels>>> {};

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
