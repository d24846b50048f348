// Runs the detector of KIND on a drawn picture: its logits are the same on every machine.
#include "drawing.hpp"
#include "network.hpp"

#include <cstdio>
#include <type_traits>

namespace {

using detector::KIND;
using network = detector::network_of<KIND>;

/// Of the logits of the picture below.
constexpr std::uint32_t digest_of_drawing =
    std::is_same_v<KIND, detector::faces> ? 0x2d2b64b4 : 0x13f7209c;

}  // namespace

int main() {
  static network net;
  detector::draw(net.input().data());
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
