// What the detector of KIND costs in the number format FORMAT: a run on the drawn picture; HEADER
// has its numbers
#include "drawing.hpp"
#include "formats.hpp"

#include HEADER

#include "model.hpp"

int main(int argc, char** argv) {
  using namespace detector;
  using numbers = etch::element_t<formats<KIND>, examples::format_called(FORMAT)>;
  etch::bench::report figures(argc, argv);
  static std::int8_t codes[side * side * 3];
  draw(codes);
  static etch::network<with<numbers>::graph> net;
  for (int i = 0; i < count_of(codes); ++i) net.input().set(i, codes[i] / 128.0);
  etch::bench::measure_once(figures, std::string("detector_") + KIND::name + "/" FORMAT, net);
}
