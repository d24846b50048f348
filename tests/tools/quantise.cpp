// `./dev quantise` on the digits: what it writes, on this machine and on Cortex-M4, and what it
// refuses.
// LONG CASES: digits states
#include <string>

#include "../support/dev_command.hpp"

namespace {

const support::dev_command quantise(DEV, "quantise", QUANTISE_FOLDER);

void refuses(const std::string& words, const std::string& sentence) {
  quantise.refuses(words, sentence);
}

}  // namespace

TEST_CASE("quantise: what it refuses") {
  using support::bytes_of;
  using support::pictures;
  const auto write_npy = [](const auto&... words) { quantise.write_npy(words...); };
  write_npy("x.npy", "<f4", "2, 8, 8, 1", pictures(2));
  write_npy("one.npy", "<f4", "1, 8, 8, 1", pictures(1));
  write_npy("flat.npy", "<f4", "2, 64", pictures(2));
  std::string broken = pictures(2);
  broken.replace(4 * 67, 4, bytes_of(__builtin_nanf("")));
  write_npy("nan.npy", "<f4", "2, 8, 8, 1", broken);
  write_npy("y.npy", "|u1", "2", "\3\4");
  write_npy("y3.npy", "|u1", "3", "\3\4\5");
  write_npy("y10.npy", "|u1", "2", "\3\n");
  refuses("", "dev: quantise needs a .tflite or .onnx file, or an example");
  refuses("digits --format int8 --out #o", "dev: quantise needs --data <x.npy>");
  refuses("digits --data #x.npy --out #o", "dev: quantise needs --format <name>, e.g. int8");
  refuses("digits --data #x.npy --format int8", "dev: quantise needs --out <folder>");
  refuses("letters --data #x.npy --format int8 --out #o",
          "'letters' is neither a .tflite or .onnx file nor an example");
  refuses("digits --data #x.npy --format int9 --out #o",
          "quantise: no format 'int9'; there are: int2 to int8, int16, q7, q15");
  refuses("digits --data #x.npy --format int8 --method median --out #o",
          "quantise: no method 'median'; there are: minmax, percentile, mse, kl, mnn, aciq, best");
  refuses("digits --data #absent.npy --format int8 --out #o", "absent.npy: cannot be read");
  refuses("digits --data #one.npy --format int8 --out #o",
          "one.npy: holds 1 case; one to choose by and one to report on are needed");
  refuses("digits --data #flat.npy --format int8 --out #o",
          "flat.npy: the shape is (2, 64), the network's input needs (cases, 8, 8, 1)");
  refuses("digits --data #nan.npy --format int8 --out #o",
          "nan.npy: offset 396: element 67, in case 1, is no finite number");
  refuses("digits --data #x.npy --format int8 --within 0.3 --out #o",
          "quantise: --within asks for right answers, which needs --labels");
  refuses("digits --data #x.npy --labels #y3.npy --format int8 --out #o",
          "y3.npy: holds 3 labels, the data 2 cases");
  refuses("digits --data #x.npy --labels #y10.npy --format int8 --out #o",
          "y10.npy: offset 129: element 1 is 10.000000, no class of 0 to 9");
  // nothing at all: a file without a byte, an array without a case
  const std::string nothing = quantise.folder() + "/nothing";
  for (const char* const end : {".npy", ".onnx", ".tflite"}) std::ofstream(nothing + end).flush();
  write_npy("none.npy", "<f4", "0, 8, 8, 1", "");
  write_npy("y0.npy", "|u1", "0", "");
  write_npy("scalar.npy", "<f4", "", bytes_of(1));
  refuses("digits --data #scalar.npy --format int8 --out #o",
          "scalar.npy: the shape is (1,), the network's input needs (cases, 8, 8, 1)");
  refuses("digits --data #nothing.npy --format int8 --out #o", "nothing.npy: the file is empty");
  refuses("digits --data #x.npy --labels #nothing.npy --format int8 --out #o",
          "nothing.npy: the file is empty");
  refuses("#nothing.onnx --data #x.npy --format int8 --out #o", "nothing.onnx: the file is empty");
  refuses("#nothing.tflite --data #x.npy --format int8 --out #o",
          "nothing.tflite: the file is empty");
  refuses("digits --data #none.npy --format int8 --out #o",
          "none.npy: offset 61: the array is empty");
  refuses("digits --data #x.npy --labels #y0.npy --format int8 --out #o",
          "y0.npy: offset 61: the array is empty");
  // layers that formats do not fit
  write_npy("steps.npy", "<f4", "10, 16, 12",
            support::read(EXACT "/litert_f32_lstm/inputs.npy").substr(128));
  refuses(EXACT "/litert_f32_lstm/model.tflite --data #steps.npy --format q7 --out #o",
          "lstm_1 (lstm): its values are int8, int16 or f32, not q7");
  refuses(EXACT "/litert_f32_gru/model.tflite --data #steps.npy --format int4 --out #o",
          "gru_1 (gru): its integers have 8 to 16 bits, not those of int4");
}

TEST_CASE("quantise: LSTM and GRU of Keras", "[apart:states]") {
  quantise.write_npy("steps.npy", "<f4", "10, 16, 12",
                     support::read(EXACT "/litert_f32_lstm/inputs.npy").substr(128));
  const auto decibels = [](const std::string& model, const std::string& format) {
    const support::outcome made =
        quantise.run(EXACT "/litert_f32_" + model + "/model.tflite --data #steps.npy --format " +
                     format + " --out #" + model);
    INFO(made.said);
    REQUIRE(made.ok);
    const std::size_t at = made.said.find("\nSQNR   ");
    REQUIRE(at != std::string::npos);
    return std::stod(made.said.substr(at + 8));
  };
  // the three outputs of the five cases that choose do not reach as far as those of the others
  CHECK(decibels("lstm", "int8") > 15);
  CHECK_THAT(support::read(quantise.folder() + "/lstm/model_int8.hpp"),
             Catch::Contains("call reset() before each sequence"));
  CHECK(decibels("gru", "int8") > 15);
}

TEST_CASE("quantise: digits in int8, twice the same, alike on Cortex-M4", "[apart:digits]") {
  const support::digit_arrays digits = support::read_digits(DIGITS_CSV, 600);
  if (digits.count == 0) {
    WARN("skipped: there is no " << DIGITS_CSV << "; the build of examples fetches it");
    return;
  }
  const std::string count = std::to_string(digits.count);
  quantise.write_npy("digits_x.npy", "<f4", count + ", 8, 8, 1", digits.x);
  quantise.write_npy("digits_y.npy", "|u1", count, digits.y);
  const std::string words =
      "digits --data #digits_x.npy --labels #digits_y.npy --format int8 "
      "--within 0.4 --out #";
  const std::string& folder = quantise.folder();
  const bool on_target = std::string(WITH_TARGET) == "1";
  const support::outcome first =
      quantise.run(words + "first" + (on_target ? " --target cortex-m4" : ""));
  INFO(first.said);
  REQUIRE(first.ok);
  for (const char* const word :
       {"300 cases to choose by, 300 to report on", "minmax", "percentile", "mse", "kl", "mnn",
        "aciq", "chosen", "equalisation: ", "bias correction: ", "right         ",
        "confusion: ", "conv2d_3", "magnitudes, "}) {
    CHECK_THAT(first.said, Catch::Contains(word));
  }
  if (on_target) {
    CHECK_THAT(first.said, Catch::Contains("all outputs are those of this machine"));
    CHECK_THAT(first.said, Catch::Contains("instructions "));
  }
  REQUIRE(quantise.run(words + "second").ok);
  for (const char* const file :
       {"digits_int8.hpp", "digits_int8_weights.hpp", "digits_int8.txt", "digits_int8.html"}) {
    const std::string made = support::read(folder + "/first/" + file);
    CHECK(made.size() > 500);
    CHECK(made == support::read(folder + "/second/" + file));
    CHECK(made.find(folder) == std::string::npos);
  }
  const std::string page = support::read(folder + "/first/digits_int8.html");
  CHECK(page.find("src=") == std::string::npos);
  CHECK(page.find("href=") == std::string::npos);
  CHECK_THAT(support::read(folder + "/first/digits_int8.hpp"),
             Catch::Contains("conv2d(w::conv2d_1) | to<w::conv2d_1_format> | relu"));
}
