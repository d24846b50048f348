// Runs SqueezeNet with random weights, plainly and by rows.
#include "network.hpp"

#include "report.hpp"

#include <string>

namespace {

using namespace etch;

/// Random codes in pairs that sum up to -1, so that what neighbouring inputs have in common
/// cancels.
struct random_codes {
  static constexpr int rows = 1000, columns = 512;
  unsigned char byte[rows * columns]{};
  constexpr random_codes() {
    std::uint32_t state = 1;
    unsigned char* to = byte;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; c += 2) {
        state = state * 1664525U + 1013904223U;
        *to++ = static_cast<unsigned char>(state >> 24);
        *to++ = static_cast<unsigned char>(~state >> 24);
      }
    }
  }
};
alignas(16) constexpr random_codes codes;

/// Biases of the last layer: so large that its ReLU leaves something of each output.
struct level {
  unsigned char byte[random_codes::rows]{};
  constexpr level() {
    for (unsigned char& b : byte) b = 40;
  }
};
constexpr level of_outputs;

struct seeded {
  /// Fraction bits with which sums of so many products have about the spread of what is summed:
  /// half of the inputs are zeros after a ReLU, and codes spread by 74.
  static constexpr int fraction(int terms) {
    int bits = 0;
    while ((1LL << (2 * bits + 2)) <= 74LL * 74 * terms / 2) ++bits;
    return bits;
  }
  template <int O, int Size, int I>
  static constexpr parameters filters{
      constant<tensor<q_of<8, fraction(Size* Size* I)>, shape<O, Size, Size, I>, etch::ohwi>>{
          &codes.byte[0]},
      constant<tensor<q_of<8, (O == 1000 ? 7 : 11)>, shape<O>>>{O == 1000 ? &of_outputs.byte[0]
                                                                          : &codes.byte[0]}};
};

/// A picture of waves and noise.
template <class Codes>
void draw(Codes to, unsigned seed) {
  unsigned random = seed;
  for (int i = 0; i < 224 * 224 * 3; ++i) {
    random = random * 1664525U + 1013904223U;
    const int x = i / 3 % 224, y = i / 672, s = static_cast<int>(seed);
    const int wave = ((s * x * x + 3 * y * y + 40 * s * (i % 3)) >> 6 & 127) - 64;
    to[i] = static_cast<std::int8_t>(wave + static_cast<int>(random >> 26) - 32);
  }
}

constexpr int pictures = 8;

/// Whether both networks give the same numbers, of which each varies from picture to picture.
template <class Plain, class Rows>
bool holds(bench::report& figures, const std::string& name) {
  static Plain plain;
  static Rows rows;
  static std::int8_t first[1000];
  static bool varies[1000];
  int equal = 0, varying = 0, least = 127, most = -128;
  for (int k = 0; k < pictures; ++k) {
    draw(plain.input().data(), static_cast<unsigned>(k + 1));
    draw(rows.input().data(), static_cast<unsigned>(k + 1));
    plain.run();
    rows.run();
    for (int i = 0; i < 1000; ++i) {
      const std::int8_t code = plain.output().data()[i];
      if (k == 0) first[i] = code;
      varies[i] |= code != first[i];
      least = minimum<int>(least, code), most = maximum<int>(most, code);
      equal += rows.output().data()[i] == code ? 1 : 0;
    }
  }
  for (const bool v : varies) varying += v ? 1 : 0;
  figures.add(name + "/varying_outputs", "outputs", varying);
  figures.add(name + "/least_code", "code", least);
  figures.add(name + "/largest_code", "code", most);
  figures.add(name + "/equal_by_rows", "outputs", equal);
  figures.add(name + "/ram_bytes", "bytes", Plain::ram_bytes);
  figures.add(name + "/ram_bytes_by_rows", "bytes", Rows::ram_bytes);
  return varying == 1000 && equal == 1000 * pictures;
}

template <const auto& G>
using plain = network<G, this_target>;
template <const auto& G>
using in_rows = network<G, this_target, squeezenet::in_rows>;

using graphs = squeezenet::with<seeded>;

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  const bool older =
      holds<plain<graphs::version_1_0>, in_rows<graphs::version_1_0>>(figures, "squeezenet_1_0");
  const bool newer =
      holds<plain<graphs::version_1_1>, in_rows<graphs::version_1_1>>(figures, "squeezenet_1_1");
  return older && newer ? 0 : 1;
}
