// `./dev quantise` on the digits: what it writes, on this machine and on Cortex-M4, and what it
// refuses.
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace {

const std::string folder = QUANTISE_FOLDER;

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void write_npy(const std::string& name, const std::string& type, const std::string& shape,
               const std::string& elements) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.append(117 - header.size(), ' ');
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/" + name, std::ios::binary)
      << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << "\n"
      << elements;
}
std::string bytes_of(float x) {
  std::string bytes;
  for (int b = 0; b < 32; b += 8) {
    bytes += static_cast<char>(__builtin_bit_cast(std::uint32_t, x) >> b & 0xff);
  }
  return bytes;
}
/// So many pictures of 8 x 8 pixels.
std::string pictures(int count) {
  std::string all;
  for (int i = 0; i < 64 * count; ++i) all += bytes_of(static_cast<float>(i * 37 % 17) / 16);
  return all;
}

struct outcome {
  bool ok;
  std::string said;
};
/// `./dev quantise` with these words, in which # stands for the folder.
outcome run(std::string words) {
  for (std::size_t at = 0; (at = words.find('#', at)) != std::string::npos;) {
    words.replace(at, 1, folder + "/");
  }
  std::filesystem::create_directories(folder);
  const std::string said = folder + "/said.txt";
  const std::string command = std::string(DEV) + " quantise " + words + " >" + said + " 2>&1";
  const bool ok = std::system(command.c_str()) == 0;
  return {ok, read(said)};
}
void refuses(const std::string& words, const std::string& sentence) {
  const outcome result = run(words);
  CHECK_FALSE(result.ok);
  CHECK_THAT(result.said, Catch::Contains(sentence));
}

}  // namespace

TEST_CASE("quantise: what it refuses") {
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
}

TEST_CASE("quantise: digits in int8, twice the same, alike on Cortex-M4", "[apart:digits]") {
  std::ifstream csv(DIGITS_CSV);
  if (!csv) {
    WARN("skipped: there is no " << DIGITS_CSV << "; the build of examples fetches it");
    return;
  }
  std::string x, y;
  int count = 0;
  for (std::string line; std::getline(csv, line) && count < 600; ++count) {
    std::stringstream numbers(line);
    std::string number;
    for (int i = 0; i < 65 && std::getline(numbers, number, ','); ++i) {
      if (i < 64) x += bytes_of(static_cast<float>(std::stoi(number)) / 16);
      else y += static_cast<char>(std::stoi(number));
    }
  }
  write_npy("digits_x.npy", "<f4", std::to_string(count) + ", 8, 8, 1", x);
  write_npy("digits_y.npy", "|u1", std::to_string(count), y);
  const std::string words =
      "digits --data #digits_x.npy --labels #digits_y.npy --format int8 "
      "--within 0.4 --out #";
  const bool on_target = std::string(WITH_TARGET) == "1";
  const outcome first = run(words + "first" + (on_target ? " --target cortex-m4" : ""));
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
  REQUIRE(run(words + "second").ok);
  for (const char* const file :
       {"digits_int8.hpp", "digits_int8_weights.hpp", "digits_int8.txt", "digits_int8.html"}) {
    const std::string made = read(folder + "/first/" + file);
    CHECK(made.size() > 500);
    CHECK(made == read(folder + "/second/" + file));
    CHECK(made.find(folder) == std::string::npos);
  }
  const std::string page = read(folder + "/first/digits_int8.html");
  CHECK(page.find("src=") == std::string::npos);
  CHECK(page.find("href=") == std::string::npos);
  CHECK_THAT(read(folder + "/first/digits_int8.hpp"),
             Catch::Contains("conv2d(w::conv2d_1) | to<w::conv2d_1_format> | relu"));
}
