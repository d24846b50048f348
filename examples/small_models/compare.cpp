// A small model, MODEL of HEADER, called NAME, in every number format: ./dev compare
// fastgrnn_digits
#include HEADER

#include <etch/host/compare.hpp>

#include <digits_images.hpp>

int main(int argc, char** argv) {
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  etch::host::comparison comparison(*options, NAME);
  if (!comparison.read_figures()) return 1;
  const etch::host::samples pictures{digits::image_count,
                                     [](auto& net, int k) {
                                       for (int i = 0; i < 64; ++i)
                                         net.input().set(i, digits::images[k][i] / 16.0);
                                     },
                                     [](int k) { return static_cast<int>(digits::labels[k]); }};
  small_models::MODEL::for_each_format(
      [&]<class Net>(const char* name) { comparison.run<Net>(name, pictures); });
  return comparison.finish();
}
