// The figures of the three digits networks.
#include "network.hpp"

#include <model.hpp>

namespace {

constexpr auto first_picture = [](auto& net) {
  for (int i = 0; i < 64; ++i) {
    net.input()[i] = static_cast<std::remove_reference_t<decltype(net.input()[i])>>(i % 17);
  }
};

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  etch::bench::measure<digits::q>(report, "digits_q", first_picture);
  etch::bench::measure<digits::s8>(report, "digits_s8", first_picture);
  etch::bench::measure<digits::f32>(report, "digits_f32", first_picture);
}
