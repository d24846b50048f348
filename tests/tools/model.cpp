// `./dev model` on a file made here: what it prints and writes, and what it refuses.
// LONG CASES: data rows onnx
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "../support/onnx_writer.hpp"
#include "../support/tflite_writer.hpp"

namespace {

const std::string folder = MODEL_FOLDER;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const std::string& name, const std::string& bytes) {
  std::ofstream(folder + "/" + name, std::ios::binary) << bytes;
}
std::string npy(const std::string& type, const std::string& shape, const std::string& elements) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.append(117 - header.size(), ' ');
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + elements;
}

struct outcome {
  bool ok;
  std::string said;
};
/// `./dev model` with these words, in which # stands for the folder.
outcome run(std::string words) {
  for (std::size_t at = 0; (at = words.find('#', at)) != std::string::npos;) {
    words.replace(at, 1, folder + "/");
  }
  const std::string said = folder + "/said.txt";
  const std::string command = std::string(DEV) + " model " + words + " >" + said + " 2>&1";
  const bool ok = std::system(command.c_str()) == 0;
  return {ok, read(said)};
}
void refuses(const std::string& words, const std::string& sentence) {
  const outcome result = run(words);
  CHECK_FALSE(result.ok);
  CHECK_THAT(result.said, Catch::Contains(sentence));
}

/// A max pool of 2 x 2 over (1, 2, 2, 2), and a relu.
void write_model() {
  using namespace test::tflite;
  constexpr file model =
      written({value(2, 2, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0)},
              {operation{17, 1, {0}, 1, 5, 6, {{1, 1}, {4, 2}, {4, 2}, {4, 2}, {4, 2}, {1, 0}}},
               operation{19, 1, {1}, 2}},
              0, 2);
  write("pool.tflite", {reinterpret_cast<const char*>(model.bytes), sizeof model.bytes});
}

}  // namespace

TEST_CASE("a model's figures, outputs and values") {
  std::filesystem::create_directories(folder);
  write_model();
  const std::string codes(
      "\1\2\3\4\5\6\7\x08"
      "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8",
      16);
  write("x.npy", npy("|i1", "2, 1, 2, 2, 2", codes));
  write("y.npy", npy("|i1", "2, 1, 1, 1, 2", std::string("\7\x08\0\0", 4)));
  const outcome result =
      run("#pool.tflite --input #x.npy --output #out.npy --expect #y.npy "
          "--layers #layers --report --svg #memory.svg");
  INFO(result.said);
  REQUIRE(result.ok);
  for (const char* word : {"compiling pool.tflite for host", "max_pool", "RAM  ", "constants  ",
                           "code  ", "stack  ", "instructions  ", "all 2 cases as expected"}) {
    CHECK_THAT(result.said, Catch::Contains(word));
  }
  CHECK(read(folder + "/out.npy") == read(folder + "/y.npy"));
  CHECK(read(folder + "/layers/t000.npy") == read(folder + "/x.npy"));
  CHECK(read(folder + "/layers/t002.npy") == read(folder + "/y.npy"));
  CHECK(read(folder + "/layers/t001.npy") ==
        npy("|i1", "2, 1, 1, 1, 2", std::string("\7\x08\xff\xfe", 4)));
  CHECK_THAT(read(folder + "/memory.svg"), Catch::Contains("</svg>"));

  write("z.npy", npy("|i1", "2, 1, 1, 1, 2", std::string("\7\x08\0\1", 4)));
  refuses(
      "#pool.tflite --input #x.npy --expect #z.npy",
      "z.npy: output 0 differs in 1 of 4 elements: case 1, element 1 is 0, not 1\n"
      "  in 1 of 2 cases, by 1 code at most, 1 in real numbers; arg-max agrees in 1 of 2 cases\n"
      "  every --numerics computes this model alike");
}

TEST_CASE("outputs that are not as expected: by how much, and whose they are") {
  using namespace test::tflite;
  std::filesystem::create_directories(folder);
  // a quarter of each code: TensorFlow Lite rounds twice, XNNPACK half up
  constexpr file model = written({value(1, 1, 4, 0.5F, 0), value(1, 1, 4, 2.0F, 0)},
                                 {operation{114, 1, {0}, 1}}, 0, 1);
  write("quarter.tflite", {reinterpret_cast<const char*>(model.bytes), sizeof model.bytes});
  write("x.npy", npy("|i1", "2, 1, 1, 1, 4", "\xfe\xfa\x02\x08\x04\x04\x04\x04"));
  write("y.npy", npy("|i1", "2, 1, 1, 1, 4", std::string("\0\xff\1\2\1\1\1\1", 8)));
  const outcome other = run("#quarter.tflite --input #x.npy --expect #y.npy");
  CHECK_FALSE(other.ok);
  CHECK_THAT(
      other.said,
      Catch::Contains("y.npy: output 0 differs in 2 of 8 elements: case 0, element 0 is -1, not 0\n"
                      "  in 1 of 2 cases, by 1 code at most, 2 in real numbers; arg-max agrees in "
                      "2 of 2 cases\n"));
  CHECK_THAT(other.said,
             Catch::Contains("  all cases are as expected with --numerics litert_xnnpack\n"));
  CHECK_THAT(run("#quarter.tflite --ram smallest --rows").said,
             Catch::Contains("order         layer after layer, as fastest: nothing to stream"));
  write("y.npy", npy("|i1", "2, 1, 1, 1, 4", std::string("\0\xff\1\2\1\1\1\5", 8)));
  refuses("#quarter.tflite --input #x.npy --expect #y.npy",
          "  no --numerics gives what is expected: litert_xnnpack differs in 1 of 8 elements\n");
}

TEST_CASE("recorded models in the least RAM, their inputs whole and in rows", "[apart:rows]") {
  std::filesystem::create_directories(folder);
  const std::string exact = EXACT_FOLDER;
  const struct {
    const char *name, *order;
  } cases[]{{"s8_windows", "row by row, the input too"},
            {"f32_layers", "row by row, the input too"},  // LSTM and SVDF, which have states, too
            {"s8_recurrent", "row by row, the input too"}};
  for (const auto& c : cases) {
    const std::string model = exact + "/" + c.name + "/model.tflite";
    INFO(c.name);
    CHECK(run(model + " --output #y.npy").ok);
    const outcome rows = run(model + " --ram smallest --rows --expect #y.npy --report");
    CHECK_THAT(rows.said, Catch::Contains(std::string("order         ") + c.order));
    CHECK_THAT(rows.said, Catch::Contains("all 1 cases as expected"));
    CHECK(rows.ok);
  }
}

TEST_CASE("models of MLPerf Tiny in less RAM", "[apart:data]") {
  std::filesystem::create_directories(folder);
  const std::string models = std::string(ETCH_DATA_DIR) + "/mlperf_tiny/";
  const auto cases_of = [&](const std::string& name) {
    const std::string at = models + name + "/";
    return at + "model.tflite --input " + at + "inputs.npy --expect " + at + "outputs.npy ";
  };
  const outcome audio =
      run(cases_of("kws/int8") + "--ram smallest --rows --layers #layers --report --svg #rows.svg");
  CHECK(audio.ok);
  for (const char* words :
       {"RAM               3446 bytes\n", "order         row by row, the input too\n",
        "all 9 cases as expected", "of 302, in layer functional_1/activation_1/Relu, live are",
        "     960 bytes: 3 rows of functional_1/activation/Relu", "| input_1\n",
        "with the input in rows\n    3 446 "}) {
    CHECK_THAT(audio.said, Catch::Contains(words));
  }
  CHECK_THAT(read(folder + "/rows.svg"), Catch::Contains("row 24: 320 bytes at "));
  CHECK(run(cases_of("kws/int8") + "--layers #whole").ok);
  int values = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder + "/whole")) {
    const std::string name = "/" + file.path().filename().string();
    INFO(name);
    CHECK(read(folder + "/whole" + name) == read(folder + "/layers" + name));
    ++values;
  }
  CHECK(values == 14);
  // a plan is written, and the compiler takes it
  const outcome planned = run(cases_of("vww/int8") + "--target cortex-m4 --rows --plan #vww.hpp");
  CHECK(planned.ok);
  CHECK_THAT(planned.said, Catch::Contains("RAM              10272 bytes\n"));
  CHECK_THAT(planned.said, Catch::Contains("all 10 cases as expected"));
  refuses(cases_of("kws/int8") + "--ram 3000 --plan #kws.hpp",
          "no plan of rows in 3000 bytes: the smallest found takes 3738");
  const outcome residual = run(cases_of("resnet8/int8") + "--ram 16384");
  CHECK(residual.ok);
  CHECK_THAT(residual.said, Catch::Contains("order         row by row\n"));
}

TEST_CASE("one case needs no dimension of cases") {
  write_model();
  write("x.npy", npy("|i1", "1, 2, 2, 2", std::string(8, '\5')));
  write("y.npy", npy("|i1", "1, 1, 1, 2", std::string(2, '\5')));
  CHECK(run("#pool.tflite --input #x.npy --expect #y.npy").ok);
}

TEST_CASE("files of an .onnx model have channels before rows and columns", "[apart:onnx]") {
  using namespace test::onnx;
  // two channels of three pixels, which change places: y[0] = 2 x[1], y[1] = 3 x[0]; and an integer
  constexpr message model =
      model_of(graph({node("Conv", {"x", "w"}, {"y"}), node("Neg", {"n"}, {"minus"})},
                     {constant("w", {2, 2, 1, 1}, {0, 2, 3, 0})},
                     {value("x", {0, 2, 1, 3}), value("n", {1}, int64)}, {"y", "minus"}));
  write("swap.onnx",
        {reinterpret_cast<const char*>(model.bytes), static_cast<std::size_t>(model.size)});
  const auto text_of = [](const message& m) {
    return std::string(reinterpret_cast<const char*>(m.bytes), static_cast<std::size_t>(m.size));
  };
  write("x.npy",
        npy("<f4", "2, 2, 1, 3", text_of(floats({1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6}))));
  const std::string y =
      npy("<f4", "2, 2, 1, 3", text_of(floats({8, 10, 12, 3, 6, 9, -8, -10, -12, -3, -6, -9})));
  write("y.npy", y);
  // .npy files of integers have the file's 64 bits
  const auto integers_of = [](int first, int second) {
    std::string bytes;
    for (const int i : {first, first < 0 ? -1 : 0, second, second < 0 ? -1 : 0}) {
      for (int k = 0; k < 4; ++k) bytes += static_cast<char>(i >> 8 * k);
    }
    return npy("<i8", "2, 1", bytes);
  };
  write("n.npy", integers_of(5, -70000));
  write("minus.npy", integers_of(-5, 70000));
  const outcome result =
      run("#swap.onnx --input #x.npy --input #n.npy --output #out.npy --expect #y.npy --expect "
          "#minus.npy --layers #layers");
  INFO(result.said);
  REQUIRE(result.ok);
  CHECK_THAT(result.said, Catch::Contains("all 2 cases as expected"));
  CHECK(read(folder + "/out.npy") == y);
  CHECK(read(folder + "/layers/t003.npy") == y);
  std::string far = integers_of(5, 1);
  far[far.size() - 4] = 1;  // 2^32 + 1
  write("far.npy", far);
  refuses("#swap.onnx --input #x.npy --input #far.npy",
          "far.npy: element 1 is 4294967297, which 32 bits do not hold");
}

TEST_CASE("what is wrong is one sentence") {
  write_model();
  write("x.npy", npy("|i1", "1, 2, 2, 2", std::string(8, '\5')));
  write("wide.npy", npy("|i1", "1, 2, 4, 2", std::string(16, '\5')));
  write("real.npy", npy("<f4", "1, 2, 2, 2", std::string(32, '\5')));
  write("two.npy", npy("|i1", "2, 1, 1, 1, 2", std::string(4, '\5')));
  write("text.tflite", "# An ONNX model?\n");
  write("text.onnx", "# A model?\n");
  refuses("#text.onnx", "byte 0: a field has wire type 3, which no message uses");
  refuses("#none.tflite", "there is no file " + folder + "/none.tflite");
  refuses("#text.tflite", "the letters TFL3 are missing");
  refuses("#pool.tflite --input #none.npy", "none.npy: cannot be read");
  refuses("#pool.tflite --input #text.tflite", "text.tflite: offset 0: not a .npy file");
  refuses("#pool.tflite --input #wide.npy",
          "wide.npy: the shape is (1, 2, 4, 2), input 0 of the model is (1, 2, 2, 2), all cases "
          "(cases, 1, 2, 2, 2)");
  refuses("#pool.tflite --input #real.npy",
          "real.npy: the elements are float32, input 0 of the model is int8");
  refuses("#pool.tflite --input #x.npy --input #x.npy", "has 1 inputs, 2 files are given");
  refuses("#pool.tflite --input #x.npy --expect #two.npy",
          "two.npy: has 2 cases, the inputs have 1");
  refuses("#pool.tflite --target cortex-m9", "no preset 'cortex-m9'");
  refuses("#pool.tflite --numerics none", "no numerics 'none'");
  refuses("#pool.tflite --fast", "no option '--fast'");
  refuses("#pool.tflite --plan #plan.hpp",
          "no rows take less than the 10 bytes of layers: no plan is needed");
  refuses("#pool.tflite --ram little", "--ram is smallest, fastest or bytes, not 'little'");
  refuses("", "model needs a .tflite or .onnx file");
}
