// The figures of the CIFAR-10 network.
#include "network.hpp"

#include <model.hpp>

#include "input_q7.hpp"

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  etch::bench::measure<cifar10_q7::network>(report, "cifar10_q7", [](auto& net) {
    for (int i = 0; i < net.input().size(); ++i) {
      net.input()[i] = static_cast<signed char>(blob::input_q7_bytes[i]);
    }
  });
}
