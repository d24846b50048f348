// The figures of the three digits networks.
#include "network.hpp"

#include <model.hpp>

namespace {

constexpr int pictures = 10;

// Pixels of 0 to 16 that look random, but for the first picture.
constexpr auto fill = [](auto& net, int k) {
  using code = std::remove_reference_t<decltype(net.input()[0])>;
  unsigned state = static_cast<unsigned>(k);
  for (int i = 0; i < 64; ++i) {
    state = state * 1664525U + 1013904223U;
    net.input()[i] = static_cast<code>(k == 0 ? i % 17 : static_cast<int>((state >> 16) % 17));
  }
};

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  etch::bench::measure<digits::q>(report, "digits_q", pictures, fill);
  etch::bench::measure<digits::s8>(report, "digits_s8", pictures, fill);
  etch::bench::measure<digits::f32>(report, "digits_f32", pictures, fill);
}
