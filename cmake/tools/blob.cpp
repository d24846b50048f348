// Host tool of etch_add_blob: a NumPy array file becomes a C++ header of constants.
//
//   blob <file.npy> <name> <header.hpp>
//
// A malformed file ends with a message that names the offset, and exit code 1.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "literal.hpp"
#include "npy.hpp"

namespace {

std::string list(const std::vector<long>& shape) {
  std::string text;
  for (const long extent : shape) text += (text.empty() ? "" : ", ") + std::to_string(extent);
  return text;
}

std::string header(const npy::array_file& array, const std::string& bytes,
                   const std::string& name) {
  return "// " + name + ": " + array.type + "[" + list(array.shape) +
         "], made by etch_add_blob.\n"
         "#pragma once\n\n"
         "#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n"
         "namespace blob {\n\n"
         "inline constexpr int " +
         name + "_size = " + std::to_string(array.size) +
         ";\n"
         "inline constexpr int " +
         name + "_shape[] = {" + list(array.shape) +
         "};\n"
         "inline constexpr char " +
         name + "_type[] = \"" + array.type +
         "\";\n"
         "alignas(16) inline constexpr unsigned char " +
         name + "_bytes[" + name + "_size + 1] =\n" + literal(bytes) +
         ";\n\n"
         "}  // namespace blob\n\n"
         "#pragma GCC diagnostic pop\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: blob <file.npy> <name> <header.hpp>\n");
    return 2;
  }
  std::ifstream in(argv[1], std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot be read\n", argv[1]);
    return 1;
  }
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  try {
    const npy::array_file array = npy::parse(file);
    std::ofstream out(argv[3], std::ios::binary);
    out << header(array, file.substr(array.data), argv[2]);
    if (!out.flush()) {
      std::fprintf(stderr, "%s: cannot be written\n", argv[3]);
      return 1;
    }
  } catch (const npy::malformed& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
  }
  return 0;
}
