// Runs Face-M4 in 8 bits on a drawn picture, in the least memory: its outputs are the same on every
// machine.
#include "drawing.hpp"
#include "head.hpp"

#include <cstdio>

using namespace etch::literals;
static_assert(etch::fits_ram<face_m4::int8, 160_KiB>);  // theirs: about 180 KB

namespace {

/// FNV-1a.
struct bytes_hashed {
  std::uint32_t hash = 2166136261U;
  void add(const std::int8_t* codes, int count) {
    for (int i = 0; i < count; ++i) {
      hash = (hash ^ static_cast<std::uint8_t>(codes[i])) * 16777619U;
    }
  }
};

}  // namespace

int main() {
  static face_m4::int8 net;
  face_m4::draw(net.input());
  net.run();
  const std::uint32_t digest = face_m4::digest_of<bytes_hashed>(net);
  etch::decode::best_boxes<50> boxes;
  face_m4::find_faces(net, etch::decode::share(0.5), boxes);
  std::printf("target %s: %d bytes RAM, %d constants\n", etch::this_target::name,
              face_m4::int8::ram_bytes, face_m4::int8::constant_bytes);
  std::printf("%d boxes, digest %08lx\n", boxes.size(), static_cast<unsigned long>(digest));
  return digest == face_m4::digest_of_drawing ? 0 : 1;
}
