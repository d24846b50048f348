// Reads the handwritten digits of the test split with each network and tells what that costs.
// Exit code 1 when a logit differs from what train.py's own arithmetic gives.
#include "network.hpp"

#include <bench/model.hpp>
#include <digits_images.hpp>

#include <cstdint>
#include <cstdio>

#ifdef ETCH_HAS_HOST
#include <etch/host/report.hpp>
#endif

namespace {

/// Which of the ten logits is the largest.
template <class Logits>
int largest(const Logits& y) {
  int best = 0;
  for (int i = 1; i < y.size(); ++i) best = y[i] > y[best] ? i : best;
  return best;
}

/// The picture in characters, darker for more ink.
void draw(const unsigned char* pixels) {
  for (int y = 0; y < 8; ++y) {
    std::printf("    ");
    for (int x = 0; x < 8; ++x) {
      const char ink = " .:-=+*#@"[pixels[8 * y + x] / 2];
      std::printf("%c%c", ink, ink);
    }
    std::printf("\n");
  }
}

/// Reads every picture with Net; `code(pixel)` is a pixel of 0..16 in the network's input format.
template <class Net, class Code>
std::uint32_t read_all(const char* name, Code code) {
  static Net net;
  etch::bench::fingerprint logits, predictions;
  int right = 0;
  std::uint64_t instructions = 0;
  for (int k = 0; k < digits::image_count; ++k) {
    for (int i = 0; i < 64; ++i) net.input()[i] = code(digits::images[k][i]);
    if (k == 0) instructions = etch::bench::instructions(net);
    else net.run();
    const int digit = largest(net.output());
    right += digit == digits::labels[k] ? 1 : 0;
    predictions.add(static_cast<unsigned char>(digit));
    for (const auto y : net.output()) logits.add(static_cast<unsigned char>(static_cast<int>(y)));
  }
  std::printf("%-4s %d of %d right (%.2f %%), predictions %08x", name, right, digits::image_count,
              100.0 * right / digits::image_count, static_cast<unsigned>(predictions.hash));
  if (instructions > 0)
    std::printf(", %lu instructions a picture", static_cast<unsigned long>(instructions));
  std::printf(", %d bytes RAM, %d constants\n", Net::ram_bytes, Net::constant_bytes);
  return logits.hash;
}

/// Executed instructions of each layer of Net on one picture, where something counts them.
template <class Net>
void print_layers(const char* name) {
  if (!etch::bench::instruction_clock::available()) return;
  static Net net;
  etch::bench::layer_counter<Net> layers;
  net.run(layers);
  std::printf("executed instructions of %s, layer by layer:\n", name);
  for (int n = 0; n < Net::layer_count; ++n) {
    std::printf("  %-12s %8lu\n", Net::layer(n).c_str(), static_cast<unsigned long>(layers.of[n]));
  }
}

}  // namespace

int main() {
#ifdef ETCH_HAS_HOST
  std::printf("int8 network\n%s\n%s\n", etch::host::layer_table<digits::s8>().c_str(),
              etch::host::memory_picture<digits::s8>().c_str());
#endif
  std::printf("target %s\n", etch::this_target::name);
  const std::uint32_t q =
      read_all<digits::q>("q", [](int p) { return static_cast<std::int8_t>(p); });
  const std::uint32_t s8 =
      read_all<digits::s8>("s8", [](int p) { return static_cast<std::int8_t>(8 * p - 128); });
  read_all<digits::f32>("f32", [](int p) { return static_cast<float>(p) / 16.0F; });

  print_layers<digits::s8>("s8");

  static digits::s8 net;
  for (int i = 0; i < 64; ++i) {
    net.input()[i] = static_cast<std::int8_t>(8 * digits::images[0][i] - 128);
  }
  net.run();
  std::printf("the first picture of the test split is read as a %d\n", largest(net.output()));
  draw(digits::images[0]);

  // Logits of all pictures as `train.py --predictions` computes them.
  const bool same = q == 0xacb52331u && s8 == 0x5834c98bu;
  if (!same) std::printf("the logits differ from the reference arithmetic\n");
  return same ? 0 : 1;
}
