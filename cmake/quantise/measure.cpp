// Runs a network that ./dev quantise has written:
//
//   measure <folder> <number of cases>
//
// reads <folder>/input.bin, the cases as little-endian floats in logical order, and writes
// <folder>/output.bin, the numbers that it makes of each, as floats; where TRACED is defined also
// <folder>/layers.txt, name and size of each layer, and <folder>/layers.bin, the numbers of all
// layers of each case. Prints RAM, constants and, where they are counted, instructions.
#include WRITTEN_HEADER

#include <cstdio>
#include <cstdlib>
#include <string>

#include "instruction_clock.hpp"

#ifdef TRACED
#include <etch/host/recorder.hpp>
#endif

namespace {

using net = WRITTEN_NETWORK;

constexpr int inputs = net::template input_value<>::is.shape.size();
constexpr int outputs = net::template output_value<>::is.shape.size();

std::FILE* open(const std::string& path, const char* mode) {
  std::FILE* const file = std::fopen(path.c_str(), mode);
  if (file != nullptr) return file;
  std::printf("%s cannot be opened\n", path.c_str());
  std::exit(1);
}

net network;
float x[inputs], y[outputs];

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::printf("usage: measure <folder> <number of cases>\n");
    return 2;
  }
  const std::string folder = argv[1];
  std::FILE* const from = open(folder + "/input.bin", "rb");
  std::FILE* const to = open(folder + "/output.bin", "wb");
#ifdef TRACED
  std::FILE* const layers = open(folder + "/layers.bin", "wb");
  etch::host::recorder<net> recorder;
#endif
  unsigned long instructions = 0;
  for (int k = 0; k < std::atoi(argv[2]); ++k) {
    if (std::fread(x, sizeof x[0], inputs, from) != inputs) {
      std::printf("input.bin ends in case %d\n", k);
      return 1;
    }
    if constexpr (net::has_state) network.reset();
    etch::quantise_input(network.input(), x);
#ifdef TRACED
    network.run(recorder);
    for (const etch::host::recorded& r : recorder.layers) {
      std::fwrite(r.number.data(), sizeof(double), r.number.size(), layers);
    }
#else
    using clock = etch::bench::instruction_clock;
    if (k == 0 && clock::available()) {
      clock::start();
      network.run();
      instructions = static_cast<unsigned long>(clock::stop());
    } else {
      network.run();
    }
#endif
    etch::dequantise_output(network.output(), y);
    if (std::fwrite(y, sizeof y[0], outputs, to) != outputs) return 1;
  }
  std::fclose(from);
  if (std::fclose(to) != 0) return 1;
#ifdef TRACED
  if (std::fclose(layers) != 0) return 1;
  std::FILE* const names = open(folder + "/layers.txt", "wb");
  for (const etch::host::recorded& r : recorder.layers) {
    std::fprintf(names, "%s %d\n", r.layer.c_str(), static_cast<int>(r.number.size()));
  }
  if (std::fclose(names) != 0) return 1;
#endif
  std::printf("RAM %d\nconstants %d\n", net::ram_bytes, net::constant_bytes);
  if (instructions > 0) std::printf("instructions %lu\n", instructions);
  return 0;
}
