// Small .onnx models that run on the target, against their formulas.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>

#include "../support/onnx_network.hpp"

namespace {

using namespace test::onnx;

// x (2, 3, 4, 5): a value in the file's order, N C H W.
constexpr int n = 2, c = 3, h = 4, w = 5;
struct picture {
  int at[n][c][h][w]{};
  constexpr picture() {
    for (int i = 0; i < n * c * h * w; ++i) at[i / 60][i / 20 % 3][i / 5 % 4][i % 5] = small(3 * i);
  }
  int padded(int b, int k, int y, int x) const {
    return y < 0 || y >= h || x < 0 || x >= w ? 0 : at[b][k][y][x];
  }
};
const picture x;
template <class Net>
void give_last(Net& net) {
  for (int b = 0; b < n; ++b)
    for (int k = 0; k < c; ++k)
      for (int i = 0; i < h * w; ++i) {
        net.input()[(b * h * w + i) * c + k] = static_cast<float>(x.at[b][k][i / w][i % w]);
      }
}
constexpr message on_picture(messages nodes, messages constants) {
  return model_of(graph(nodes, constants, {value("x", {n, c, h, w})}, {"y"}));
}

}  // namespace

TEST_CASE("onnx: a Conv with pads of its own, and its bias") {
  // 2 filters of 3 x 2, one row above, a column on both sides
  static network_of<[] {
    return on_picture({node("Conv", {"x", "k", "b"}, {"y"}, {ints("pads", {1, 1, 0, 1})})},
                      {small_constant("k", {2, c, 3, 2}), small_constant("b", {2})});
  }>
      net;
  give_last(net);
  net.run();
  constexpr int oh = 3, ow = 6;
  for (int b = 0; b < n; ++b)
    for (int o = 0; o < 2; ++o)
      for (int i = 0; i < oh * ow; ++i) {
        int sum = small(o);
        for (int k = 0; k < c; ++k)
          for (int u = 0; u < 3; ++u)
            for (int v = 0; v < 2; ++v) {
              sum += x.padded(b, k, i / ow + u - 1, i % ow + v - 1) *
                     small(((o * c + k) * 3 + u) * 2 + v);
            }
        CHECK(net.output()[(b * oh * ow + i) * 2 + o] == static_cast<float>(sum));
      }
}

TEST_CASE("onnx: a Conv of as many groups as channels") {
  static network_of<[] {
    return on_picture(
        {node("Conv", {"x", "k"}, {"y"},
              {integer("group", c), ints("strides", {2, 1}), word("auto_pad", "SAME_LOWER")})},
        {small_constant("k", {2 * c, 1, 3, 2})});
  }>
      net;
  give_last(net);
  net.run();
  // rows: (2 - 1) 2 + 3 - 4 = 1 before; columns: 1 before
  for (int b = 0; b < n; ++b)
    for (int o = 0; o < 2 * c; ++o)
      for (int i = 0; i < 2 * w; ++i) {
        int sum = 0;
        for (int u = 0; u < 3; ++u)
          for (int v = 0; v < 2; ++v) {
            sum +=
                x.padded(b, o / 2, i / w * 2 + u - 1, i % w + v - 1) * small((o * 3 + u) * 2 + v);
          }
        CHECK(net.output()[(b * 2 * w + i) * 2 * c + o] == static_cast<float>(sum));
      }
}

TEST_CASE("onnx: Flatten and Gemm after a layer permute weights alone") {
  using net_type = network_of<[] {
    return on_picture({node("MaxPool", {"x"}, {"p"}, {ints("kernel_shape", {1, 1})}),
                       node("Flatten", {"p"}, {"f"}),
                       node("Gemm", {"f", "k", "b"}, {"y"}, {integer("transB", 1)})},
                      {small_constant("k", {2, c * h * w}), small_constant("b", {2})});
  }>;
  static net_type net;
  give_last(net);
  net.run();
  for (int b = 0; b < n; ++b)
    for (int o = 0; o < 2; ++o) {
      int sum = small(o);
      for (int i = 0; i < c * h * w; ++i) {
        sum += x.at[b][i / (h * w)][i / w % h][i % w] * small(o * c * h * w + i);
      }
      CHECK(net.output()[b * 2 + o] == static_cast<float>(sum));
    }
}

TEST_CASE("onnx: MatMul after Reshape, and a constant of channels") {
  using net_type = network_of<[] {
    return on_picture({node("MaxPool", {"x"}, {"p"}, {ints("kernel_shape", {1, 1})}),
                       node("Add", {"p", "a"}, {"s"}), node("Reshape", {"s", "to"}, {"f"}),
                       node("MatMul", {"f", "k"}, {"y"})},
                      {small_constant("a", {c, 1, 1}), constant("to", {0, -1}),
                       small_constant("k", {c * h * w, 2})});
  }>;
  static net_type net;
  give_last(net);
  net.run();
  for (int b = 0; b < n; ++b)
    for (int o = 0; o < 2; ++o) {
      int sum = 0;
      for (int i = 0; i < c * h * w; ++i) {
        const int k = i / (h * w);
        sum += (x.at[b][k][i / w % h][i % w] + small(k)) * small(i * 2 + o);
      }
      CHECK(net.output()[b * 2 + o] == static_cast<float>(sum));
    }
}

TEST_CASE("onnx: what somebody else reads of a Flatten is in the file's order") {
  static network_of<[] {
    return on_picture({node("MaxPool", {"x"}, {"p"}, {ints("kernel_shape", {1, 1})}),
                       node("Flatten", {"p"}, {"y"})},
                      {});
  }>
      net;
  give_last(net);
  net.run();
  for (int i = 0; i < n * c * h * w; ++i) {
    CHECK(net.output()[i] == static_cast<float>(x.at[i / 60][i / 20 % 3][i / 5 % 4][i % 5]));
  }
}

TEST_CASE("onnx: means count the padding, but not what ceil_mode adds") {
  static network_of<[] {
    return on_picture(
        {node("AveragePool", {"x"}, {"y"},
              {ints("kernel_shape", {2, 2}), ints("strides", {2, 2}), ints("pads", {1, 0, 0, 0}),
               integer("ceil_mode", 1), integer("count_include_pad", 1)})},
        {});
  }>
      net;
  give_last(net);
  net.run();
  constexpr int oh = 3, ow = 3;
  for (int b = 0; b < n; ++b)
    for (int k = 0; k < c; ++k)
      for (int i = 0; i < oh * ow; ++i) {
        const int row = i / ow * 2 - 1, column = i % ow * 2;
        int sum = 0, cells = 0;
        for (int u = row; u < row + 2 && u < h; ++u)
          for (int v = column; v < column + 2 && v < w; ++v) {
            sum += x.padded(b, k, u, v);
            ++cells;
          }
        const float mean = static_cast<float>(sum) / static_cast<float>(cells);
        CHECK(net.output()[(b * oh * ow + i) * c + k] == Approx(mean));
      }
}

TEST_CASE("onnx: a Transpose to the order of the kernels moves nothing") {
  // (N, H, W, C) in, as Keras writes it: Transpose, Conv, Transpose
  static constexpr auto& whole = file<[] {
    return model_of(graph({node("Transpose", {"x"}, {"t"}, {ints("perm", {0, 3, 1, 2})}),
                           node("Conv", {"t", "k"}, {"z"}),
                           node("Transpose", {"z"}, {"y"}, {ints("perm", {0, 2, 3, 1})})},
                          {small_constant("k", {2, c, 1, 1})}, {value("x", {n, h, w, c})}, {"y"}));
  }>;
  STATIC_REQUIRE(etch::import::onnx<whole>.size.nodes == 1);
  static etch::network<etch::import::onnx<whole>> net;
  give_last(net);
  net.run();
  for (int b = 0; b < n; ++b)
    for (int i = 0; i < h * w; ++i)
      for (int o = 0; o < 2; ++o) {
        int sum = 0;
        for (int k = 0; k < c; ++k) sum += x.at[b][k][i / w][i % w] * small(o * c + k);
        CHECK(net.output()[(b * h * w + i) * 2 + o] == static_cast<float>(sum));
      }
}

TEST_CASE("onnx: a BatchNormalization is part of its layer, where nobody else reads that") {
  static constexpr auto& alone = file<[] {
    return on_picture(
        {node("Conv", {"x", "k"}, {"z"}),
         node("BatchNormalization", {"z", "g", "b", "m", "v"}, {"y"}, {real("epsilon", 0)})},
        {small_constant("k", {2, c, 1, 1}), constant("g", {2}, {2, -3}), constant("b", {2}, {5, 7}),
         constant("m", {2}, {1, 2}), constant("v", {2}, {4, 0.25F})});
  }>;
  STATIC_REQUIRE(etch::import::onnx<alone>.size.nodes == 1);
  // the sums themselves are read as well, by another name
  static constexpr auto& twice = file<[] {
    return on_picture(
        {node("Conv", {"x", "k"}, {"z"}), node("Identity", {"z"}, {"i"}),
         node("BatchNormalization", {"i", "g", "b", "m", "v"}, {"n"}, {real("epsilon", 0)}),
         node("Add", {"n", "z"}, {"y"})},
        {small_constant("k", {2, c, 1, 1}), constant("g", {2}, {2, -3}), constant("b", {2}, {5, 7}),
         constant("m", {2}, {1, 2}), constant("v", {2}, {4, 0.25F})});
  }>;
  STATIC_REQUIRE(etch::import::onnx<twice>.size.nodes == 3);
  static etch::network<etch::import::onnx<alone>> one;
  static etch::network<etch::import::onnx<twice>> two;
  give_last(one), give_last(two);
  one.run(), two.run();
  constexpr float scale[]{1, -6}, offset[]{4, 19};  // g / sqrt(v), b - m g / sqrt(v)
  for (int b = 0; b < n; ++b)
    for (int i = 0; i < h * w; ++i)
      for (int o = 0; o < 2; ++o) {
        int sum = 0;
        for (int k = 0; k < c; ++k) sum += x.at[b][k][i / w][i % w] * small(o * c + k);
        const float z = static_cast<float>(sum), y = scale[o] * z + offset[o];
        CHECK(one.output()[(b * h * w + i) * 2 + o] == Approx(y));
        CHECK(two.output()[(b * h * w + i) * 2 + o] == Approx(y + z));
      }
}

TEST_CASE("onnx: weights of half precision behind a Cast stay so") {
  static constexpr auto clipped = [](bool is_half) {
    const auto list = [&](const char* name, integers dims) {
      return is_half ? small_halves(name, dims) : small_constant(name, dims);
    };
    const auto cast = [](const char* from, const char* to) {
      return node("Cast", {from}, {to}, {integer("to", float32)});
    };
    return on_picture({cast("k", "ks"), cast("b", "bs"), cast("low", "lows"),
                       node("Conv", {"x", is_half ? "ks" : "k", is_half ? "bs" : "b"}, {"p"}),
                       node("Clip", {"p", is_half ? "lows" : "low"}, {"y"})},
                      {list("k", {8, c, 1, 1}), list("b", {8}), list("low", {})});
  };
  static network_of<[] { return clipped(true); }> net;
  static network_of<[] { return clipped(false); }> want;
  CHECK(net.constant_bytes + 48 == want.constant_bytes);  // 24 weights
  CHECK(net.ram_bytes == want.ram_bytes);
  give_last(net);
  give_last(want);
  net.run();
  want.run();
  for (int i = 0; i < n * h * w * 8; ++i) {
    CHECK(net.output()[i] == want.output()[i]);
    CHECK(net.output()[i] >= static_cast<float>(small(0)));
  }
}

TEST_CASE("onnx: an LSTM and a GRU whose weights are of half precision") {
  static constexpr auto in_either = [](const char* cell, int gates, bool is_half) {
    const auto list = [&](const char* name, integers dims) {
      return is_half ? small_halves(name, dims) : small_constant(name, dims);
    };
    const message cast = integer("to", float32);
    return model_of(graph(
        {node("Cast", {"w"}, {"ws"}, {cast}), node("Cast", {"r"}, {"rs"}, {cast}),
         node("Cast", {"b"}, {"bs"}, {cast}),
         node(cell, {"x", is_half ? "ws" : "w", is_half ? "rs" : "r", is_half ? "bs" : "b"},
              {"y"})},
        {list("w", {1, 2 * gates, 3}), list("r", {1, 2 * gates, 2}), list("b", {1, 4 * gates})},
        {value("x", {4, 1, 3})}, {"y"}));
  };
  const auto check = [](auto& have, auto& want, int weights) {
    for (int i = 0; i < 12; ++i) {
      have.input()[i] = want.input()[i] = static_cast<float>(small(i)) / 16;
    }
    have.run(), want.run();
    for (int i = 0; i < 8; ++i) CHECK(have.output()[i] == want.output()[i]);
    CHECK(have.ram_bytes == want.ram_bytes);
    CHECK(have.constant_bytes + 2 * weights <= want.constant_bytes);
  };
  static network_of<[] { return in_either("LSTM", 4, true); }> half_lstm;
  static network_of<[] { return in_either("LSTM", 4, false); }> lstm;
  check(half_lstm, lstm, 4 * 2 * (3 + 2));
  static network_of<[] { return in_either("GRU", 3, true); }> half_gru;
  static network_of<[] { return in_either("GRU", 3, false); }> gru;
  check(half_gru, gru, 3 * 2 * (3 + 2));
}

TEST_CASE("onnx: constants behind a Cast of operators that are no layers") {
  static constexpr auto normed = [](bool is_half) {
    const auto list = [&](const char* name, integers dims, numbers of) {
      if (!is_half) return constant(name, dims, of);
      message halves;
      for (const float one : of) {
        const int bits = etch::nearest_minifloat<etch::f16_description>(one).bits;
        halves.byte(bits & 255).byte(bits >> 8);
      }
      return tensor(name, float16, dims).inside(9, halves);
    };
    const auto cast = [](const char* from, const char* to) {
      return node("Cast", {from}, {to}, {integer("to", float32)});
    };
    return on_picture(
        {cast("g", "gs"), cast("b", "bs"), cast("m", "ms"), cast("v", "vs"), cast("k", "ks"),
         node("BatchNormalization", {"x", "gs", "bs", "ms", "vs"}, {"n"}),
         node("Add", {"n", "ks"}, {"y"})},
        {list("g", {c}, {2, -3, 1}), list("b", {c}, {5, 7, 0}), list("m", {c}, {1, 2, 3}),
         list("v", {c}, {4, 0.25F, 1}), list("k", {c, 1, 1}, {1, 2, 0.5F})});
  };
  static network_of<[] { return normed(true); }> net;
  static network_of<[] { return normed(false); }> want;
  CHECK(net.constant_bytes == want.constant_bytes);
  CHECK(net.ram_bytes == want.ram_bytes);
  give_last(net), give_last(want);
  net.run(), want.run();
  for (int i = 0; i < n * h * w * c; ++i) CHECK(net.output()[i] == want.output()[i]);
}

TEST_CASE("onnx: parts of a table of half precision") {
  static constexpr auto part = [](bool is_half) {
    return model_of(
        graph({node("Cast", {"table"}, {"real"}, {integer("to", float32)}),
               node("Gather", {"real", "x"}, {"y"})},
              {is_half ? small_halves("table", {32, 4}) : small_constant("table", {32, 4})},
              {value("x", {2}, int64)}, {"y"}));
  };
  static network_of<[] { return part(true); }> net;
  static network_of<[] { return part(false); }> want;
  CHECK(net.constant_bytes + 2 * 32 * 4 <= want.constant_bytes + 16);  // and what it pads
  CHECK(net.ram_bytes <= want.ram_bytes + 32);
  net.input()[0] = want.input()[0] = 29;
  net.input()[1] = want.input()[1] = -31;
  net.run(), want.run();
  for (int i = 0; i < 8; ++i) CHECK(net.output()[i] == want.output()[i]);
  CHECK(net.output()[5] == static_cast<float>(small(5)));
}

TEST_CASE("onnx: weights that are codes behind a Cast") {
  static network_of<[] {
    message codes;
    for (int i = 0; i < 6 * c; ++i) codes.byte(small(i) & 255);
    return on_picture(
        {node("Cast", {"k"}, {"ks"}, {integer("to", float32)}), node("Conv", {"x", "ks"}, {"y"})},
        {tensor("k", int8, {6, c, 1, 1}).inside(9, codes)});
  }>
      net;
  static network_of<[] {
    return on_picture({node("Conv", {"x", "k"}, {"y"})}, {small_constant("k", {6, c, 1, 1})});
  }>
      want;
  give_last(net), give_last(want);
  net.run(), want.run();
  for (int i = 0; i < n * h * w * 6; ++i) CHECK(net.output()[i] == want.output()[i]);
}

TEST_CASE("onnx: a network of half precision computes in f32 with weights of two bytes") {
  static constexpr auto layer = [](bool is_half) {
    const auto to = [](int type) { return integer("to", type); };
    if (!is_half) {
      return on_picture({node("Conv", {"x", "k"}, {"y"})}, {small_constant("k", {6, c, 1, 1})});
    }
    return on_picture({node("Cast", {"x"}, {"a"}, {to(float16)}), node("Conv", {"a", "k"}, {"b"}),
                       node("Cast", {"b"}, {"y"}, {to(float32)})},
                      {small_halves("k", {6, c, 1, 1})});
  };
  static network_of<[] { return layer(true); }> net;
  static network_of<[] { return layer(false); }> want;
  for (int i = 0; i < n * h * w * c; ++i) {
    const float x = 1 + 1e-4F * static_cast<float>(i);
    net.input()[i] = x;
    want.input()[i] = etch::real_of_half(etch::nearest_minifloat<etch::f16_description>(x).bits);
  }
  net.run(), want.run();
  CHECK(net.constant_bytes < want.constant_bytes);
  for (int i = 0; i < n * h * w * 6; ++i) CHECK(net.output()[i] == want.output()[i]);
}
