// The figures of the CIFAR-10 network.
#include "network.hpp"

#include <model.hpp>

#include "input_q7.hpp"

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  constexpr int picture_bytes = 32 * 32 * 3;
  constexpr int pictures = blob::input_q7_size / picture_bytes;
  etch::bench::measure<cifar10_q7::network>(report, "cifar10_q7", pictures, [](auto& net, int k) {
    for (int i = 0; i < picture_bytes; ++i) {
      net.input()[i] = static_cast<signed char>(blob::input_q7_bytes[k * picture_bytes + i]);
    }
  });
}
