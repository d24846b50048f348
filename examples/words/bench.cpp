// The figures of the words network, from samples to a decision.
#include "network.hpp"

#include <model.hpp>

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  etch::bench::measure<words::listener>(report, "words", 50, [](auto& net, int k) {
    for (int i = 0; i < words::features::hop; ++i) {
      net.input()[i] = static_cast<std::int16_t>((k * 320 + i) * 997 % 4001 - 2000);
    }
  });
}
