// Host tool of models.large: a .tflite file of int8 layers whose weights are by chance.
//
//   large_file <dense|conv> <channels> <layers> <file.tflite>
//   large_file gru <units> <steps> <file.tflite>
//
// Layers from c channels to 2 c and back by turns, with 2 c c weights each (conv: 3 x 3 windows
// over 2 x 2 cells, 18 c c weights each); or few weights and many operators, 18 for each step.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "../support/tflite_writer.hpp"

namespace {

using namespace test::tflite;

struct model {
  std::vector<tensor> tensors;
  std::vector<operation> operations;
  int input = 0, output = 0;

  int add(const tensor& t) {
    tensors.push_back(t);
    return static_cast<int>(tensors.size()) - 1;
  }
  /// An operator that writes a tensor like `y`.
  int apply(int code, std::vector<int> inputs, const tensor& y, int options_type = 0,
            std::vector<option> options = {}) {
    operation o{code, static_cast<int>(inputs.size())};
    std::copy(inputs.begin(), inputs.end(), o.inputs);
    o.output = add(y);
    o.options_type = options_type;
    o.option_count = static_cast<int>(options.size());
    std::copy(options.begin(), options.end(), o.options);
    operations.push_back(o);
    return o.output;
  }
};

model layers_of(bool dense, int narrow, int layers) {
  model m;
  const float scale = 1.0F / 2048;  // so that an output is about as wide as an input
  const auto channels = [&](int i) { return i % 2 == 0 ? narrow : 2 * narrow; };
  const auto value_of = [&](int c) {
    return dense ? tensor{int8, 2, {1, c}, 1, {1}, -3} : value(2, 2, c, 1, -3);
  };
  m.output = m.input = m.add(value_of(narrow));
  for (int i = 0; i < layers; ++i) {
    const int in = channels(i), out = channels(i + 1);
    const int weights =
        m.add(dense ? tensor{int8, 2, {out, in}, 1, {scale}, 0, 0, in * out}
                    : tensor{int8, 4, {out, 3, 3, in}, 1, {scale}, 0, 0, 9 * in * out});
    const int bias = m.add(tensor{int32, 1, {out}, 1, {scale}, 0, 0, out});
    m.output = dense ? m.apply(9, {m.output, weights, bias}, value_of(out), 8, {{1, 0}})
                     : m.apply(3, {m.output, weights, bias}, value_of(out), 1,
                               {{1, 0}, {4, 1}, {4, 1}, {1, 0}, {4, 1}, {4, 1}});
  }
  return m;
}

/// A recurrent layer of gates, unrolled: with z = sigmoid(W x + U h), r likewise,
/// h' = z h + (1 - z) tanh(W x + r (U h)). Each step is 18 operators over the same six matrices.
model unrolled(int units, int steps) {
  const int inputs = units;
  constexpr int fully_connected = 9, logistic = 14, slice = 65, tanh = 28;
  constexpr int add = 0, sub = 41, mul = 18;
  model m;
  const auto row = [&](float scale, int zero) {
    return tensor{int8, 2, {1, units}, 1, {scale}, zero};
  };
  m.input = m.add({int8, 3, {1, steps, inputs}, 1, {0.05F}, 0});
  int w[3], u[3];
  const float w_scale = 0.002F, h_scale = 1.0F / 128;
  for (int k = 0; k < 3; ++k) {
    w[k] = m.add({int8, 2, {units, inputs}, 1, {w_scale}, 0, 0, units * inputs});
    u[k] = m.add({int8, 2, {units, units}, 1, {w_scale}, 0, 0, units * units});
  }
  const int bias = m.add({int32, 1, {units}, 0, {}, 0, 0, units});
  const int one = m.add({int8, 2, {1, 1}, 1, {1.0F / 127}, 0, 0, 1, {127}});
  const int size = m.add({int32, 1, {3}, 0, {}, 0, 0, 3, {1, 1, inputs}});
  int h = -1;
  for (int t = 0; t < steps; ++t) {
    const int begin = m.add({int32, 1, {3}, 0, {}, 0, 0, 3, {0, t, 0}});
    const int x = m.apply(slice, {m.input, begin, size}, {int8, 3, {1, 1, inputs}, 1, {0.05F}, 0});
    const auto dense = [&](int of, int matrix) {
      return m.apply(fully_connected, {of, matrix, bias}, row(0.1F, 2), 8, {{1, 0}});
    };
    const auto two = [&](int code, int a, int b, float scale, int zero) {
      const int type = code == add ? 11 : code == sub ? 28 : 21;
      return m.apply(code, {a, b}, row(scale, zero), type, {{1, 0}});
    };
    if (h < 0) h = m.apply(tanh, {dense(x, w[2])}, row(h_scale, 0));
    int gate[2];
    for (int k = 0; k < 2; ++k) {
      gate[k] = m.apply(logistic, {two(add, dense(x, w[k]), dense(h, u[k]), 0.1F, -1)},
                        row(1.0F / 256, -128));
    }
    const int reset = two(mul, gate[1], dense(h, u[2]), 0.1F, 3);
    const int fresh = m.apply(tanh, {two(add, dense(x, w[2]), reset, 0.1F, 0)}, row(h_scale, 0));
    const int rest = two(sub, one, gate[0], 1.0F / 128, -2);
    h = two(add, two(mul, gate[0], h, h_scale, 1), two(mul, rest, fresh, h_scale, -1), h_scale, 0);
  }
  m.output = h;
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int size = std::atoi(argv[2]), times = std::atoi(argv[3]);
  const bool is_unrolled = std::strcmp(argv[1], "gru") == 0;
  const model m = is_unrolled ? unrolled(size, times)
                              : layers_of(std::strcmp(argv[1], "dense") == 0, size, times);
  using large = writer<1 << 25>;
  const auto made = std::make_unique<large>(
      m.tensors.data(), static_cast<int>(m.tensors.size()), m.operations.data(),
      static_cast<int>(m.operations.size()), m.input, m.output);
  std::FILE* const to = std::fopen(argv[4], "wb");
  if (to == nullptr) return 1;
  const auto bytes = static_cast<std::size_t>(made->size());
  return std::fwrite(made->made().bytes, 1, bytes, to) != bytes || std::fclose(to) != 0;
}
