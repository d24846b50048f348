// Small models of TensorFlow Lite that run on the target, against their formulas.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../support/tflite_writer.hpp"

namespace {

using namespace test::tflite;

constexpr tensor row(int type, int size, float scale, int zero) {
  return {type, 2, {1, size}, 1, {scale}, zero};
}

// uint8 in and out, as converters write with that for input and output: QUANTIZE to int8, a layer,
// QUANTIZE back.
constexpr file bytes_in_and_out =
    written({row(uint8, 3, 0.5F, 128), row(int8, 3, 0.5F, 0), row(int8, 2, 1.0F, -5),
             row(uint8, 2, 1.0F, 123), row(uint8, 2, 2.0F, 10),
             tensor{int8, 2, {2, 3}, 1, {0.5F}, 0, 0, 6, {1, -2, 3, 4, 5, -6}}},
            {operation{114, 1, {0}, 1}, operation{9, 3, {1, 5, -1}, 2, 8, 1, {{1, 0}}},
             operation{114, 1, {2}, 3}, operation{114, 1, {3}, 4}},
            0, 4);
using bytes_net = etch::network<etch::import::tflite<bytes_in_and_out>>;

// Double rounding of halves: the multiplication rounds them up, the shift after it away from zero.
constexpr int half_up(int n) { return (n + 1) >> 1; }
constexpr int away(int n) { return (n < 0 ? n - 1 : n + 1) / 2; }

TEST_CASE("a model with uint8 values in and out") {
  static bytes_net net;
  CHECK(etch::is_unsigned_affine(net.input().number));
  CHECK(etch::is_unsigned_affine(net.output().number));
  // lowest and highest codes, and those on both sides of the zero point
  constexpr int cases[][3] = {{0, 0, 0},     {255, 255, 255}, {128, 128, 128}, {0, 255, 7},
                              {255, 0, 255}, {127, 129, 128}, {200, 100, 131}, {3, 250, 90}};
  constexpr int weights[2][3] = {{1, -2, 3}, {4, 5, -6}};
  for (const auto& x : cases) {
    for (int i = 0; i < 3; ++i) net.input()[i] = static_cast<std::uint8_t>(x[i]);
    net.run();
    for (int o = 0; o < 2; ++o) {
      int sum = 0;
      for (int i = 0; i < 3; ++i) sum += weights[o][i] * (x[i] - 128);
      const int code = etch::clamp(away(half_up(sum)) - 5, -128, 127);  // sum / 4 - 5
      CHECK(net.output()[o] == etch::clamp(half_up(code + 5) + 10, 0, 255));
    }
  }
}

// CONCATENATION of ten values: the input, its RELU and either of them again.
constexpr file ten =
    written({row(int8, 2, 1.0F, 0), row(int8, 2, 1.0F, 0), row(int8, 20, 1.0F, 0)},
            {operation{19, 1, {0}, 1},
             operation{2, 10, {0, 1, 0, 0, 1, 1, 0, 1, 1, 0}, 2, 10, 2, {{4, 1}, {1, 0}}}},
            0, 2);

TEST_CASE("ten values joined") {
  static etch::network<etch::import::tflite<ten>> net;
  net.input()[0] = -7, net.input()[1] = 9;
  net.run();
  constexpr bool is_relu[10] = {false, true, false, false, true, true, false, true, true, false};
  for (int i = 0; i < 10; ++i) {
    CHECK(net.output()[2 * i] == (is_relu[i] ? 0 : -7));
    CHECK(net.output()[2 * i + 1] == 9);
  }
}

// INT32 has the scale that the file gives it: a quarter of the output's going in, an eighth of the
// value's coming out.
constexpr file from_int32 =
    written({row(int32, 6, 0.5F, 0), row(int8, 6, 2.0F, 3)}, {operation{114, 1, {0}, 1}}, 0, 1);
constexpr file to_int32 =
    written({row(int16, 4, 0.5F, 0), row(int32, 4, 0.0625F, 0)}, {operation{114, 1, {0}, 1}}, 0, 1);

TEST_CASE("QUANTIZE from and to INT32 with a scale") {
  static etch::network<etch::import::tflite<from_int32>> from;
  constexpr std::int32_t codes[6]{0, 8, -20, 2, INT32_MAX, INT32_MIN};
  constexpr int want[6]{3, 5, -2, 4, 127, -128};
  for (int i = 0; i < 6; ++i) from.input()[i] = codes[i];
  from.run();
  for (int i = 0; i < 6; ++i) CHECK(from.output()[i] == want[i]);
  static etch::network<etch::import::tflite<to_int32>> to;
  constexpr std::int16_t halves[4]{0, -3, INT16_MAX, INT16_MIN};
  for (int i = 0; i < 4; ++i) to.input()[i] = halves[i];
  to.run();
  for (int i = 0; i < 4; ++i) CHECK(to.output()[i] == 8 * halves[i]);
}

}  // namespace
