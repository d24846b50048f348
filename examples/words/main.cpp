// Words of the test voices, each a second: how many the network hears right, what a hop of the
// microphone costs. Exit code 1 when an answer is another than on other machines.
#include "network.hpp"

#include <bench/model.hpp>

#include "test_features.hpp"
#include "test_labels.hpp"

#include <cstdint>
#include <cstdio>

namespace {

/// What every machine hears right, and the digest of what it answers.
constexpr int right_of_test = 630;
constexpr std::uint32_t logits_of_test = 0x769fae9e;

/// A second of a tone and a second of nothing, hop by hop, through the network with a microphone.
std::uint64_t most_of_a_hop() {
  static words::listener net;
  net.reset();
  std::uint64_t most = 0;
  for (int hop = 0; hop < 2 * words::hops; ++hop) {
    for (int i = 0; i < words::features::hop; ++i) {
      net.input()[i] = static_cast<std::int16_t>(hop < words::hops ? i * 997 % 4001 - 2000 : 0);
    }
    most = etch::maximum(most, etch::bench::instructions(net));
  }
  return most;
}

}  // namespace

int main() {
  static words::decider net;
  etch::bench::fingerprint logits;
  int right = 0;
  for (int k = 0; k < blob::test_labels_size; ++k) {
    for (int i = 0; i < net.input().size(); ++i) {
      net.input()[i] = static_cast<std::int8_t>(blob::test_features_bytes[k * 500 + i]);
    }
    net.run();
    const auto y = net.output();
    logits.add(y.data(), static_cast<std::size_t>(y.size()));
    right += etch::arg_max(y) == static_cast<unsigned char>(blob::test_labels_bytes[k]) ? 1 : 0;
  }
  std::printf("%d of %d words right (%.1f %%), logits %08x\n", right, blob::test_labels_size,
              100.0 * right / blob::test_labels_size, static_cast<unsigned>(logits.hash));
  std::printf("from samples to a decision: %d bytes RAM, %d constants\n",
              words::listener::ram_bytes, words::listener::constant_bytes);
  const std::uint64_t instructions = most_of_a_hop();
  if (instructions > 0)
    std::printf("%lu instructions a hop of 20 ms\n", static_cast<unsigned long>(instructions));
  return right == right_of_test && logits.hash == logits_of_test ? 0 : 1;
}
