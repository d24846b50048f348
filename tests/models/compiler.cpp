// Corrupted files through the compiler: it refuses those that the run-time reader refuses, at the
// same byte, and compiles the others.
#include <etch/host/read.hpp>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../support/are_long.hpp"
#include "../support/poison.hpp"

namespace {

const std::string work = WORK;
const std::string kind = etch::host::is_onnx(FILE_READ) ? ".onnx" : ".tflite";

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the compiler says of a file; empty when it compiles.
std::string compile(const std::string& bytes) {
  std::ofstream(work + "/corrupted" + kind, std::ios::binary) << bytes;
  std::ofstream(work + "/corrupted.cpp")
      << "#include \"corrupted.hpp\"\nint bytes = etch_models::corrupted::ram_bytes;\n";
  const std::string made = std::string(TOOL) + " " + work + "/corrupted" + kind +
                           " corrupted " NUMERICS " " + work + "/corrupted.hpp";
  REQUIRE(std::system(made.c_str()) == 0);
  const std::string command = std::string(COMPILER) + " -std=c++20 -fsyntax-only -I" INCLUDES " " +
                              work + "/corrupted.cpp 2>" + work + "/said.txt";
  return std::system(command.c_str()) == 0 ? "" : read(work + "/said.txt");
}

}  // namespace

TEST_CASE("the compiler refuses what the reader refuses") {
  const std::string whole = read(FILE_READ);
  REQUIRE(whole.size() > 100);
  REQUIRE(compile(whole).empty());
  const char* const more = std::getenv("ETCH_CORRUPTED");
  const int files = more != nullptr ? std::atoi(more) : test::are_long ? 10 : 5;
  test::lcg random{31};
  int refused = 0, compiled = 0;
  for (int i = 0; i < files; ++i) {
    std::string bytes = whole;
    if (i % 5 == 4) bytes.resize(random.next() % whole.size());
    else
      for (int k = 0; k < 1 + i % 4; ++k) {
        char& byte = bytes[random.next() % bytes.size()];
        byte = static_cast<char>(byte ^ (1 << random.next() % 8));
      }
    // a literal ends with a NUL, which the header's array holds
    const std::string held = kind == ".onnx" ? bytes : bytes + '\0';
    const etch::host::read_model model = etch::host::read(
        FILE_READ, reinterpret_cast<const unsigned char*>(held.data()), held.size());
    const std::string said = compile(bytes);
    INFO("case " << i << ": " << (model.refused() ? model.why() : "read"));
    CHECK(model.refused() == !said.empty());
    if (!model.refused()) {
      ++compiled;
      continue;
    }
    ++refused;
    const std::string why = model.why(), byte = why.substr(why.find("byte ") + 5);
    CHECK_THAT(said, Catch::Contains("the " + kind + " file is refused"));
    CHECK_THAT(said, Catch::Contains("at_byte<" + byte.substr(0, byte.find(':')) + ">"));
  }
  std::printf("%d corrupted files: the compiler refuses %d and compiles %d\n", files, refused,
              compiled);
  CHECK(refused >= files / 4);
}
