// The figures of both detectors.
#include "drawing.hpp"
#include "network.hpp"

#include <model.hpp>

namespace {
template <class Kind>
void measure(etch::bench::report& figures) {
  etch::bench::measure<detector::network_of<Kind>>(
      figures, std::string("detector_") + Kind::name, 1,
      [](auto& net, int) { detector::draw(net.input().data()); });
}
}  // namespace

int main(int argc, char** argv) {
  etch::bench::report figures(argc, argv);
  measure<detector::faces>(figures);
  measure<detector::ships>(figures);
}
