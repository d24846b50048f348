// Networks of 3x3 convolutions in dynamic fixed point as the FPGA of S1 stores them: weights of 7
// bits, the nine of a filter and a channel in one word of 64, biases of 32 bits, fraction bits of
// weights and inputs. As a file and as a header.
#pragma once

#include <etch/host/calibration/clipping.hpp>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// Bits of a weight, and how many weights a word holds: weight i in bits 7 i to 7 i + 6, two's
/// complement; bit 63 is 0.
inline constexpr int nine_word_bits = 7, nine_word_weights = 9;

/// The word of nine codes of -64..63.
inline std::uint64_t word_of_nine(const std::int8_t* codes) {
  std::uint64_t word = 0;
  for (int i = 0; i < nine_word_weights; ++i) {
    word |= static_cast<std::uint64_t>(codes[i] & 0x7f) << (nine_word_bits * i);
  }
  return word;
}
/// The nine codes of a word.
inline void nine_of_word(std::uint64_t word, std::int8_t* codes) {
  for (int i = 0; i < nine_word_weights; ++i) {
    const int code = static_cast<int>(word >> (nine_word_bits * i) & 0x7f);
    codes[i] = static_cast<std::int8_t>(code < 64 ? code : code - 128);
  }
}

/// A number in fixed point of so many bits: limited, then rounded, half away from zero.
inline std::int32_t fixed_code(double real, int fraction, int bits) {
  const double most = std::ldexp(1.0, bits - 1) - 1;
  const double scaled = std::ldexp(real, fraction);
  return static_cast<std::int32_t>(std::round(std::fmin(std::fmax(scaled, -most - 1), most)));
}

/// A 3x3 convolution in such words.
struct nine_word_layer {
  std::int32_t filters = 0, channels = 0;
  std::int32_t weight_fraction = 0, input_fraction = 0;
  std::vector<std::uint64_t> words;  ///< (filters, channels)
  std::vector<std::int32_t> biases;  ///< weight_fraction + input_fraction fraction bits

  bool operator==(const nine_word_layer&) const = default;
};

/// Of weights (O,3,3,I) and biases; fraction bits of weights are the most that hold the largest.
inline nine_word_layer nine_word_layer_of(const std::vector<double>& weights,
                                          const std::vector<double>& biases, int channels,
                                          int input_fraction) {
  nine_word_layer layer;
  layer.filters = static_cast<std::int32_t>(biases.size()), layer.channels = channels;
  double largest = 0;
  for (const double w : weights) largest = std::fmax(largest, std::fabs(w));
  layer.weight_fraction = fraction_bits_for(largest > 0 ? largest : 1, nine_word_bits);
  layer.input_fraction = input_fraction;
  for (int o = 0; o < layer.filters; ++o) {
    for (int i = 0; i < channels; ++i) {
      std::int8_t codes[nine_word_weights];
      for (int tap = 0; tap < nine_word_weights; ++tap) {
        const auto at = static_cast<std::size_t>((o * nine_word_weights + tap) * channels + i);
        codes[tap] = static_cast<std::int8_t>(
            fixed_code(weights[at], layer.weight_fraction, nine_word_bits));
      }
      layer.words.push_back(word_of_nine(codes));
    }
  }
  for (const double b : biases) {
    layer.biases.push_back(fixed_code(b, layer.weight_fraction + input_fraction, 32));
  }
  return layer;
}
/// The codes of its weights, (O,3,3,I).
inline std::vector<std::int8_t> weight_codes(const nine_word_layer& layer) {
  std::vector<std::int8_t> codes(layer.words.size() * nine_word_weights);
  for (int o = 0; o < layer.filters; ++o) {
    for (int i = 0; i < layer.channels; ++i) {
      std::int8_t nine[nine_word_weights];
      nine_of_word(layer.words[static_cast<std::size_t>(o * layer.channels + i)], nine);
      for (int tap = 0; tap < nine_word_weights; ++tap) {
        const int at = (o * nine_word_weights + tap) * layer.channels + i;
        codes[static_cast<std::size_t>(at)] = nine[tap];
      }
    }
  }
  return codes;
}

/// The layers of a network, and the fraction bits of its output.
struct nine_word_network {
  std::vector<nine_word_layer> layers;
  std::int32_t output_fraction = 0;

  bool operator==(const nine_word_network&) const = default;
};

namespace nine_words {
inline constexpr char magic[8] = {'e', 't', 'c', 'h', '-', '9', 'x', '7'};

template <class T>
void put(std::string& file, T x) {
  for (std::size_t b = 0; b < sizeof(T); ++b) {
    file += static_cast<char>(static_cast<std::uint64_t>(x) >> (8 * b));
  }
}
/// Reads a file from its beginning; false at its end.
struct reader {
  const std::string& file;
  std::size_t at = 0;

  template <class T>
  bool get(T& x) {
    if (file.size() - at < sizeof(T)) return false;
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < sizeof(T); ++b) {
      bits |= std::uint64_t{static_cast<unsigned char>(file[at++])} << (8 * b);
    }
    x = static_cast<T>(bits);
    return true;
  }
  template <class T>
  bool get_all(std::vector<T>& all, std::size_t count) {
    if ((file.size() - at) / sizeof(T) < count) return false;
    all.resize(count);
    for (T& x : all) get(x);
    return true;
  }
};
template <class T>
std::string array(const std::string& type, const std::string& name, const std::vector<T>& all) {
  std::string text = "inline constexpr " + type + " " + name + "[] = {";
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += (i % 6 == 0 ? "\n    " : " ") + std::to_string(all[i]);
    text += sizeof(T) == 8 ? "U," : ",";
  }
  return text + "};\n";
}
}  // namespace nine_words

/// As a file, little-endian: 8 bytes of magic, the number of layers, the output's fraction bits; of
/// each layer four numbers, words, biases.
inline std::string file_of(const nine_word_network& network) {
  std::string file(nine_words::magic, sizeof nine_words::magic);
  nine_words::put(file, static_cast<std::int32_t>(network.layers.size()));
  nine_words::put(file, network.output_fraction);
  for (const nine_word_layer& layer : network.layers) {
    for (const std::int32_t x :
         {layer.filters, layer.channels, layer.weight_fraction, layer.input_fraction}) {
      nine_words::put(file, x);
    }
    for (const std::uint64_t word : layer.words) nine_words::put(file, word);
    for (const std::int32_t bias : layer.biases) nine_words::put(file, bias);
  }
  return file;
}

/// What such a file holds, if it is one, whole and with nothing behind it.
inline std::optional<nine_word_network> nine_word_network_of(const std::string& file) {
  constexpr std::size_t start = sizeof nine_words::magic;
  if (file.size() < start || std::memcmp(file.data(), nine_words::magic, start) != 0) return {};
  nine_words::reader in{file, start};
  nine_word_network network;
  std::int32_t count = 0;
  if (!in.get(count) || !in.get(network.output_fraction) || count < 0) return {};
  for (std::int32_t k = 0; k < count; ++k) {
    nine_word_layer layer;
    if (!in.get(layer.filters) || !in.get(layer.channels) || !in.get(layer.weight_fraction) ||
        !in.get(layer.input_fraction) || layer.filters < 0 || layer.channels < 0) {
      return {};
    }
    const auto filters = static_cast<std::size_t>(layer.filters);
    if (!in.get_all(layer.words, filters * static_cast<std::size_t>(layer.channels)) ||
        !in.get_all(layer.biases, filters)) {
      return {};
    }
    network.layers.push_back(layer);
  }
  if (in.at != file.size()) return {};
  return network;
}

/// As a C++ header: `words1`, `biases1`, `weight_fraction1` and so on, in a namespace.
inline std::string header_of(const nine_word_network& network, const std::string& space) {
  std::string text =
      "// Written by etch: nine weights of 7 bits in a word of 64.\n#pragma once\n\n";
  text += "#include <cstdint>\n\nnamespace " + space + " {\n\n";
  int k = 0;
  for (const nine_word_layer& layer : network.layers) {
    const std::string number = std::to_string(++k);
    text += "inline constexpr int weight_fraction" + number + " = " +
            std::to_string(layer.weight_fraction) + ", input_fraction" + number + " = " +
            std::to_string(layer.input_fraction) + ";\n";
    text += nine_words::array("std::uint64_t", "words" + number, layer.words);
    text += nine_words::array("std::int32_t", "biases" + number, layer.biases);
  }
  return text +
         "inline constexpr int output_fraction = " + std::to_string(network.output_fraction) +
         ";\n\n}  // namespace " + space + "\n";
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
