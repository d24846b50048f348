// Operators of .onnx files that are made of several of ours, on the target, against their formulas:
// beside what tests/onnx does with the node tests of onnx, where Python has them.
// PORTABLE: no kernel of one target alone
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "../support/onnx_network.hpp"

namespace {

using namespace test::onnx;

// x (1, 4, 2, 3): a value in the file's order, N C H W, and 1 x 1 pooling, behind which channels
// lie last.
constexpr int c = 4, h = 2, w = 3;
constexpr message behind_a_layer(const message& next, messages constants = {}, int version = 17,
                                 const message& last = {}) {
  message g;
  g.inside(1, node("MaxPool", {"x"}, {"p"}, {ints("kernel_shape", {1, 1})})).inside(1, next);
  if (last.size > 0) g.inside(1, last);
  for (const message& k : constants) g.inside(5, k);
  g.inside(11, value("x", {1, c, h, w})).inside(12, message{}.text(1, "y"));
  return model_of(g, version);
}
constexpr int at(int k, int i, int j) { return small(3 * ((k * h + i) * w + j)); }
template <class Net>
void run(Net& net) {
  for (int k = 0; k < c; ++k)
    for (int i = 0; i < h * w; ++i)
      net.input()[i * c + k] = static_cast<float>(at(k, i / w, i % w));
  net.run();
}

constexpr message padded(const char* mode) {
  return model_of(graph({node("Pad", {"x", "pads"}, {"y"}, {word("mode", mode)})},
                        {constant("pads", {0, 2, 1, 1})}, {value("x", {2, 3})}, {"y"}));
}

}  // namespace

TEST_CASE("onnx: ReduceSum over channels and rows, of channels that lie last") {
  static network_of<[] {
    return behind_a_layer(node("ReduceSum", {"p", "axes"}, {"s"}, {integer("keepdims", 0)}),
                          {constant("axes", {1}), constant("to", {h * w})}, 17,
                          node("Reshape", {"s", "to"}, {"y"}));
  }>
      channels;
  run(channels);
  for (int i = 0; i < h * w; ++i) {
    int sum = 0;
    for (int k = 0; k < c; ++k) sum += at(k, i / w, i % w);
    CHECK(channels.output()[i] == static_cast<float>(sum));
  }
  static network_of<[] {
    return behind_a_layer(node("ReduceMax", {"p"}, {"y"}, {ints("axes", {0, -2})}));
  }>
      rows;
  run(rows);  // (1, 4, 1, 3), channels last
  for (int k = 0; k < c; ++k)
    for (int j = 0; j < w; ++j) {
      CHECK(rows.output()[j * c + k] == static_cast<float>(std::max(at(k, 0, j), at(k, 1, j))));
    }
}

TEST_CASE("onnx: parts of channels that lie last") {
  static network_of<[] {
    return behind_a_layer(node("Slice", {"p", "from", "to", "axes", "steps"}, {"y"}),
                          {constant("from", {3, 1}), constant("to", {-9, 9}),
                           constant("axes", {1, 3}), constant("steps", {-2, 1})});
  }>
      net;
  run(net);  // channels 3 and 1, columns 1 and 2
  for (int i = 0; i < h; ++i)
    for (int j = 0; j < 2; ++j) {
      CHECK(net.output()[(i * 2 + j) * 2] == static_cast<float>(at(3, i, j + 1)));
      CHECK(net.output()[(i * 2 + j) * 2 + 1] == static_cast<float>(at(1, i, j + 1)));
    }
}

TEST_CASE("onnx: GroupNormalization of two groups of channels") {
  static network_of<[] {
    return behind_a_layer(node("GroupNormalization", {"p", "k", "b"}, {"y"},
                               {integer("num_groups", 2), real("epsilon", 0.5F)}),
                          {small_constant("k", {c}), small_constant("b", {c})}, 21);
  }>
      net;
  run(net);
  for (int g = 0; g < 2; ++g) {
    double sum = 0, squares = 0;
    for (int i = 0; i < 2 * h * w; ++i) {
      const double x = at(2 * g + i / (h * w), i / w % h, i % w);
      sum += x, squares += x * x;
    }
    const double mean = sum / (2 * h * w), variance = squares / (2 * h * w) - mean * mean;
    for (int i = 0; i < 2 * h * w; ++i) {
      const int k = 2 * g + i / (h * w), cell = i % (h * w);
      const double y = (at(k, cell / w, cell % w) - mean) / std::sqrt(variance + 0.5);
      CHECK(static_cast<double>(net.output()[cell * c + k]) ==
            Approx(y * small(k) + small(k)).margin(1e-5));
    }
  }
}

TEST_CASE("onnx: Resize by what shows the same cells, and by weights") {
  static network_of<[] {
    return behind_a_layer(node("Resize", {"p", "", "scales"}, {"y"}),
                          {tensor("scales", float32, {4}).inside(9, floats({1, 1, 2, 1}))});
  }>
      nearest;
  run(nearest);
  for (int k = 0; k < c; ++k)
    for (int i = 0; i < 2 * h * w; ++i) {
      CHECK(nearest.output()[i * c + k] == static_cast<float>(at(k, i / w / 2, i % w)));
    }
  // half of the columns, three to two: places 1/4 and 7/4
  static network_of<[] {
    return behind_a_layer(node("Resize", {"p", "", "", "sizes"}, {"y"},
                               {word("mode", "linear"),
                                word("coordinate_transformation_mode", "half_pixel_symmetric")}),
                          {constant("sizes", {1, c, h, 2})});
  }>
      linear;
  run(linear);
  for (int k = 0; k < c; ++k)
    for (int i = 0; i < h; ++i) {
      const float left = linear.output()[i * 2 * c + k],
                  right = linear.output()[(i * 2 + 1) * c + k];
      CHECK(left == static_cast<float>(3 * at(k, i, 0) + at(k, i, 1)) / 4);
      CHECK(right == static_cast<float>(at(k, i, 1) + 3 * at(k, i, 2)) / 4);
    }
}

TEST_CASE("onnx: ConvTranspose of two groups, dilated") {
  static network_of<[] {
    return behind_a_layer(node("ConvTranspose", {"p", "k", "b"}, {"y"},
                               {integer("group", 2), ints("dilations", {1, 2}),
                                ints("strides", {2, 1}), ints("pads", {1, 0, 0, 1})}),
                          {small_constant("k", {c, 1, 2, 2}), small_constant("b", {2})});
  }>
      net;
  run(net);
  // rows 2 (2 - 1) + 2 - 1, columns 3 - 1 + 3 - 1
  constexpr int oh = 3, ow = 4;
  for (int o = 0; o < 2; ++o) {
    int y[oh][ow]{};
    for (auto& row : y)
      for (int& cell : row) cell = small(o);
    for (int k = 2 * o; k < 2 * o + 2; ++k)
      for (int i = 0; i < h * w * 4; ++i) {
        const int row = i / 4 / w * 2 + i / 2 % 2 - 1, column = i / 4 % w + i % 2 * 2;
        if (row < 0 || row >= oh || column >= ow) continue;
        y[row][column] += at(k, i / 4 / w, i / 4 % w) * small(k * 4 + i % 4);
      }
    for (int i = 0; i < oh * ow; ++i) {
      CHECK(net.output()[i * 2 + o] == static_cast<float>(y[i / ow][i % ow]));
    }
  }
}

TEST_CASE("onnx: indices that count from the end") {
  static network_of<[] {
    return model_of(graph({node("Gather", {"k", "x"}, {"y"})}, {small_constant("k", {5, 2})},
                          {value("x", {3}, int64)}, {"y"}));
  }>
      net;
  constexpr int indices[]{-1, 2, -5};
  for (int i = 0; i < 3; ++i) net.input()[i] = indices[i];
  net.run();
  for (int i = 0; i < 3; ++i) {
    const int row = (indices[i] + 5) % 5;
    CHECK(net.output()[2 * i] == static_cast<float>(small(2 * row)));
    CHECK(net.output()[2 * i + 1] == static_cast<float>(small(2 * row + 1)));
  }
}

namespace {

/// Weights that keep gates away from their ends.
double weight(int i) { return small(i) / 8.0; }
constexpr message weights(const char* name, integers dims) {
  int count = 1;
  for (const std::int64_t d : dims) count *= static_cast<int>(d);
  message m;
  for (int i = 0; i < count; ++i) {
    m.word(__builtin_bit_cast(std::uint32_t, static_cast<float>(small(i)) / 8));
  }
  return tensor(name, float32, dims).inside(9, m);
}
double logistic(double x) { return 1 / (1 + std::exp(-x)); }
constexpr int steps = 3, in = 2, units = 2;
double fed(int t, int i) { return small(5 * t + i) / 4.0; }
/// Row r of W x + R h + both biases, of `gates` gates.
double gate(int r, int t, const double* state, int gates) {
  double sum = weight(r) + weight(gates * units + r);
  for (int i = 0; i < in; ++i) sum += weight(r * in + i) * fed(t, i);
  for (int i = 0; i < units; ++i) sum += weight(r * units + i) * state[i];
  return sum;
}
template <class Net>
void run_sequence(Net& net) {
  for (int i = 0; i < steps * in; ++i) net.input()[i] = static_cast<float>(fed(i / in, i % in));
  net.run();
}

}  // namespace

TEST_CASE("onnx: every run of an LSTM begins with the first states") {
  static network_of<[] {
    return model_of(
        graph({node("LSTM", {"x", "w", "r", "b", "", "h"}, {"y"}, {integer("hidden_size", units)})},
              {weights("w", {1, 4 * units, in}), weights("r", {1, 4 * units, units}),
               weights("b", {1, 8 * units}), weights("h", {1, 1, units})},
              {value("x", {steps, 1, in})}, {"y"}));
  }>
      net;
  net.reset();
  for (int run = 0; run < 2; ++run) {
    run_sequence(net);
    double state[units]{weight(0), weight(1)}, cell[units]{};
    for (int t = 0; t < steps; ++t) {
      double next[units]{};
      for (int u = 0; u < units; ++u) {  // gates i o f c
        const auto of = [&](int k) { return gate(k * units + u, t, state, 4); };
        cell[u] = logistic(of(2)) * cell[u] + logistic(of(0)) * std::tanh(of(3));
        next[u] = logistic(of(1)) * std::tanh(cell[u]);
      }
      for (int u = 0; u < units; ++u) {
        state[u] = next[u];
        CHECK(static_cast<double>(net.output()[t * units + u]) == Approx(next[u]).margin(1e-5));
      }
    }
  }
}

TEST_CASE("onnx: a GRU that runs backwards, and its last state") {
  static network_of<[] {
    return model_of(graph({node("GRU", {"x", "w", "r", "b"}, {"", "y"},
                                {integer("hidden_size", units), word("direction", "reverse"),
                                 integer("linear_before_reset", 1)})},
                          {weights("w", {1, 3 * units, in}), weights("r", {1, 3 * units, units}),
                           weights("b", {1, 6 * units})},
                          {value("x", {steps, 1, in})}, {"y"}));
  }>
      net;
  for (int run = 0; run < 2; ++run) {
    run_sequence(net);
    double state[units]{};
    for (int t = steps - 1; t >= 0; --t) {
      double next[units]{};
      for (int u = 0; u < units; ++u) {  // gates z r h
        const auto of = [&](int k) { return gate(k * units + u, t, state, 3); };
        const double z = logistic(of(0)), r = logistic(of(1));
        const int row = 2 * units + u;
        double linear = weight(3 * units + row);
        for (int i = 0; i < units; ++i) linear += weight(row * units + i) * state[i];
        next[u] = (1 - z) * std::tanh(of(2) - linear + r * linear) + z * state[u];
      }
      for (int u = 0; u < units; ++u) state[u] = next[u];
    }
    for (int u = 0; u < units; ++u) {
      CHECK(static_cast<double>(net.output()[u]) == Approx(state[u]).margin(1e-5));
    }
  }
}

TEST_CASE("onnx: Pad that repeats cells or goes on at the other end") {
  static network_of<[] { return padded("edge"); }> edge;
  static network_of<[] { return padded("wrap"); }> wrap;
  for (int k = 0; k < 6; ++k) edge.input()[k] = wrap.input()[k] = static_cast<float>(k);
  edge.run();
  wrap.run();
  constexpr int repeated[18]{0, 0, 0, 1, 2, 2, 3, 3, 3, 4, 5, 5, 3, 3, 3, 4, 5, 5};
  constexpr int wrapped[18]{1, 2, 0, 1, 2, 0, 4, 5, 3, 4, 5, 3, 1, 2, 0, 1, 2, 0};
  for (int k = 0; k < 18; ++k) {
    CHECK(edge.output()[k] == static_cast<float>(repeated[k]));
    CHECK(wrap.output()[k] == static_cast<float>(wrapped[k]));
  }
}

TEST_CASE("onnx: Pad by fewer cells than none cuts them off") {
  static network_of<[] {
    return model_of(graph({node("Pad", {"x", "pads"}, {"y"})}, {constant("pads", {1, -1, 0, 2})},
                          {value("x", {2, 3})}, {"y"}));
  }>
      net;
  for (int k = 0; k < 6; ++k) net.input()[k] = static_cast<float>(k + 1);
  net.run();
  constexpr int want[12]{0, 0, 0, 0, 2, 3, 0, 0, 5, 6, 0, 0};
  for (int k = 0; k < 12; ++k) CHECK(net.output()[k] == static_cast<float>(want[k]));
}

TEST_CASE("onnx: the cells of an LSTM step by step are those of a sequence") {
  static constexpr auto lstm = [](int steps) {
    return model_of(graph(
        {node("LSTM", {"x", "w", "r", "b", "", "h0", "c0"}, {"y", "h", "c"})},
        {small_constant("w", {1, 8, 3}), small_constant("r", {1, 8, 2}),
         small_constant("b", {1, 16})},
        {value("x", {steps, 1, 3}), value("h0", {1, 1, 2}), value("c0", {1, 1, 2})}, {"h", "c"}));
  };
  static network_of<[] { return lstm(4); }> all;
  static network_of<[] { return lstm(1); }> one;
  for (int k = 0; k < 12; ++k) all.input<0>()[k] = static_cast<float>(small(k)) / 32;
  for (int k = 0; k < 2; ++k) {
    all.input<1>()[k] = one.input<1>()[k] = 0.25F;
    all.input<2>()[k] = one.input<2>()[k] = -0.5F;
  }
  all.run();
  for (int t = 0; t < 4; ++t) {
    for (int k = 0; k < 3; ++k) one.input<0>()[k] = static_cast<float>(small(3 * t + k)) / 32;
    one.run();
    for (int k = 0; k < 2; ++k) {
      one.input<1>()[k] = one.output<0>()[k];
      one.input<2>()[k] = one.output<1>()[k];
    }
  }
  for (int k = 0; k < 2; ++k) {
    CHECK(all.output<0>()[k] == one.input<1>()[k]);
    CHECK(all.output<1>()[k] == one.input<2>()[k]);
    CHECK(all.output<0>()[k] != all.output<1>()[k]);
  }
}

TEST_CASE("onnx: weights that a Reshape or a Transpose makes of constants") {
  static constexpr auto layers = [](bool moved) {
    message g;
    if (moved) {
      g.inside(1, node("Reshape", {"k", "shape"}, {"kr"}))
          .inside(1, node("Transpose", {"m"}, {"mt"}))
          .inside(1, node("DequantizeLinear", {"q", "s"}, {"qn"}, {integer("axis", 0)}))
          .inside(1, node("Transpose", {"qn"}, {"qt"}, {ints("perm", {1, 0})}));
    } else {
      g.inside(1, node("DequantizeLinear", {"q", "s"}, {"qn"}, {integer("axis", 1)}));
    }
    g.inside(1, node("Conv", {"x", moved ? "kr" : "k"}, {"a"}))
        .inside(1, node("Flatten", {"a"}, {"b"}))
        .inside(1, node("Gemm", {"b", moved ? "mt" : "m"}, {"c"}, {integer("transB", 1)}))
        .inside(1, node("MatMul", {"c", moved ? "qt" : "qn"}, {"y"}));
    message columns, rows;  // of 5 x 3 codes, and turned
    for (int k = 0; k < 15; ++k) {
      columns.byte(small(k) & 255);
      rows.byte(small(k % 5 * 3 + k / 5) & 255);
    }
    // of m (5, 12), which Flatten orders like the file
    message turned;
    for (int k = 0; k < 60; ++k) {
      const auto number = static_cast<float>(small(k % 5 * 12 + k / 5));
      turned.word(__builtin_bit_cast(std::uint32_t, number));
    }
    for (const message& of :
         {small_constant("k", moved ? integers{2, 4, 1} : integers{2, 4, 1, 1}),
          moved ? tensor("m", float32, {12, 5}).inside(9, turned) : small_constant("m", {5, 12}),
          moved ? tensor("q", int8, {3, 5}).inside(9, rows)
                : tensor("q", int8, {5, 3}).inside(9, columns),
          constant("s", {3}, {1, 2, 0.5F}), constant("shape", {2, 4, 1, 1})}) {
      g.inside(5, of);
    }
    return model_of(g.inside(11, value("x", {1, c, h, w})).inside(12, message{}.text(1, "y")));
  };
  static constexpr auto moved = [] { return layers(true); };
  static constexpr auto plain = [] { return layers(false); };
  static_assert(etch::import::onnx<file<moved>>.size.nodes ==
                etch::import::onnx<file<plain>>.size.nodes);
  static network_of<moved> have;
  static network_of<plain> want;
  run(have), run(want);
  for (int k = 0; k < 3; ++k) CHECK(have.output()[k] == want.output()[k]);
  CHECK(want.output()[0] != 0);
}

TEST_CASE("onnx: constants, reshaped and transposed, are outputs") {
  static network_of<[] {
    return model_of(graph({node("Relu", {"x"}, {"a"}), node("Transpose", {"m"}, {"b"}),
                           node("Reshape", {"m", "shape"}, {"d"})},
                          {small_constant("m", {2, 3}), constant("shape", {6})}, {value("x", {2})},
                          {"a", "b", "d"}));
  }>
      net;
  net.run();
  for (int k = 0; k < 6; ++k) {
    CHECK(net.output<1>()[k] == static_cast<float>(small(k % 2 * 3 + k / 2)));
    CHECK(net.output<2>()[k] == static_cast<float>(small(k)));
  }
}
