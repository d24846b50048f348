// What Face-M4 costs in the number format FORMAT: a run on the drawn picture.
#include "every_format.hpp"

#include "model.hpp"

int main(int argc, char** argv) {
  etch::bench::report figures(argc, argv);
  static face_m4::format<examples::format_called(FORMAT)> net;
  face_m4::draw(net.input());
  etch::bench::measure_once(figures, "face_m4/" FORMAT, net);
}
