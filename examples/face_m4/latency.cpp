// What a run of Face-M4 in 8 bits takes on a Cortex-M, in the least memory.
#include "drawing.hpp"

#include "model.hpp"

int main(int argc, char** argv) {
  using network = face_m4::int8;
  etch::bench::report figures(argc, argv);
  static network net;
  const auto fill = [](network& n, int) { face_m4::draw(n.input().data()); };
  fill(net, 0);
  figures.add("face_m4/instructions", "instructions", etch::bench::instructions(net));
  figures.add("face_m4/digest", "fnv-1a", face_m4::digest_of<etch::bench::fingerprint>(net));
  if (etch::bench::cycle_model::available()) {
    etch::bench::model_cycles(figures, "face_m4", net, fill);
  }
  figures.add("face_m4/ram_bytes", "bytes", network::ram_bytes);
  figures.add("face_m4/constant_bytes", "bytes", network::constant_bytes);
  figures.add("face_m4/macs", "products", network::macs);
}
