// The network of CMSIS-NN's paper in each number format, on the ten pictures: ./dev compare
// cifar10_paper. Its weights are seeded, so that right is what single precision says.
#include "formats.hpp"
#include "pictures.hpp"

#include <etch/host/compare.hpp>

int main(int argc, char** argv) {
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  etch::host::comparison comparison(*options, "cifar10_paper");
  if (!comparison.read_figures()) return 1;
  const etch::host::samples all{cifar10_paper::pictures,
                                [](auto& net, int k) {
                                  for (int i = 0; i < cifar10_paper::codes_of_picture; ++i)
                                    net.input().set(i, cifar10_paper::picture_code(k, i) / 128.0);
                                },
                                etch::host::answer_of_the_first{}};
  cifar10_paper::for_each_format(
      [&]<class Net>(const char* name) { comparison.run<Net>(name, all); });
  return comparison.finish();
}
