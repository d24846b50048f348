// Host tool of models.large: a .tflite file of int8 layers whose weights are by chance.
//
//   large_file <dense|conv> <channels> <layers> <file.tflite>
//
// Layers from c channels to 2 c and back by turns, with 2 c c weights each (conv: 3 x 3 windows
// over 2 x 2 cells, 18 c c weights each); 1 to 8 of them.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "../support/tflite_writer.hpp"

namespace {

using namespace test::tflite;

/// Tensors: values, then weights and bias of each layer; those of layers left out stay empty.
constexpr int most = 8;
struct model {
  tensor tensors[3 * most + 1];
  operation operations[most];
};

model make(bool dense, int narrow, int layers) {
  model m;
  const float scale = 1.0F / 2048;  // so that an output is about as wide as an input
  const auto channels = [&](int i) { return i % 2 == 0 ? narrow : 2 * narrow; };
  for (int i = 0; i <= layers; ++i) {
    m.tensors[i] =
        dense ? tensor{int8, 2, {1, channels(i)}, 1, {1}, -3} : value(2, 2, channels(i), 1, -3);
  }
  for (int i = 0; i < layers; ++i) {
    const int in = channels(i), out = channels(i + 1);
    const int weights = most + 1 + 2 * i, bias = weights + 1;
    m.tensors[weights] = dense ? tensor{int8, 2, {out, in}, 1, {scale}, 0, 0, in * out}
                               : tensor{int8, 4, {out, 3, 3, in}, 1, {scale}, 0, 0, 9 * in * out};
    m.tensors[bias] = tensor{int32, 1, {out}, 1, {scale}, 0, 0, out};
    m.operations[i] = dense ? operation{9, 3, {i, weights, bias}, i + 1, 8, 1, {{1, 0}}}
                            : operation{3,
                                        3,
                                        {i, weights, bias},
                                        i + 1,
                                        1,
                                        6,
                                        {{1, 0}, {4, 1}, {4, 1}, {1, 0}, {4, 1}, {4, 1}}};
  }
  return m;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const int layers = std::atoi(argv[3]);
  const model m = make(std::strcmp(argv[1], "dense") == 0, std::atoi(argv[2]), layers);
  using large = writer<1 << 25>;
  const auto made =
      std::make_unique<large>(m.tensors, 3 * most + 1, m.operations, layers, 0, layers);
  std::FILE* const to = std::fopen(argv[4], "wb");
  if (to == nullptr) return 1;
  const auto size = static_cast<std::size_t>(made->size());
  return std::fwrite(made->made().bytes, 1, size, to) != size || std::fclose(to) != 0;
}
