// Host tool of etch_add_model: a .tflite or .onnx file becomes a C++ header with a network.
//
//   model <file> <name> <preset> <header.hpp>
//
// The tool only copies the bytes: what is wrong with a file, the compiler of the header says.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "literal.hpp"

namespace {

std::string header(const std::string& bytes, const std::string& name, const std::string& preset,
                   bool is_onnx) {
  const std::string format = is_onnx ? "onnx" : "tflite", array = name + "_" + format;
  const std::string count = std::to_string(bytes.size() + 1);  // the literal ends in a byte more
  const std::string in = "alignas(16) inline constexpr ";
  const std::string file =
      is_onnx ? "struct " + array +
                    "_bytes {\n  static constexpr int size = " + std::to_string(bytes.size()) +
                    ";\n  unsigned char bytes[" + count + "];\n};\n" + in + array + "_bytes " +
                    array + "{\n" + literal(bytes) + "}"
              : in + "unsigned char " + array + "[" + count + "] =\n" + literal(bytes);
  return "// Network " + name +
         ", made by etch_add_model.\n"
         "#pragma once\n\n"
         "#include <etch/etch.hpp>\n"
         "#include <etch/graph/import/" +
         format +
         "_graph.hpp>\n\n"
         "#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
         "namespace etch_models {\n\n"
         "/// The file; only the compiler reads it, so that no byte of it reaches the program.\n" +
         file +
         ";\n\n"
         "/// The model on the machine that is compiled for: " +
         name + "::on<etch::cortex_m4> is for another.\nstruct " + name +
         " : etch::network<etch::import::" + format + "<" + array + ", etch::numerics::" + preset +
         ">> {};\n\n"
         "}  // namespace etch_models\n\n"
         "#pragma GCC diagnostic pop\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: model <file> <name> <preset> <header.hpp>\n");
    return 2;
  }
  std::ifstream in(argv[1], std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot be read\n", argv[1]);
    return 1;
  }
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::ofstream out(argv[4], std::ios::binary);
  const std::string path = argv[1];
  const bool is_onnx = path.size() > 5 && path.compare(path.size() - 5, 5, ".onnx") == 0;
  out << header(bytes, argv[2], argv[3], is_onnx);
  if (!out.flush()) {
    std::fprintf(stderr, "%s: cannot be written\n", argv[4]);
    return 1;
  }
  return 0;
}
