// The tool of etch_add_blob on files made here: what it writes, and what it refuses, with the
// offset that it names.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace {

const std::string folder = BLOB_FOLDER;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A version 1.0 file with this dictionary and these elements.
std::string npy(const std::string& dictionary, const std::string& elements) {
  const auto length = static_cast<char>(dictionary.size());
  return std::string("\x93NUMPY\x01\x00", 8) + length + '\0' + dictionary + elements;
}

struct outcome {
  bool ok;
  std::string said;    // on standard error
  std::string header;  // the file written
};

outcome run(const std::string& file) {
  const std::string in = folder + "/case.npy";
  const std::string out = folder + "/case.hpp";
  const std::string errors = folder + "/case.txt";
  std::remove(out.c_str());
  std::ofstream(in, std::ios::binary) << file;
  const std::string command = std::string(BLOB_TOOL) + " " + in + " x " + out + " 2>" + errors;
  const bool ok = std::system(command.c_str()) == 0;
  return {ok, read(errors), read(out)};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void refuses(const std::string& file, const std::string& sentence) {
  const outcome result = run(file);
  CHECK_FALSE(result.ok);
  CHECK(result.header.empty());
  CHECK_THAT(result.said, Catch::Contains("case.npy: " + sentence));
}

}  // namespace

TEST_CASE("an array becomes constants") {
  const outcome result = run(
      npy("{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }\n", "0\n\xe2\x0f\x37\x38"));
  REQUIRE(result.ok);
  CHECK(contains(result.header, "x_size = 6;"));
  CHECK(contains(result.header, "x_shape[] = {3};"));
  CHECK(contains(result.header, "x_type[] = \"<i2\";"));
  CHECK(contains(result.header, "\"\\060\\012\\342\\017\\067\\070\";"));
}

TEST_CASE("a scalar has one extent of 1") {
  const outcome result = run(npy("{'descr': '|u1', 'fortran_order': False, 'shape': ()}", "a"));
  REQUIRE(result.ok);
  CHECK(contains(result.header, "x_shape[] = {1};"));
}

TEST_CASE("malformed files are refused at their offset") {
  const std::string good = "{'descr': '|i1', 'fortran_order': False, 'shape': (2, 2), }";
  refuses("NUMPY", "offset 0: not a .npy file");
  refuses(std::string("\x93NUMPY\x09\x00", 8), "offset 6: version 9 of .npy is unknown");
  refuses(npy(good, "").substr(0, 20), "offset 20: the file ends inside the header");
  refuses(npy(good, "abc"), "offset 72: the shape needs 4 bytes, the file has 3");
  refuses(npy(good, "abcde"), "offset 73: the shape needs 4 bytes, the file has 5");
  refuses(npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 2), }", "abcd"),
          "offset 44: column-major (fortran_order) arrays are not supported");
  refuses(npy("{'descr': '>i2', 'fortran_order': False, 'shape': (1,), }", "ab"),
          "offset 20: big-endian elements (>i2) are not supported");
  refuses(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "abcdefgh"),
          "offset 20: element type '<c8' is not supported");
  refuses(npy("{'descr': '|i1', 'fortran_order': False, 'shape': (x,), }", ""),
          "offset 61: an extent is not a number");
  refuses(npy("{'descr': '|i1', 'shape': (1,), }", "a"),
          "offset 43: the header has no 'fortran_order'");
  refuses(npy("{'descr': '|i1', 'fortran_order': False, 'shape': (0,), }", ""),
          "offset 61: the array is empty");
}
