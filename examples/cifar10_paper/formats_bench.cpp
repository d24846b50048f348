// What the network of CMSIS-NN's paper costs in the number format FORMAT: a run on the first
// picture.
#include "formats.hpp"
#include "pictures.hpp"

#include <model.hpp>

int main(int argc, char** argv) {
  using namespace cifar10_paper;
  etch::bench::report figures(argc, argv);
  static network_in<etch::element_t<formats, examples::format_called(FORMAT)>> net;
  for (int i = 0; i < codes_of_picture; ++i) net.input().set(i, picture_code(0, i) / 128.0);
  etch::bench::measure_once(figures, "cifar10_paper/" FORMAT, net);
}
