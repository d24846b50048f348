// The digits network in every number format: ./dev compare digits
#include "formats.hpp"

#include <etch/host/compare.hpp>

#include <digits_images.hpp>

int main(int argc, char** argv) {
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  etch::host::comparison comparison(*options, "digits");
  if (!comparison.read_figures()) return 1;
  const etch::host::samples pictures{
      digits::image_count, [](auto& net, int k) { digits::set_picture(net, digits::images[k]); },
      [](int k) { return static_cast<int>(digits::labels[k]); }};
  digits::for_each_format(
      [&]<class Net>(const char* name) { comparison.run<Net>(name, pictures); });
  return comparison.finish();
}
