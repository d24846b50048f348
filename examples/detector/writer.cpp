// A detector in S1's own words: weights of 7 bits, nine in a word of 64, biases of 32 bits,
// fraction bits of inputs by relative entropy over pictures of validation.
//
//   detector_writer faces|ships WEIGHTS DATA OUT
//
// writes OUT.bin and OUT.hpp, reads OUT.bin again and prints what it takes beside float; and the
// fraction bits of the network in 8 bits. WEIGHTS and DATA have a folder for each kind. Exit code
// 77: no DATA.
#include "calibrate.hpp"

#include <cstdio>

namespace {

using namespace detector;

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (!(out << text).flush()) throw std::runtime_error("cannot write " + path);
}

void print_fractions(const network& net, const std::vector<int>& values, int bits) {
  std::printf("fraction bits in %d bits, of values and of weights:\n", bits);
  for (const int f : values) std::printf(" %d", f);
  std::printf("\n");
  for (const convolution& c : net) {
    double largest = 0;
    for (const double w : c.weights) largest = std::max(largest, std::fabs(w));
    std::printf(" %d", etch::host::fraction_bits_for(largest, bits));
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::fprintf(stderr, "usage: detector_writer faces|ships WEIGHTS DATA OUT\n");
    return 2;
  }
  const std::string kind = std::string("/") + argv[1];
  const network net = read_network(argv[2] + kind);
  const std::string folder = argv[3] + kind, out = argv[4];
  if (!std::ifstream(folder + "/validation_pictures.npy")) {
    std::printf("skipped: no validation_pictures.npy in %s\n", folder.c_str());
    return 77;
  }
  const auto values = distributions_of(net, read_pictures(folder, "validation", 16));
  const std::vector<int> fractions = fractions_of(values, etch::host::nine_word_bits);
  etch::host::nine_word_network words;
  for (std::size_t k = 0; k < net.size(); ++k) {
    words.layers.push_back(etch::host::nine_word_layer_of(net[k].weights, net[k].biases,
                                                          net[k].channels, fractions[k]));
  }
  words.output_fraction = fractions.back();
  write(out + ".bin", file_of(words));
  write(out + ".hpp", header_of(words, "detector_words"));

  const auto back = etch::host::nine_word_network_of(bytes_of(out + ".bin"));
  const bool same = back && *back == words;
  std::size_t of_words = 0, of_float = 0;
  for (const etch::host::nine_word_layer& layer : words.layers) {
    of_words += 8 * layer.words.size();
    of_float += 4 * etch::host::nine_word_weights * layer.words.size();
  }
  std::printf("weights: %zu bytes in words, %zu in float: %.2f %%; the file read again is %s\n",
              of_words, of_float,
              100.0 * static_cast<double>(of_words) / static_cast<double>(of_float),
              same ? "the same" : "another");
  print_fractions(net, fractions, 7);
  print_fractions(net, fractions_of(values, 8), 8);
  return same && 288 * of_words == 64 * of_float ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "detector_writer: %s\n", e.what());
  return 1;
}
