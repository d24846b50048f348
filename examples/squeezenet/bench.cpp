// Runs SqueezeNet with random weights, plainly and by rows.
#include "random_weights.hpp"

#include "model.hpp"

#include <string>

namespace {

using namespace etch;
using squeezenet::classes, squeezenet::draw, squeezenet::seeded;

constexpr int pictures = 8;

/// Whether both networks give the same numbers, of which each varies from picture to picture.
template <class Plain, class Rows>
bool holds(bench::report& figures, const std::string& name) {
  static Plain plain;
  static Rows rows;
  static std::int8_t first[classes];
  static bool varies[classes];
  int equal = 0, varying = 0, least = 127, most = -128;
  for (int k = 0; k < pictures; ++k) {
    draw(plain.input().data(), static_cast<unsigned>(k + 1));
    draw(rows.input().data(), static_cast<unsigned>(k + 1));
    plain.run();
    rows.run();
    for (int i = 0; i < classes; ++i) {
      const std::int8_t code = plain.output().data()[i];
      if (k == 0) first[i] = code;
      varies[i] |= code != first[i];
      least = minimum<int>(least, code), most = maximum<int>(most, code);
      equal += rows.output().data()[i] == code ? 1 : 0;
    }
  }
  for (const bool v : varies) varying += v ? 1 : 0;
  bench::fingerprint outputs;
  draw(rows.input().data(), 1);
  rows.run();
  outputs.add(rows.output().data(), classes);
  figures.add(name + "/digest", "fnv-1a", outputs.hash);
  figures.add(name + "/varying_outputs", "outputs", varying);
  figures.add(name + "/least_code", "code", least);
  figures.add(name + "/largest_code", "code", most);
  figures.add(name + "/equal_by_rows", "outputs", equal);
  figures.add(name + "/ram_bytes", "bytes", Plain::ram_bytes);
  figures.add(name + "/ram_bytes_by_rows", "bytes", Rows::ram_bytes);
  return varying == classes && equal == classes * pictures;
}

template <const auto& G>
using plain = network<G, this_target>;
template <const auto& G>
using in_rows = network<G, this_target, squeezenet::in_rows>;

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  const bool older =
      holds<plain<squeezenet::version_1_0<seeded>>, in_rows<squeezenet::version_1_0<seeded>>>(
          figures, "squeezenet_1_0");
  const bool newer =
      holds<plain<squeezenet::version_1_1<seeded>>, in_rows<squeezenet::version_1_1<seeded>>>(
          figures, "squeezenet_1_1");
  return older && newer ? 0 : 1;
}
