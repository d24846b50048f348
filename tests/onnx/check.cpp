// Says of .onnx files what the reader makes of them, a line each: "<path>: <nodes> nodes, <n>
// transposes", or why it refuses them.
#include <etch/host/onnx.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const etch::host::onnx_model model(reinterpret_cast<const unsigned char*>(bytes.data()),
                                       bytes.size());
    if (model.refused()) {
      std::printf("%s: refused: %s\n", argv[i],
                  model.why().substr(0, model.why().find('\n')).c_str());
    } else {
      std::printf("%s: %zu nodes, %d transposes\n", argv[i], model.nodes().size(),
                  model.transposes());
    }
  }
}
