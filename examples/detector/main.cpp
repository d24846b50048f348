// Runs the detector of KIND on a drawn picture: its logits are the same on every machine.
#include "network.hpp"

#include <cstdio>
#include <type_traits>

namespace {

using detector::KIND;
using network = detector::network_of<KIND>;

/// Of the logits of the picture below.
constexpr std::uint32_t digest_of_drawing =
    std::is_same_v<KIND, detector::faces> ? 0x2d2b64b4 : 0x13f7209c;

/// Waves and noise, the same everywhere.
void draw(std::int8_t* codes) {
  unsigned random = 1;
  for (int i = 0; i < 128 * 128 * 3; ++i) {
    random = random * 1664525U + 1013904223U;
    const int x = i / 3 % 128, y = i / 384;
    const int wave = ((x * x + 3 * y * y) >> 6 & 63) - 32;
    codes[i] = static_cast<std::int8_t>(wave + static_cast<int>(random >> 27) - 16);
  }
}

}  // namespace

int main() {
  static network net;
  draw(net.input().data());
  net.run();
  std::uint32_t digest = 2166136261U;
  int least = 127, most = -128;
  for (const std::int8_t code : net.output()) {
    digest = (digest ^ static_cast<std::uint8_t>(code)) * 16777619U;
    least = etch::minimum<int>(least, code), most = etch::maximum<int>(most, code);
  }
  etch::decode::best_boxes<50> boxes;
  detector::head<KIND>.decode(net.output().data(), etch::decode::share(0.5), boxes);
  boxes.suppress(etch::decode::share(0.45));
  std::printf("target %s, %s: %d bytes RAM, %d constants\n", etch::this_target::name, KIND::name,
              network::ram_bytes, network::constant_bytes);
  std::printf("%d boxes, logits %d to %d, digest %08lx\n", boxes.size(), least, most,
              static_cast<unsigned long>(digest));
  return digest == digest_of_drawing ? 0 : 1;
}
