// Small quantised .onnx models that run on the target, against the formulas of ONNX Runtime: in
// double precision, and rounded to single where those are.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>
#include <cmath>

#include "../support/onnx_network.hpp"

namespace {

using namespace test::onnx;

/// A product, or a product and a sum, of floats as a float.
float product(float a, float b) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b));
}
float fma_of(float a, float b, float c) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) +
                            static_cast<double>(c));
}
/// The nearest integer, ties to even, and a zero point, as a code from `low` on.
int code_of(double x, int zero, int low) {
  return static_cast<int>(std::fmin(std::fmax(std::nearbyint(x) + zero, low), low + 255));
}
int lowest(int type) { return type == uint8 ? 0 : -128; }
template <class T, class X>
void give(X x, int count, int first) {
  for (int k = 0; k < count; ++k) x[k] = static_cast<T>(first + k);
}

// A Gemm of one input, real 0, whose biases put sums next to ties.
constexpr int channels = 64;
constexpr float x_scale = 0.0123F, y_scale = 0.311F;
constexpr float weight_scale(int c) { return 1e-4F / static_cast<float>(1 + c % 7); }
constexpr float bias_scale(int c) { return x_scale * weight_scale(c); }
constexpr int sum_of(int c) {
  return static_cast<int>((c - 32 + 0.5) / static_cast<double>(bias_scale(c) / y_scale));
}
constexpr message near_ties() {
  message scales, sums, products;
  for (int c = 0; c < channels; ++c) {
    scales.word(__builtin_bit_cast(std::uint32_t, weight_scale(c)));
    products.word(__builtin_bit_cast(std::uint32_t, bias_scale(c)));
    sums.word(static_cast<std::uint32_t>(sum_of(c)));
  }
  return model_of(graph(
      {node("DequantizeLinear", {"x", "x_scale", "x_zero"}, {"a"}),
       node("DequantizeLinear", {"w", "w_scale"}, {"b"}, {integer("axis", 0)}),
       node("DequantizeLinear", {"k", "k_scale"}, {"c"}, {integer("axis", 0)}),
       node("Gemm", {"a", "b", "c"}, {"d"}, {integer("transB", 1)}),
       node("QuantizeLinear", {"d", "y_scale", "y_zero"}, {"y"})},
      {scalar("x_scale", x_scale), scalar("x_zero", int8, 7), scalar("y_scale", y_scale),
       scalar("y_zero", int8, 5), tensor("w", int8, {channels, 1}).inside(9, repeated(channels, 1)),
       tensor("w_scale", float32, {channels}).inside(9, scales),
       tensor("k", int32, {channels}).inside(9, sums),
       tensor("k_scale", float32, {channels}).inside(9, products)},
      {value("x", {1, 1}, int8)}, {"y"}));
}

// An operator on all pairs of 64 codes and 256.
template <int Type>
constexpr message of_pairs(const char* op, float unit) {
  return model_of(graph(
      {node("DequantizeLinear", {"a", "a_scale", "a_zero"}, {"p"}),
       node("DequantizeLinear", {"b", "b_scale", "b_zero"}, {"q"}), node(op, {"p", "q"}, {"r"}),
       node("QuantizeLinear", {"r", "y_scale", "y_zero"}, {"y"})},
      {scalar("a_scale", 0.0317F), scalar("a_zero", Type, 11), scalar("b_scale", 0.0843F),
       scalar("b_zero", Type, 101), scalar("y_scale", unit), scalar("y_zero", Type, 77)},
      {value("a", {64, 1}, Type), value("b", {1, 256}, Type)}, {"y"}));
}
template <class T, class Net, class F>
int count_wrong(Net& net, int type, const F& expected) {
  int wrong = 0;
  for (int a = lowest(type); a < lowest(type) + 256; a += 64) {
    give<T>(net.template input<0>(), 64, a);
    give<T>(net.template input<1>(), 256, lowest(type));
    net.run();
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 256; ++j) {
        wrong += net.output()[256 * i + j] != expected(a + i, lowest(type) + j) ? 1 : 0;
      }
  }
  return wrong;
}
/// a + b of these codes by ONNX Runtime, which has them with their zero points.
int sum_of(int a, int b, int type) {
  const float p = 0.0317F / 0.141F, q = 0.0843F / 0.141F;
  const float offset = 77 - fma_of(p, 11, product(q, 101));
  const float sum = fma_of(static_cast<float>(a), p, fma_of(static_cast<float>(b), q, offset));
  return code_of(static_cast<double>(sum), 0, lowest(type));
}
int product_of(int a, int b, int type) {
  const float factor = product(0.0317F, 0.0843F) / 0.32F;
  return code_of(static_cast<double>(product(static_cast<float>((a - 11) * (b - 101)), factor)), 77,
                 lowest(type));
}

// An operator on (1, 1, 16, 16), all codes, whose output has the same scale or another.
template <int Type>
constexpr message of_codes(const message& op, float unit, int zero) {
  return model_of(graph({node("DequantizeLinear", {"x", "x_scale", "x_zero"}, {"a"}), op,
                         node("QuantizeLinear", {"b", "y_scale", "y_zero"}, {"y"})},
                        {scalar("x_scale", 0.037F), scalar("x_zero", Type, 19),
                         scalar("y_scale", unit), scalar("y_zero", Type, zero)},
                        {value("x", {1, 1, 16, 16}, Type)}, {"y"}));
}

// A Conv, an Add and a Gemm behind Flatten: of QLinear operators, or between DequantizeLinear and
// QuantizeLinear. Scale and zero point of value v are v_s and v_z.
constexpr message in_steps(messages nodes, bool of_microsoft) {
  message codes, sums;
  for (int k = 0; k < 64; ++k) codes.byte(7 * k & 255);
  for (int k = 0; k < 2; ++k) sums.word(static_cast<std::uint32_t>(300 - 500 * k));
  const message made = graph(
      nodes,
      {scalar("x_s", 0.031F), scalar("x_z", uint8, 100), scalar("w_s", 0.02F),
       scalar("w_z", int8, 0), scalar("c_s", 0.05F), scalar("c_z", uint8, 90), scalar("a_s", 0.07F),
       scalar("a_z", uint8, 130), scalar("y_s", 0.3F), scalar("y_z", uint8, 50),
       scalar("k_s", 0.031F * 0.02F),
       tensor("w", int8, {2, 2, 1, 1}).inside(9, message{}.byte(50).byte(226).byte(17).byte(99)),
       tensor("k", int32, {2}).inside(9, sums), tensor("v", int8, {32, 2}).inside(9, codes)},
      {value("x", {1, 2, 4, 4}, uint8)}, {"y"});
  const message other = message{}.text(1, "com.microsoft").varint(2, 1);
  message model = model_of(made);
  if (of_microsoft) model.inside(8, other);
  return model;
}
constexpr message of_microsoft(const message& node) {
  return message{node}.text(7, "com.microsoft");
}
constexpr message linear() {
  return in_steps(
      {node("QLinearConv", {"x", "x_s", "x_z", "w", "w_s", "w_z", "c_s", "c_z", "k"}, {"c"}),
       of_microsoft(
           node("QLinearAdd", {"c", "c_s", "c_z", "x", "x_s", "x_z", "a_s", "a_z"}, {"a"})),
       node("Flatten", {"a"}, {"b"}),
       node("QLinearMatMul", {"b", "a_s", "a_z", "v", "w_s", "w_z", "y_s", "y_z"}, {"y"})},
      true);
}
constexpr message between() {
  const auto decode = [](const char* from, const char* s, const char* z, const char* to) {
    return node("DequantizeLinear", {from, s, z}, {to});
  };
  return in_steps(
      {decode("x", "x_s", "x_z", "x1"), decode("w", "w_s", "w_z", "w1"),
       node("DequantizeLinear", {"k", "k_s"}, {"k1"}), node("Conv", {"x1", "w1", "k1"}, {"c0"}),
       node("QuantizeLinear", {"c0", "c_s", "c_z"}, {"c"}), decode("c", "c_s", "c_z", "c1"),
       node("Add", {"c1", "x1"}, {"a0"}), node("QuantizeLinear", {"a0", "a_s", "a_z"}, {"a"}),
       decode("a", "a_s", "a_z", "a1"), node("Flatten", {"a1"}, {"b1"}),
       decode("v", "w_s", "w_z", "v1"), node("MatMul", {"b1", "v1"}, {"y0"}),
       node("QuantizeLinear", {"y0", "y_s", "y_z"}, {"y"})},
      false);
}

// A Conv of weights (3, 2, 2, 2), whose zero points differ from filter to filter.
constexpr int zero_of_filter(int o) { return o * 255 / 2; }
constexpr int code_of_filter(int k) { return k * 83 % 256; }
constexpr float unit_of_filter(int o) { return 0.01F / static_cast<float>(1 + o); }
constexpr message with_zeros() {
  message codes, zeros, units;
  for (int k = 0; k < 24; ++k) codes.byte(code_of_filter(k));
  for (int o = 0; o < 3; ++o) {
    zeros.byte(zero_of_filter(o));
    units.word(__builtin_bit_cast(std::uint32_t, unit_of_filter(o)));
  }
  return model_of(graph(
      {node("QLinearConv", {"x", "x_s", "x_z", "w", "w_s", "w_z", "y_s", "y_z"}, {"y"},
            {ints("pads", {1, 1, 1, 1})})},
      {scalar("x_s", 0.031F), scalar("x_z", uint8, 100), scalar("y_s", 0.09F),
       scalar("y_z", uint8, 90), tensor("w", uint8, {3, 2, 2, 2}).inside(9, codes),
       tensor("w_s", float32, {3}).inside(9, units), tensor("w_z", uint8, {3}).inside(9, zeros)},
      {value("x", {1, 2, 4, 4}, uint8)}, {"y"}));
}

}  // namespace

TEST_CASE("onnx: a quantised layer rounds in single precision") {
  static network_of<near_ties> net;
  net.input()[0] = 7;
  net.run();
  int differs_in_double = 0;
  for (int c = 0; c < channels; ++c) {
    const float factor = bias_scale(c) / y_scale, sum = static_cast<float>(sum_of(c));
    const int expected = code_of(static_cast<double>(product(sum, factor)), 5, -128);
    INFO("channel " << c);
    CHECK(net.output()[c] == expected);
    const double exact = static_cast<double>(sum_of(c)) * static_cast<double>(factor);
    differs_in_double += code_of(exact, 5, -128) != expected ? 1 : 0;
  }
  CHECK(differs_in_double > 10);  // or the sums are not as near to ties as they should be
}

TEST_CASE("onnx: a quantised Add rounds in single precision") {
  static network_of<[] { return of_pairs<int8>("Add", 0.141F); }> net;
  CHECK(count_wrong<std::int8_t>(net, int8, [](int a, int b) { return sum_of(a, b, int8); }) == 0);
}
TEST_CASE("onnx: a quantised Add of uint8 rounds with the file's zero points") {
  static network_of<[] { return of_pairs<uint8>("Add", 0.141F); }> net;
  CHECK(count_wrong<std::uint8_t>(net, uint8, [](int a, int b) { return sum_of(a, b, uint8); }) ==
        0);
}
TEST_CASE("onnx: a quantised Mul rounds in single precision") {
  static network_of<[] { return of_pairs<uint8>("Mul", 0.32F); }> net;
  CHECK(count_wrong<std::uint8_t>(net, uint8,
                                  [](int a, int b) { return product_of(a, b, uint8); }) == 0);
}

TEST_CASE("onnx: a quantised AveragePool adds the zero point before it rounds") {
  static network_of<[] {
    return of_codes<uint8>(node("AveragePool", {"a"}, {"b"}, {ints("kernel_shape", {1, 2})}),
                           0.037F, 19);
  }>
      net;
  for (int k = 0; k < 256; ++k) net.input()[k] = static_cast<std::uint8_t>(37 * k);
  net.run();
  for (int i = 0, k = 0; i < 16; ++i)
    for (int j = 0; j < 15; ++j, ++k) {
      float sum = 0;
      for (int c = 16 * i + j; c < 16 * i + j + 2; ++c) {
        sum += product(static_cast<float>((37 * c & 255) - 19), 0.037F);
      }
      const float steps = sum / 2 / 0.037F + 19;
      REQUIRE(net.output()[k] == code_of(static_cast<double>(steps), 0, 0));
    }
}

TEST_CASE("onnx: a quantised MatMul of two values") {
  static network_of<[] {
    return model_of(
        graph({node("DequantizeLinear", {"a", "s", "z"}, {"p"}),
               node("DequantizeLinear", {"b", "t", "z"}, {"q"}), node("MatMul", {"p", "q"}, {"r"}),
               node("QuantizeLinear", {"r", "u", "z"}, {"y"})},
              {scalar("s", 0.05F), scalar("t", 0.03F), scalar("u", 1.7F), scalar("z", uint8, 90)},
              {value("a", {3, 8}, uint8), value("b", {8, 5}, uint8)}, {"y"}));
  }>
      net;
  for (int k = 0; k < 24; ++k) net.input<0>()[k] = static_cast<std::uint8_t>(83 * k);
  for (int k = 0; k < 40; ++k) net.input<1>()[k] = static_cast<std::uint8_t>(59 * k);
  net.run();
  const float factor = product(0.05F, 0.03F) / 1.7F;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) {
      int sum = 0;
      for (int k = 0; k < 8; ++k) {
        sum += ((83 * (8 * i + k) & 255) - 90) * ((59 * (5 * k + j) & 255) - 90);
      }
      const float steps = product(static_cast<float>(sum), factor);
      REQUIRE(net.output()[5 * i + j] == code_of(static_cast<double>(steps), 90, 0));
    }
}

TEST_CASE("onnx: QuantizeLinear divides by the scale, DequantizeLinear multiplies by it") {
  static network_of<[] {
    return model_of(graph({node("QuantizeLinear", {"x", "scale", "zero"}, {"a"}),
                           node("DequantizeLinear", {"a", "scale", "zero"}, {"y"})},
                          {scalar("scale", 0.3F), scalar("zero", uint8, 100)},
                          {value("x", {1, 200})}, {"y"}));
  }>
      net;
  for (int k = 0; k < 200; ++k) net.input()[k] = static_cast<float>(k - 100) * 0.45F;
  net.run();
  for (int k = 0; k < 200; ++k) {
    const float steps = static_cast<float>(k - 100) * 0.45F / 0.3F;
    const int code = code_of(static_cast<double>(steps), 100, 0);
    REQUIRE(net.output()[k] == product(static_cast<float>(code - 100), 0.3F));
  }
}

TEST_CASE("onnx: a value with codes that only moves, is limited or pooled keeps them") {
  static network_of<[] {
    return model_of(graph(
        {node("DequantizeLinear", {"x", "s", "z"}, {"a"}),
         node("Clip", {"a", "low", "high"}, {"b"}), node("QuantizeLinear", {"b", "s", "z"}, {"c"}),
         node("MaxPool", {"c"}, {"d"}, {ints("kernel_shape", {2, 2}), ints("strides", {2, 2})}),
         node("Reshape", {"d", "shape"}, {"e"}), node("DequantizeLinear", {"e", "s", "z"}, {"f"}),
         node("Relu", {"f"}, {"g"}), node("QuantizeLinear", {"g", "s", "z"}, {"y"})},
        {scalar("s", 0.5F), scalar("z", int8, -20), scalar("low", -3.0F), scalar("high", 40.25F),
         constant("shape", {1, 64})},
        {value("x", {1, 1, 16, 16}, int8)}, {"y"}));
  }>
      net;
  static_assert(decltype(net)::ram_bytes <= 512);
  give<std::int8_t>(net.input(), 256, -128);
  net.run();
  for (int i = 0; i < 64; ++i) {
    const int largest = -128 + 32 * (i / 8) + 16 + 2 * (i % 8) + 1;
    const int most = std::min(largest, -20 + 80);  // 80.5 steps: to even
    REQUIRE(net.output()[i] == std::max(most, -20));
  }
}

TEST_CASE("onnx: Concat brings its values to one scale") {
  static network_of<[] {
    return model_of(graph(
        {node("DequantizeLinear", {"x", "s", "z"}, {"a"}),
         node("DequantizeLinear", {"k", "t"}, {"b"}),
         node("Concat", {"a", "b"}, {"c"}, {integer("axis", 1)}),
         node("QuantizeLinear", {"c", "u", "v"}, {"y"})},
        {scalar("s", 0.04F), scalar("z", uint8, 120), scalar("t", 0.5F), scalar("u", 0.07F),
         scalar("v", uint8, 3), tensor("k", uint8, {1, 2}).inside(9, message{}.byte(2).byte(9))},
        {value("x", {1, 256}, uint8)}, {"y"}));
  }>
      net;
  give<std::uint8_t>(net.input(), 256, 0);
  net.run();
  for (int k = 0; k < 256; ++k) {
    const float steps = product(static_cast<float>(k - 120), 0.04F) / 0.07F;
    REQUIRE(net.output()[k] == code_of(static_cast<double>(steps), 3, 0));
  }
  CHECK(net.output()[256] == 17);  // 1 / 0.07 = 14.29
  CHECK(net.output()[257] == 67);  // 4.5 / 0.07 = 64.29
}

TEST_CASE("onnx: a quantised Sigmoid and mean of all") {
  static network_of<[] { return of_codes<uint8>(node("Sigmoid", {"a"}, {"b"}), 1.0F / 256, 0); }> s;
  give<std::uint8_t>(s.input(), 256, 0);
  s.run();
  for (int k = 0; k < 256; ++k) {
    const double y =
        1 / (1 + std::exp(-static_cast<double>(product(static_cast<float>(k - 19), 0.037F))));
    REQUIRE(s.output()[k] == code_of(y * 256, 0, 0));
  }
  static network_of<[] {
    return of_codes<uint8>(node("GlobalAveragePool", {"a"}, {"b"}), 0.011F, 40);
  }>
      mean;
  for (int k = 0; k < 256; ++k) mean.input()[k] = static_cast<std::uint8_t>(k / 3);
  mean.run();
  int sum = 0;
  for (int k = 0; k < 256; ++k) sum += k / 3 - 19;
  const float factor = 0.037F / product(0.011F, 256);
  CHECK(mean.output()[0] ==
        code_of(static_cast<double>(product(static_cast<float>(sum), factor)), 40, 0));
}

TEST_CASE("onnx: QLinear operators are those between DequantizeLinear and QuantizeLinear") {
  static network_of<linear> one;
  static network_of<between> other;
  static_assert(decltype(one)::layer_count == decltype(other)::layer_count);
  for (int k = 0; k < 32; ++k)
    one.input()[k] = other.input()[k] = static_cast<std::uint8_t>(37 * k);
  one.run();
  other.run();
  // y: of x as the file has it, two channels of 4 x 4
  const auto x = [](int c, int i) { return (37 * (2 * i + c) & 255) - 100; };
  const int w[2][2]{{50, -30}, {17, 99}}, bias[2]{300, -200};
  int sums[2]{};
  for (int c = 0; c < 2; ++c)
    for (int i = 0; i < 16; ++i) {
      const int sum = w[c][0] * x(0, i) + w[c][1] * x(1, i) + bias[c];
      const float factor = 0.031F * 0.02F / 0.05F;
      const int p = code_of(static_cast<double>(product(static_cast<float>(sum), factor)), 90, 0);
      const float r = 0.05F / 0.07F, s = 0.031F / 0.07F;
      const float offset = 130 - fma_of(r, 90, product(s, 100));
      const float q = fma_of(static_cast<float>(x(c, i) + 100), s, offset);
      const int a = code_of(static_cast<double>(fma_of(static_cast<float>(p), r, q)), 0, 0) - 130;
      for (int o = 0; o < 2; ++o) {
        sums[o] += a * static_cast<std::int8_t>(7 * (2 * (16 * c + i) + o));
      }
    }
  for (int o = 0; o < 2; ++o) {
    const float factor = 0.07F * 0.02F / 0.3F;
    CHECK(one.output()[o] ==
          code_of(static_cast<double>(product(static_cast<float>(sums[o]), factor)), 50, 0));
    CHECK(other.output()[o] == one.output()[o]);
  }
}

TEST_CASE("onnx: a quantised layer whose weights have a zero point for each channel") {
  static network_of<with_zeros> net;
  const auto x = [](int c, int h, int w) { return 37 * ((4 * h + w) * 2 + c) & 255; };
  for (int k = 0; k < 32; ++k) net.input()[k] = static_cast<std::uint8_t>(37 * k);
  net.run();
  for (int h = 0; h < 5; ++h)
    for (int w = 0; w < 5; ++w)
      for (int o = 0; o < 3; ++o) {
        int sum = 0;
        for (int k = 0; k < 8; ++k) {
          const int i = h + k / 2 % 2 - 1, j = w + k % 2 - 1;
          if (i < 0 || i > 3 || j < 0 || j > 3) continue;
          sum += (x(k / 4, i, j) - 100) * (code_of_filter(8 * o + k) - zero_of_filter(o));
        }
        const float factor = product(0.031F, unit_of_filter(o)) / 0.09F;
        const double steps = static_cast<double>(product(static_cast<float>(sum), factor));
        REQUIRE(net.output()[(5 * h + w) * 3 + o] == code_of(steps, 90, 0));
      }
}

TEST_CASE("onnx: a quantised Softmax takes whole steps of 1, as ONNX Runtime") {
  static network_of<[] { return of_codes<uint8>(node("Softmax", {"a"}, {"b"}), 1 / 255.0F, 0); }> y;
  for (int k = 0; k < 256; ++k) y.input()[k] = static_cast<std::uint8_t>(37 * k);
  y.run();
  for (int i = 0; i < 16; ++i) {
    double sum = 0, e[16];
    for (int k = 0; k < 16; ++k) sum += e[k] = std::exp((37 * (16 * i + k) & 255) * 0.037);
    for (int k = 0; k < 16; ++k) CHECK(y.output()[16 * i + k] == std::nearbyint(e[k] / sum * 254));
  }
}
