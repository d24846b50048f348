// The figures of a model of TensorFlow Lite, on the first inputs of its reference data.
#include HEADER

#include <model.hpp>

#include <cstring>

#include INPUTS_HEADER

#define BYTES(name) blob::name##_bytes
#define SIZE(name) blob::name##_size
#define BYTES_OF(name) BYTES(name)
#define SIZE_OF(name) SIZE(name)

int main(int argc, char** argv) {
  using net = NETWORK;
  constexpr int input_bytes = net::input_value<0>::span;
  constexpr int inputs = SIZE_OF(INPUTS) / input_bytes;
  etch::bench::report report(argc, argv);
  etch::bench::measure<net>(report, NAME, inputs < 4 ? inputs : 4, [](auto& n, int k) {
    std::memcpy(n.input().data(), BYTES_OF(INPUTS) + k * input_bytes, input_bytes);
  });
}
