// Layers of .onnx files that quantise their value by its own range, products of integers, and
// constants that are decoded or rounded when the file is read, against their formulas.
// PORTABLE: no kernel of one target alone
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "../support/onnx_network.hpp"

namespace {

using namespace test::onnx;

/// The result of one operation on floats, rounded once.
float product(float a, float b) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b));
}
float quotient(float a, float b) {
  return static_cast<float>(static_cast<double>(a) / static_cast<double>(b));
}
float sum(float a, float b) {
  return static_cast<float>(static_cast<double>(a) + static_cast<double>(b));
}

/// DynamicQuantizeLinear, in single precision as ONNX Runtime.
struct quantised {
  float scale = 0;
  int zero = 0;
  std::vector<int> codes;

  explicit quantised(const std::vector<float>& x) {
    float low = 0, high = 0;
    for (const float v : x) low = std::min(low, v), high = std::max(high, v);
    scale = quotient(sum(high, -low), 255);
    zero = static_cast<int>(std::nearbyint(quotient(-low, scale)));
    for (const float v : x) {
      const int code = static_cast<int>(std::nearbyint(quotient(v, scale))) + zero;
      codes.push_back(std::clamp(code, 0, 255));
    }
  }
};
constexpr int weight(int i) { return i * 37 % 199 - 99; }
constexpr message weights(const char* name, integers dims, int type = int8, int more = 0) {
  int count = 1;
  for (const std::int64_t d : dims) count *= static_cast<int>(d);
  message m;
  for (int i = 0; i < count; ++i) m.byte((weight(i) + more) & 255);
  return tensor(name, type, dims).inside(9, m);
}
std::vector<float> give(float* to, int count, float by) {
  std::vector<float> x;
  for (int i = 0; i < count; ++i) x.push_back(by * static_cast<float>(weight(i + 3)) + 0.125F);
  std::copy(x.begin(), x.end(), to);
  return x;
}

// What quantize_dynamic makes of a layer between x and y; w_scale and w_zero are its weights'.
constexpr message dynamic(const char* op, integers dims_of_x, const message& w,
                          const message& scale, const message& zero, const message& bias,
                          bool shapes_bias = false) {
  message g;
  if (shapes_bias) g.inside(1, node("Reshape", {"b", "shape"}, {"bias"}));
  g.inside(1, node("DynamicQuantizeLinear", {"x"}, {"q", "x_scale", "x_zero"}))
      .inside(1, node("Mul", {"x_scale", "w_scale"}, {"scale"}))
      .inside(1, node(op, {"q", "w", "x_zero", "w_zero"}, {"sums"}))
      .inside(1, node("Cast", {"sums"}, {"real"}, {integer("to", float32)}))
      .inside(1, node("Mul", {"real", "scale"}, {"scaled"}))
      .inside(1, node("Add", {"scaled", shapes_bias ? "bias" : "b"}, {"y"}));
  for (const message& k : {w, scale, zero, bias}) g.inside(5, k);
  if (shapes_bias) g.inside(5, constant("shape", {1, 2, 1, 1}));
  g.inside(11, value("x", dims_of_x)).inside(12, message{}.text(1, "y"));
  return model_of(g);
}
constexpr int zero(int c) { return c * 113 % 256 - 128; }
constexpr message zeros(const char* name, int channels) {
  message m;
  for (int c = 0; c < channels; ++c) m.byte(zero(c) & 255);
  return tensor(name, int8, {channels}).inside(9, m);
}
constexpr message columns(bool zeros_differ) {
  return dynamic(
      "MatMulInteger", {2, 5}, weights("w", {5, 3}),
      constant("w_scale", {3}, {0.011F, 0.5F, 0.0037F}),
      zeros_differ ? zeros("w_zero", 3) : tensor("w_zero", int8, {3}).inside(9, repeated(3, 0)),
      constant("b", {3}, {0.3F, -7, 2}));
}
constexpr message windows() {
  return dynamic("ConvInteger", {1, 2, 3, 3}, weights("w", {2, 2, 2, 2}, uint8, 128),
                 scalar("w_scale", 0.013F), scalar("w_zero", uint8, 121),
                 constant("b", {2}, {0.3F, -7}), true);
}

// A Gemm between codes whose bias is numbers, or codes in units of both scales.
constexpr float x_scale = 0.05F, w_scale = 0.02F;
constexpr message with_bias(bool of_codes) {
  message codes;
  for (const int b : {-3, 700, 12345}) codes.word(static_cast<std::uint32_t>(b));
  const message k = of_codes ? tensor("k", int32, {3}).inside(9, codes)
                             : constant("c", {3}, {-2.7e-3F, 0.7002F, 12.3449F});
  message g;
  g.inside(1, node("DequantizeLinear", {"x", "x_s", "z"}, {"a"}))
      .inside(1, node("DequantizeLinear", {"w", "w_s"}, {"b"}));
  if (of_codes) g.inside(1, node("DequantizeLinear", {"k", "k_s"}, {"c"}));
  g.inside(1, node("Gemm", {"a", "b", "c"}, {"d"}))
      .inside(1, node("QuantizeLinear", {"d", "y_s", "z"}, {"y"}));
  for (const message& c :
       {weights("w", {4, 3}), k, scalar("x_s", x_scale), scalar("w_s", w_scale),
        scalar("k_s", x_scale * w_scale), scalar("y_s", 0.2F), scalar("z", int8, 3)}) {
    g.inside(5, c);
  }
  g.inside(11, value("x", {1, 4}, int8)).inside(12, message{}.text(1, "y"));
  return model_of(g);
}

// A ConvTranspose with weights (2, 3, 2, 2), which are codes with a scale and a zero point for each
// of the second dimension, or the numbers that they stand for.
constexpr float units[3]{0.5F, 0.03F, 2};
constexpr message transposed(bool of_codes) {
  message g, real;
  for (int i = 0; i < 24; ++i) {
    const int steps = weight(i) - zero(i / 4 % 3);
    real.word(__builtin_bit_cast(std::uint32_t, static_cast<float>(steps) * units[i / 4 % 3]));
  }
  if (of_codes) {
    g.inside(1, node("DequantizeLinear", {"codes", "s", "z"}, {"w"}, {integer("axis", -3)}))
        .inside(5, zeros("z", 3));
  }
  g.inside(1, node("ConvTranspose", {"x", "w"}, {"y"}, {ints("strides", {2, 2})}))
      .inside(5, constant("s", {3}, {units[0], units[1], units[2]}))
      .inside(5, of_codes ? weights("codes", {2, 3, 2, 2})
                          : tensor("w", float32, {2, 3, 2, 2}).inside(9, real))
      .inside(11, value("x", {1, 2, 2, 2}))
      .inside(12, message{}.text(1, "y"));
  return model_of(g);
}

// A MatMul of numbers with weights that are codes, whose zero points differ from column to column.
constexpr message decoded() {
  return model_of(graph(
      {node("DequantizeLinear", {"codes", "s", "z"}, {"w"}), node("MatMul", {"x", "w"}, {"y"})},
      {weights("codes", {4, 3}), constant("s", {3}, {units[0], units[1], units[2]}), zeros("z", 3)},
      {value("x", {1, 4})}, {"y"}));
}

// An RNN of two directions, (T, B, I) = (3, 2, 2) and three units.
constexpr message rnn() {
  const message names =
      message{}.text(1, "activations").varint(20, 8).text(9, "Tanh").text(9, "Relu");
  return model_of(graph(
      {node("RNN", {"x", "w", "r", "b"}, {"y", "h"},
            {word("direction", "bidirectional"), names, integer("hidden_size", 3)})},
      {small_constant("w", {2, 3, 2}), small_constant("r", {2, 3, 3}), small_constant("b", {2, 6})},
      {value("x", {3, 2, 2})}, {"y", "h"}));
}

/// A product with integers, in whose zero points columns differ or do not, by one layer.
template <bool ZerosDiffer>
void check_columns() {
  static constexpr auto write = [] { return columns(ZerosDiffer); };
  static_assert(etch::import::onnx<file<write>>.size.nodes == 1);
  static network_of<write> net;
  const std::vector<float> x = give(&net.input()[0], 10, 0.0371F);
  net.run();
  const quantised q(x);
  constexpr float scale[3]{0.011F, 0.5F, 0.0037F}, bias[3]{0.3F, -7, 2};
  for (int i = 0; i < 2; ++i)
    for (int n = 0; n < 3; ++n) {
      int all = 0;
      for (int k = 0; k < 5; ++k) {
        all += (q.codes[static_cast<std::size_t>(5 * i + k)] - q.zero) *
               (weight(3 * k + n) - (ZerosDiffer ? zero(n) : 0));
      }
      const float scaled = product(static_cast<float>(all), product(q.scale, scale[n]));
      CHECK(net.output()[3 * i + n] == sum(scaled, bias[n]));
    }
}

template <bool ZerosDiffer>
void check_sums() {
  static network_of<[] {
    return model_of(graph({node("MatMulInteger", {"x", "w", "a", "b"}, {"y"})},
                          {weights("w", {4, 2}), scalar("a", uint8, 9),
                           ZerosDiffer ? zeros("b", 2) : scalar("b", int8, -5)},
                          {value("x", {1, 4}, uint8)}, {"y"}));
  }>
      net;
  constexpr int x[4]{0, 255, 9, 77};
  for (int k = 0; k < 4; ++k) net.input()[k] = static_cast<std::uint8_t>(x[k]);
  net.run();
  for (int n = 0; n < 2; ++n) {
    int all = 0;
    for (int k = 0; k < 4; ++k) {
      all += (x[k] - 9) * (weight(2 * k + n) - (ZerosDiffer ? zero(n) : -5));
    }
    CHECK(net.output()[n] == all);
  }
}

}  // namespace

TEST_CASE("onnx: a product with integers of a value quantised by its range is one layer") {
  check_columns<false>();
  check_columns<true>();
}

TEST_CASE("onnx: a convolution with integers of a value quantised by its range is one layer") {
  static_assert(etch::import::onnx<file<windows>>.size.nodes == 1);
  static network_of<windows> net;
  const std::vector<float> x = give(&net.input()[0], 18, 0.71F);  // (1, 3, 3, 2)
  net.run();
  const quantised q(x);
  constexpr float bias[2]{0.3F, -7};
  for (int i = 0; i < 4; ++i)
    for (int o = 0; o < 2; ++o) {
      int all = 0;
      for (int c = 0; c < 2; ++c)
        for (int k = 0; k < 4; ++k) {
          const int place = ((i / 2 + k / 2) * 3 + i % 2 + k % 2) * 2 + c;
          all += (q.codes[static_cast<std::size_t>(place)] - q.zero) *
                 (weight((o * 2 + c) * 4 + k) + 128 - 121);
        }
      const float scaled = product(static_cast<float>(all), product(q.scale, 0.013F));
      CHECK(net.output()[2 * i + o] == sum(scaled, bias[o]));
    }
}

TEST_CASE("onnx: DynamicQuantizeLinear alone") {
  static network_of<[] {
    return model_of(graph({node("DynamicQuantizeLinear", {"x"}, {"q", "s", "z"})}, {},
                          {value("x", {12})}, {"q", "s", "z"}));
  }>
      net;
  const quantised q(give(&net.input()[0], 12, 0.0213F));
  net.run();
  for (int i = 0; i < 12; ++i) CHECK(net.output<0>()[i] == q.codes[static_cast<std::size_t>(i)]);
  CHECK(net.output<1>()[0] == q.scale);
  CHECK(net.output<2>()[0] == q.zero);
}

TEST_CASE("onnx: sums of integers") {
  check_sums<false>();
  check_sums<true>();
}

TEST_CASE("onnx: codes that are cast stand for themselves") {
  static network_of<[] {
    return model_of(graph(
        {node("Cast", {"x"}, {"a"}, {integer("to", float32)}), node("Mul", {"a", "k"}, {"y"})},
        {scalar("k", 0.5F)}, {value("x", {1, 3}, uint8)}, {"y"}));
  }>
      net;
  constexpr int x[3]{0, 255, 77};
  for (int k = 0; k < 3; ++k) net.input()[k] = static_cast<std::uint8_t>(x[k]);
  net.run();
  for (int k = 0; k < 3; ++k) CHECK(net.output()[k] == 0.5F * static_cast<float>(x[k]));
}

TEST_CASE("onnx: an input of uint8 that is split first") {
  static network_of<[] {
    return model_of(
        graph({node("Split", {"x"}, {"a", "b"}, {integer("axis", 1)}),
               node("DequantizeLinear", {"a", "s", "z"}, {"c"}),
               node("DequantizeLinear", {"b", "s", "z"}, {"d"}), node("Sub", {"c", "d"}, {"y"})},
              {scalar("s", 0.25F), scalar("z", uint8, 100)}, {value("x", {1, 4}, uint8)}, {"y"}));
  }>
      net;
  constexpr int x[4]{0, 255, 9, 77};
  for (int k = 0; k < 4; ++k) net.input()[k] = static_cast<std::uint8_t>(x[k]);
  net.run();
  CHECK(net.output()[0] == -2.25F);
  CHECK(net.output()[1] == 44.5F);
}

TEST_CASE("onnx: a bias of numbers becomes codes in units of both scales") {
  static network_of<[] { return with_bias(false); }> numbers;
  static network_of<[] { return with_bias(true); }> codes;
  for (int x = -128; x < 128; x += 5) {
    for (int k = 0; k < 4; ++k) {
      numbers.input()[k] = codes.input()[k] = static_cast<std::int8_t>((x + 31 * k) & 127);
    }
    numbers.run();
    codes.run();
    for (int n = 0; n < 3; ++n) CHECK(numbers.output()[n] == codes.output()[n]);
  }
}

TEST_CASE(
    "onnx: weights with a scale and a zero point for each output channel of a ConvTranspose") {
  static network_of<[] { return transposed(false); }> numbers;
  static network_of<[] { return transposed(true); }> codes;
  for (int k = 0; k < 8; ++k) {
    numbers.input()[k] = codes.input()[k] = static_cast<float>(small(k));
  }
  numbers.run();
  codes.run();
  for (int k = 0; k < 48; ++k) CHECK(numbers.output()[k] == codes.output()[k]);
  CHECK(codes.output()[0] != 0);
}

TEST_CASE(
    "onnx: a layer of numbers with weights that are codes with a zero point for each channel") {
  static network_of<decoded> net;
  for (int k = 0; k < 4; ++k) net.input()[k] = static_cast<float>(small(k));
  net.run();
  for (int n = 0; n < 3; ++n) {
    double all = 0;
    for (int k = 0; k < 4; ++k) {
      all += small(k) * (weight(3 * k + n) - zero(n)) * static_cast<double>(units[n]);
    }
    CHECK(std::fabs(static_cast<double>(net.output()[n]) - all) <= 1e-5 * std::fabs(all));
  }
}

TEST_CASE("onnx: an RNN of two directions") {
  static network_of<rnn> net;
  double x[3][2][2], y[3][2][2][3];
  for (int k = 0; k < 12; ++k) {
    x[k / 4][k / 2 % 2][k % 2] = small(k) / 8.0;
    net.input()[k] = static_cast<float>(small(k)) / 8;
  }
  net.run();
  for (int d = 0; d < 2; ++d)
    for (int b = 0; b < 2; ++b) {
      double h[3]{};
      for (int k = 0; k < 3; ++k) {
        const int t = d == 0 ? k : 2 - k;
        double next[3];
        for (int n = 0; n < 3; ++n) {
          double all = small(d * 6 + n) + small(d * 6 + 3 + n);
          for (int i = 0; i < 2; ++i) all += small((d * 3 + n) * 2 + i) * x[t][b][i];
          for (int i = 0; i < 3; ++i) all += small((d * 3 + n) * 3 + i) * h[i];
          next[n] = d == 0 ? std::tanh(all) : std::fmax(all, 0);
        }
        for (int n = 0; n < 3; ++n) y[t][d][b][n] = h[n] = next[n];
      }
    }
  for (int k = 0; k < 36; ++k) {
    const double want = y[k / 12][k / 6 % 2][k / 3 % 2][k % 3];
    CHECK(std::fabs(static_cast<double>(net.output<0>()[k]) - want) <=
          1e-5 * (1 + std::fabs(want)));
  }
  for (int k = 0; k < 12; ++k) {
    const double want = y[k < 6 ? 2 : 0][k / 6][k / 3 % 2][k % 3];
    CHECK(std::fabs(static_cast<double>(net.output<1>()[k]) - want) <=
          1e-5 * (1 + std::fabs(want)));
  }
}

TEST_CASE("onnx: what is computed for its shape alone is dropped") {
  static constexpr auto write = [] {
    return model_of(graph(
        {node("Relu", {"x"}, {"a"}), node("Add", {"a", "x"}, {"b"}), node("Shape", {"b"}, {"s"}),
         node("CumSum", {"x", "one"}, {"c"}), node("Reshape", {"c", "s"}, {"y"})},
        {constant("one", {1})}, {value("x", {2, 3})}, {"y"}));
  };
  static_assert(etch::import::onnx<file<write>>.size.nodes == 2);
  static network_of<write> net;
  for (int k = 0; k < 6; ++k) net.input()[k] = static_cast<float>(k + 1);
  net.run();
  constexpr int sums[6]{1, 3, 6, 4, 9, 15};
  for (int k = 0; k < 6; ++k) CHECK(net.output()[k] == static_cast<float>(sums[k]));
}
