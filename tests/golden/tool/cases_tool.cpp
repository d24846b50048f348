// The tool of etch_add_cases on folders made here: what it writes, what it skips with which reason,
// and what it refuses, with the file and the offset that it names.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

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
  skips({.dtype = "s4"}, "dtype s4: etch has maxpool in s8, s16, f32, f16");
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

namespace {

std::string floats(std::initializer_list<float> all) {
  std::string bytes;
  for (const float x : all) bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
  return bytes;
}
std::string bytes(std::size_t count, char byte = 0) { return std::string(count, byte); }

/// A case of any kind: parameters as JSON has them, arrays with their types.
struct free_case {
  struct one {
    std::string name, type, shape, elements;
  };
  std::string name, kind, dtype, params;
  std::vector<one> arrays;

  outcome made() const {
    std::filesystem::remove_all(folder);
    const std::filesystem::path at = folder / "in" / name;
    std::filesystem::create_directories(at);
    std::string all;
    for (const one& a : arrays) {
      all += (all.empty() ? "\"" : ", \"") + a.name + "\": {}";
      std::ofstream(at / (a.name + ".npy"), std::ios::binary) << npy(a.type, a.shape, a.elements);
    }
    std::ofstream(at / "case.json")
        << "{\"kind\": \"" << kind << "\", \"dtype\": \"" << dtype << "\", \"params\": {" << params
        << "}, \"arrays\": {" << all << "}}";
    return run();
  }
};

/// Whether the case is tested, by a graph that says so.
void tests_by(const free_case& c, const std::string& words) {
  const outcome result = c.made();
  CHECK_THAT(result.said, Catch::Contains("1 cases tested, 0 skipped"));
  CHECK_THAT(result.source, Catch::Contains(words));
}

}  // namespace

TEST_CASE("the input_offset of svdf is its zero point") {
  tests_by({"svdf",
            "svdf",
            "s8",
            "\"multiplier_in\": 1073741824, \"shift_1\": 0, \"multiplier_out\": 1073741824, "
            "\"shift_2\": 0, \"rank\": 1, \"feature_batches\": 1, \"time_batches\": 1, "
            "\"input_size\": 2, \"input_batches\": 1, \"input_offset\": 5, \"output_offset\": -7",
            {{"input_sequence", "|i1", "2,", bytes(2)},
             {"state", "|i1", "1,", bytes(1)},
             {"weights_feature", "|i1", "2,", bytes(2)},
             {"weights_time", "|i1", "1,", bytes(1)},
             {"biases", "<i4", "1,", bytes(4)},
             {"output_ref", "|i1", "1,", bytes(1)}}},
           "etch::input<etch::tensor<etch::affine<std::int8_t, 0x1p-1, 5>");
}

TEST_CASE("cases name their sizes in many ways") {
  tests_by({"transposed",
            "transpose",
            "s8",
            "\"in_dim\": [2, 3, 1, 0], \"perm\": \"{1, 0,}\", \"perm_size\": 2, \"size\": 6",
            {{"input_tensor", "|i1", "6,", bytes(6)}, {"output", "|i1", "6,", bytes(6)}}},
           "x0 | transpose<1, 0>");
  tests_by({"transposed",
            "transpose",
            "f16",
            "\"num_dims\": 3, \"input_n\": 1, \"input_h\": 2, \"input_w\": 3, \"input_c\": 1, "
            "\"output_n\": 1, \"output_h\": 3, \"output_w\": 2, \"output_c\": 1, \"perm_0\": 0, "
            "\"perm_1\": 2, \"perm_2\": 1, \"perm_3\": 3",
            {{"input", "<f2", "6,", bytes(12)}, {"output_ref", "<f2", "6,", bytes(12)}}},
           "etch::input<etch::tensor<etch::f16, etch::shape<1, 2, 3>>> x0) {\n  using namespace "
           "etch::dsl;\n  return x0 | transpose<0, 2, 1>");
  tests_by({"joined",
            "concatenation",
            "f32",
            "\"input_n\": 1, \"input_h\": 1, \"input_w\": 1, \"lhs_c\": 1, \"rhs_c\": 2, "
            "\"output_c\": 3, \"size\": 3",
            {{"lhs_input", "<f4", "1,", floats({1})},
             {"rhs_input", "<f4", "2,", floats({2, 3})},
             {"output_ref", "<f4", "3,", floats({1, 2, 3})}}},
           "concat(x0, x1)");
  const std::string sizes =
      "\"batch_1\": 1, \"height_1\": 1, \"width_1\": 1, \"channel_1\": 1, \"batch_2\": 1, "
      "\"height_2\": 1, \"width_2\": 1, \"channel_2\": 1, \"output_batch\": 1, "
      "\"output_height\": 1, \"output_width\": 1, \"output_channel\": 1";
  const std::vector<free_case::one> pair{{"input_tensor_1", "<f4", "1,", floats({1})},
                                         {"input_tensor_2", "<f4", "1,", floats({2})},
                                         {"output_ref", "<f4", "1,", floats({1})}};
  tests_by({"minimum_of_two", "maximum_minimum", "f32", sizes, pair}, "minimum(x0, x1)");
  CHECK_THAT(
      free_case({"one_of_two", "maximum_minimum", "f32", sizes, pair}).made().said,
      Catch::Contains("neither a layer_type nor a name that begins with maximum or minimum"));
  tests_by({"mul",
            "mul",
            "f32",
            "\"input1_offset\": 0, \"out_activation_min\": \"(float16_t) - 10.0f\", "
            "\"out_activation_max\": 6",
            {{"input1", "<f4", "1,", floats({1})},
             {"input2", "<f4", "1,", floats({2})},
             {"output_ref", "<f4", "1,", floats({2})}}},
           "mul<etch::f32>(x0, x1) | clamp(-10, 6)");
  // the batch of which the input has as many
  tests_by({"pool",
            "avgpool",
            "s8",
            "\"input_n\": 1, \"batch_size\": 3, \"input_h\": 1, \"input_w\": 2, \"input_c\": 1, "
            "\"filter_h\": 1, \"filter_w\": 2, \"stride_h\": 1, \"stride_w\": 1, \"output_h\": 1, "
            "\"output_w\": 1",
            {{"input_tensor", "|i1", "6,", bytes(6)}, {"output", "|i1", "3,", bytes(3)}}},
           "etch::shape<3, 1, 2, 1>");
}

TEST_CASE("adjoint floats of batch_matmul are as CMSIS-NN stores them") {
  // (2, 1) turned, times (1, 2) as if it were (2, 1)
  const std::string sizes =
      "\"lhs_batch\": 1, \"lhs_height\": 1, \"lhs_rows\": 2, \"lhs_cols\": 1, \"rhs_batch\": 1, "
      "\"rhs_height\": 1, \"rhs_rows\": 1, \"rhs_cols\": 2, \"adj_x\": 1, \"adj_y\": 1, "
      "\"output_batch\": 1, \"output_height\": 1, \"output_rows\": 1, \"output_cols\": 1";
  const auto arrays = [](const std::string& type, const std::string& zeros,
                         const std::string& transposed, const std::string& one) {
    return std::vector<free_case::one>{{"lhs_input_tensor", type, "2,", zeros},
                                       {"lhs_transposed_tensor", type, "2,", transposed},
                                       {"rhs_input_tensor", type, "2,", zeros},
                                       {"rhs_transposed_tensor", type, "2,", zeros},
                                       {"output", type, "1,", one}};
  };
  const free_case single{"product", "batch_matmul", "f32", sizes,
                         arrays("<f4", bytes(8), bytes(8, 1), bytes(4))};
  tests_by(single, "batch_matmul<etch::f32>(x0, x1, true, false)");
  tests_by(single, "etch::shape<1, 1, 2, 1>>> x0,");
  tests_by(single, "etch::shape<1, 1, 2, 1>>> x1");
  tests_by(single, "input0[9] =\n    \"\\001\\001");
  tests_by(
      {"product", "batch_matmul", "f16", sizes, arrays("<f2", bytes(4), bytes(4, 1), bytes(2))},
      "batch_matmul<etch::f32>((x0 | to<etch::f32>), (x1 | to<etch::f32>), true, false) | "
      "to<etch::f16>");
  tests_by({"product", "batch_matmul", "s8",
            sizes + ", \"output_multiplier\": 1073741824, \"output_shift\": 0",
            arrays("|i1", bytes(2), bytes(2, 1), bytes(1))},
           "(x0, x1, true, true)");
}

TEST_CASE("skipped cases are counted by reason") {
  std::filesystem::remove_all(folder);
  for (const char* name : {"a", "b"}) example{.kind = "gru"}.write(name);
  example{.more = ", \"groups\": 2"}.write("c");
  const outcome result = run();
  for (const char* line : {"2 skipped for this reason: kind gru is no operator of etch",
                           "1 skipped for this reason: unknown parameter groups = 2"}) {
    CHECK_THAT(result.said, Catch::Contains(line));
    CHECK_THAT(result.source, Catch::Contains(line));
  }
}
