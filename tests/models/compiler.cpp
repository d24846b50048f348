// Corrupted files through the compiler: it refuses those that the run-time reader refuses, at the
// same byte, and compiles the others.
#include <etch/host/tflite.hpp>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../support/poison.hpp"

namespace {

const std::string work = WORK;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the compiler says of a file; empty when it compiles.
std::string compile(const std::string& bytes) {
  std::ofstream(work + "/corrupted.tflite", std::ios::binary) << bytes;
  std::ofstream(work + "/corrupted.cpp")
      << "#include \"corrupted.hpp\"\nint bytes = etch_models::corrupted::ram_bytes;\n";
  const std::string made = std::string(TOOL) + " " + work + "/corrupted.tflite corrupted " +
                           "tflm_reference " + work + "/corrupted.hpp";
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
  test::lcg random{31};
  int refused = 0, compiled = 0;
  for (int i = 0; i < 20; ++i) {
    std::string bytes = whole;
    if (i % 5 == 4) bytes.resize(random.next() % whole.size());
    else
      for (int k = 0; k < 1 + i % 4; ++k) {
        char& byte = bytes[random.next() % bytes.size()];
        byte = static_cast<char>(byte ^ (1 << random.next() % 8));
      }
    // a literal ends with a NUL, which the header's array holds
    const std::string held = bytes + '\0';
    const etch::host::tflite_model model(reinterpret_cast<const unsigned char*>(held.data()),
                                         held.size());
    const std::string said = compile(bytes);
    INFO("case " << i << ": " << (model.refused() ? model.why() : "read"));
    CHECK(model.refused() == !said.empty());
    if (!model.refused()) {
      ++compiled;
      continue;
    }
    ++refused;
    const std::string why = model.why(), byte = why.substr(why.find("byte ") + 5);
    CHECK_THAT(said, Catch::Contains("the .tflite file is refused"));
    CHECK_THAT(said, Catch::Contains("at_byte<" + byte.substr(0, byte.find(':')) + ">"));
  }
  std::printf("20 corrupted files: the compiler refuses %d and compiles %d\n", refused, compiled);
  CHECK(refused >= 5);
}
