// The network in plain loops, layer after layer: what its outputs must be, and the baseline of
// table 2 of the paper.
#pragma once

#include "network.hpp"

namespace cifar10_paper {

/// Codes of 8 bits as etch computes them: sums of 32 bits, rounded half up.
struct codes {
  using number = std::int8_t;
  using sum = std::int32_t;
  template <class Constant>
  static number load(const Constant& c, int i) {
    return etch::load<number>(c.bytes, i);
  }
  /// A bias of BiasFrac fraction bits among products of ProductFrac.
  template <int BiasFrac, int ProductFrac>
  static sum start(number bias) {
    return bias * (1 << (ProductFrac - BiasFrac));
  }
  template <int ProductFrac, int Frac>
  static number finish(sum s) {
    constexpr int shift = ProductFrac - Frac;
    s = (s + (1 << (shift - 1))) >> shift;
    return static_cast<number>(s > 127 ? 127 : s < -128 ? -128 : s);
  }
};

/// The real numbers that codes of Bits bits stand for.
template <int Bits>
struct reals {
  using number = double;
  using sum = double;
  template <class Constant>
  static number load(const Constant& c, int i) {
    return etch::load<typename Constant::storage>(c.bytes, i) *
           Constant::format_type::descriptor.scale;
  }
  template <int, int>
  static sum start(number bias) {
    return bias;
  }
  template <int, int>
  static number finish(sum s) {
    return s;
  }
};

/// Weights and biases of a layer as an array.
template <class Arithmetic, const auto& Weights>
struct loaded {
  using number = typename Arithmetic::number;
  static constexpr int count = decltype(Weights.weights)::count,
                       filters = decltype(Weights.bias)::count;
  static constexpr int frac = decltype(Weights.bias)::format_type::descriptor.frac;
  number weight[count], bias[filters];
  loaded() {
    for (int i = 0; i < count; ++i) weight[i] = Arithmetic::load(Weights.weights, i);
    for (int i = 0; i < filters; ++i) bias[i] = Arithmetic::load(Weights.bias, i);
  }
};

/// y (S,S,O) = 5x5 windows over x (S,S,I), fraction bits In and Out.
template <class Arithmetic, int In, int Out, int S, int I, class Layer, class Number>
void convolve(Number* y, const Number* x, const Layer& layer) {
  constexpr int products = In + Layer::frac;
  for (int i = 0; i < S; ++i) {
    for (int j = 0; j < S; ++j) {
      for (int o = 0; o < Layer::filters; ++o) {
        auto sum = Arithmetic::template start<Layer::frac, products>(layer.bias[o]);
        for (int u = 0; u < 5; ++u) {
          for (int v = 0; v < 5; ++v) {
            const int h = i + u - 2, w = j + v - 2;
            if (h < 0 || h >= S || w < 0 || w >= S) continue;
            for (int c = 0; c < I; ++c) {
              sum += x[(h * S + w) * I + c] * layer.weight[((o * 5 + u) * 5 + v) * I + c];
            }
          }
        }
        y[(i * S + j) * Layer::filters + o] = Arithmetic::template finish<products, Out>(sum);
      }
    }
  }
}

template <class Number>
void rectify(Number* x, int count) {
  for (int i = 0; i < count; ++i) {
    if (x[i] < 0) x[i] = 0;
  }
}

/// y (S/2,S/2,C) = the largest of 3x3 windows, 2 apart, over x (S,S,C).
template <int S, int C, class Number>
void pool(Number* y, const Number* x) {
  for (int i = 0; i < S / 2; ++i) {
    for (int j = 0; j < S / 2; ++j) {
      for (int c = 0; c < C; ++c) {
        Number largest = x[(2 * i * S + 2 * j) * C + c];
        for (int h = 2 * i; h < 2 * i + 3 && h < S; ++h) {
          for (int w = 2 * j; w < 2 * j + 3 && w < S; ++w) {
            const Number cell = x[(h * S + w) * C + c];
            if (cell > largest) largest = cell;
          }
        }
        y[(i * (S / 2) + j) * C + c] = largest;
      }
    }
  }
}

template <class Arithmetic, int In, int Out, class Layer, class Number>
void connect(Number* y, const Number* x, const Layer& layer) {
  constexpr int products = In + Layer::frac, inputs = Layer::count / Layer::filters;
  for (int o = 0; o < Layer::filters; ++o) {
    auto sum = Arithmetic::template start<Layer::frac, products>(layer.bias[o]);
    for (int i = 0; i < inputs; ++i) sum += x[i] * layer.weight[o * inputs + i];
    y[o] = Arithmetic::template finish<products, Out>(sum);
  }
}

/// The network of Bits bits in plain loops; `Around` is called with the kind of each layer and what
/// runs it.
template <class Arithmetic, int Bits = 8>
class plain {
 public:
  using number = typename Arithmetic::number;
  number input[32 * 32 * 3], output[10];

  void run() {
    run([](const char*, const auto& layer) { layer(); });
  }
  template <class Around>
  void run(const Around& around) {
    constexpr int first = Bits - 3, f = Bits - 4;
    around("conv", [&] { convolve<Arithmetic, Bits - 1, first, 32, 3>(a_, input, conv1_); });
    around("relu", [&] { rectify(a_, 32 * 32 * 32); });
    around("pool", [&] { pool<32, 32>(b_, a_); });
    around("conv", [&] { convolve<Arithmetic, first, f, 16, 32>(a_, b_, conv2_); });
    around("relu", [&] { rectify(a_, 16 * 16 * 32); });
    around("pool", [&] { pool<16, 32>(b_, a_); });
    around("conv", [&] { convolve<Arithmetic, f, f, 8, 32>(a_, b_, conv3_); });
    around("relu", [&] { rectify(a_, 8 * 8 * 64); });
    around("pool", [&] { pool<8, 64>(b_, a_); });
    around("dense", [&] { connect<Arithmetic, f, f>(output, b_, ip1_); });
  }

 private:
  loaded<Arithmetic, weights<Bits, 1, 32, 5, 5, 3>> conv1_;
  loaded<Arithmetic, weights<Bits, 4, 32, 5, 5, 32>> conv2_;
  loaded<Arithmetic, weights<Bits, 4, 64, 5, 5, 32>> conv3_;
  loaded<Arithmetic, weights<Bits, 4, 10, 1024>> ip1_;
  number a_[32 * 32 * 32], b_[16 * 16 * 32];
};

}  // namespace cifar10_paper
