// Nine weights of 7 bits in a word of 64: bits, sizes, and a network through a file and back.
#include <etch/host/nine_words.hpp>

#include <catch2/catch.hpp>

#include <random>

namespace {

using namespace etch::host;

std::vector<double> random_numbers(std::size_t count, double most) {
  static std::mt19937 random{1};
  std::vector<double> all(count);
  for (double& x : all) x = (static_cast<double>(random()) / 2147483648.0 - 1) * most;
  return all;
}

nine_word_network random_network() {
  nine_word_network network;
  network.output_fraction = -3;
  int channels = 3;
  for (const int filters : {16, 5, 1}) {
    const auto count = static_cast<std::size_t>(filters * 9 * channels);
    network.layers.push_back(nine_word_layer_of(
        random_numbers(count, 0.4 * filters), random_numbers(static_cast<std::size_t>(filters), 3),
        channels, filters - 4));
    channels = filters;
  }
  return network;
}

}  // namespace

TEST_CASE("the bits of a word") {
  const std::int8_t codes[9] = {-64, -1, 0, 1, 63, -32, 17, 5, -9};
  CHECK(word_of_nine(codes) == 0x770A4703F0203FC0U);
  for (int i = 0; i < 9; ++i) {
    for (int code = -64; code < 64; ++code) {
      std::int8_t one[9] = {}, back[9];
      one[i] = static_cast<std::int8_t>(code);
      nine_of_word(word_of_nine(one), back);
      for (int k = 0; k < 9; ++k) CHECK(back[k] == one[k]);
      CHECK(word_of_nine(one) >> 63 == 0);
    }
  }
}

TEST_CASE("codes are the nearest, fraction bits the most that hold") {
  const std::vector<double> weights = random_numbers(9 * 4 * 6, 0.7);
  const nine_word_layer layer = nine_word_layer_of(weights, {0.5, -0.25, 0, 7, 1e9, -1e9}, 4, 5);
  CHECK(layer.weight_fraction == 6);  // 63 / 64 >= 0.7
  const std::vector<std::int8_t> codes = weight_codes(layer);
  REQUIRE(codes.size() == weights.size());
  for (std::size_t i = 0; i < codes.size(); ++i) CHECK(codes[i] == std::round(64 * weights[i]));
  CHECK(layer.biases == std::vector<std::int32_t>{1024, -512, 0, 14336, INT32_MAX, INT32_MIN});
  CHECK(fixed_code(2.5, 0, 7) == 3);
  CHECK(fixed_code(-2.5, 0, 7) == -3);
  CHECK(fixed_code(70, 0, 7) == 63);
  CHECK(fixed_code(-70, 0, 7) == -64);
}

TEST_CASE("a network through a file and back") {
  const nine_word_network network = random_network();
  const std::string file = file_of(network);
  const auto back = nine_word_network_of(file);
  REQUIRE(back);
  CHECK(*back == network);
  for (std::size_t size = 0; size < file.size(); size += 7) {
    CHECK(!nine_word_network_of(file.substr(0, size)));
  }
  CHECK(!nine_word_network_of(file + "x"));
  std::string other = file;
  other[0] = 'E';
  CHECK(!nine_word_network_of(other));

  std::size_t bytes = 8 + 2 * 4, of_float = 0, of_words = 0;
  for (const nine_word_layer& layer : network.layers) {
    of_words += 8 * layer.words.size();
    of_float += 4 * 9 * layer.words.size();
    bytes += 4 * 4 + 4 * layer.biases.size();
  }
  CHECK(288 * of_words == 64 * of_float);
  CHECK(file.size() == bytes + of_words);
}

TEST_CASE("a network as a header") {
  nine_word_network network;
  network.layers.push_back(nine_word_layer_of({1, 0, 0, 0, 0, 0, 0, 0, -1}, {0.5}, 1, 4));
  CHECK(header_of(network, "w") ==
        "// Written by etch: nine weights of 7 bits in a word of 64.\n#pragma once\n\n"
        "#include <cstdint>\n\nnamespace w {\n\n"
        "inline constexpr int weight_fraction1 = 5, input_fraction1 = 4;\n"
        "inline constexpr std::uint64_t words1[] = {\n    6917529027641081888U,};\n"
        "inline constexpr std::int32_t biases1[] = {\n    256,};\n"
        "inline constexpr int output_fraction = 0;\n\n}  // namespace w\n");
}
