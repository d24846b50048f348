// The tool of etch_add_cases on folders made here: what it writes, what it skips with which reason,
// and what it refuses, with the file and the offset that it names.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

const std::filesystem::path folder = CASES_FOLDER;

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string npy(const std::string& type, const std::string& shape, const std::string& elements) {
  const std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         elements;
}

// A case folder under way; by default a sound max pool over 1 x 2 cells.
struct example {
  std::string kind = "maxpool", dtype = "s8";
  std::string more{};  // parameters
  std::string input = npy("|i1", "1, 1, 2, 1", "\x05\x07"), array_shape = "[1, 1, 2, 1]";
  std::string output = npy("|i1", "1,", "\x07");
  std::string json{};  // instead of what the above say

  void write(const std::string& name) const {
    const std::filesystem::path at = folder / "in" / name;
    std::filesystem::create_directories(at);
    const std::string text =
        "{\"kind\": \"" + kind + "\", \"dtype\": \"" + dtype +
        "\", \"params\": {\"input_h\": 1, \"input_w\": 2, \"input_c\": 1, \"filter_h\": 1, "
        "\"filter_w\": 2, \"stride_h\": 1, \"stride_w\": 1, \"output_h\": 1, \"output_w\": 1" +
        more + "}, \"arrays\": {\"input\": {\"dtype\": \"int8\", \"shape\": " + array_shape +
        "}, \"output\": {\"dtype\": \"int8\"}}}";
    std::ofstream(at / "case.json") << (json.empty() ? text : json);
    std::ofstream(at / "input.npy", std::ios::binary) << input;
    std::ofstream(at / "output.npy", std::ios::binary) << output;
  }
};

struct outcome {
  bool ok;
  std::string said, source;
};

outcome run() {
  std::filesystem::create_directories(folder / "out");
  const std::filesystem::path source = folder / "out" / "cases_0.cpp", text = folder / "said.txt";
  std::filesystem::remove(source);
  const std::string command = std::string(CASES_TOOL) + " " + (folder / "in").string() + " " +
                              (folder / "out").string() + " 1 >" + text.string() + " 2>&1";
  const bool ok = std::system(command.c_str()) == 0;
  return {ok, read(text), read(source)};
}

outcome run(const example& e) {
  std::filesystem::remove_all(folder);
  e.write("one");
  return run();
}

void skips(const example& e, const std::string& reason) {
  const outcome result = run(e);
  CHECK(result.ok);
  CHECK_THAT(result.said, Catch::Contains("0 cases tested, 1 skipped"));
  CHECK_THAT(result.said, Catch::Contains("skipped one: " + reason));
  CHECK_THAT(result.source, Catch::Contains("skipped one: "));
}

void refuses(const example& e, const std::string& sentence) {
  const outcome result = run(e);
  CHECK_FALSE(result.ok);
  CHECK(result.source.empty());
  CHECK_THAT(result.said, Catch::Contains(sentence));
}

}  // namespace

TEST_CASE("a case becomes a test") {
  const outcome result = run(example{});
  REQUIRE(result.ok);
  CHECK_THAT(result.said, Catch::Contains("1 cases tested, 0 skipped"));
  CHECK_THAT(result.source, Catch::Contains("TEST_CASE(\"one\")"));
  CHECK_THAT(result.source,
             Catch::Contains("max_pool<1, 2>({.stride = {1, 1}, .pad = pad(0, 0, 0, 0)})"));
  CHECK_THAT(result.source, Catch::Contains("\"\\005\\007\""));
}

TEST_CASE("names that differ in punctuation stay apart") {
  std::filesystem::remove_all(folder);
  example{}.write("a-b");
  example{}.write("a b");
  const outcome result = run();
  REQUIRE(result.ok);
  CHECK_THAT(result.source, Catch::Contains("namespace case_a_b {"));
  CHECK_THAT(result.source, Catch::Contains("namespace case_a_b_ {"));
}

TEST_CASE("what etch does not have is skipped with a reason") {
  skips({.kind = "gru"}, "kind gru is no operator of etch");
  skips({.dtype = "s4"}, "dtype s4: etch has maxpool in s8, s16, f32");
  skips({.more = ", \"groups\": 2"}, "unknown parameter groups = 2");
  skips({.more = ", \"layout\": \"NCHW\""}, "unknown parameter layout");
  skips({.more = ", \"pad_x\": 2"}, "etch refuses it: the padding of 2 cells is as large as");
  skips({.more = ", \"activation_max\": 0.5, \"activation_min\": 0"}, "limits of the output");
  skips({.input = npy("|i1", "3,", "abc"), .array_shape = "[3]"},
        "input has 3 elements, the parameters say 1 x 1 x 2 x 1");
}

TEST_CASE("malformed files are refused by name") {
  refuses({.json = "{\"kind\": \"maxpool\","}, "one/case.json: [json.exception.parse_error");
  refuses({.json = "[]"}, "one/case.json: not an object");
  refuses({.json = "{\"kind\": \"maxpool\"}"}, "one/case.json: 'params' is not an object");
  refuses({.more = ", \"stride_y\": \"two\""}, "one/case.json: stride_y is not a number");
  refuses({.more = ", \"stride_y\": 1.5"}, "one/case.json: stride_y is not a whole number");
  refuses({.input = "NUMPY"}, "one/input.npy: offset 0: not a .npy file");
  refuses({.input = npy("|i1", "1, 1, 2, 1", "a")},
          "one/input.npy: offset 76: the shape needs 2 bytes, the file has 1");
  refuses({.input = npy("<i2", "1, 1, 2, 1", "abcd")},
          "one/input.npy: offset 12: int16, case.json says \"int8\"");
  refuses({.input = npy("|i1", "2,", "ab")},
          "one/input.npy: offset 52: (2), case.json says [1,1,2,1]");
}

TEST_CASE("a folder without cases is refused") {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "in");
  const outcome result = run();
  CHECK_FALSE(result.ok);
  CHECK_THAT(result.said, Catch::Contains("no folder with a case.json"));
}
