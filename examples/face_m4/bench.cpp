// Figures of Face-M4: how well it finds faces in each format on all pictures of test in DATA, in
// percent, and what it makes of a drawn picture, in 8 bits layer after layer besides.
#include "accuracy.hpp"
#include "every_format.hpp"

#include "model.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  etch::bench::report figures(argc, argv);
  static etch::network<face_m4::int8_graph> whole;
  face_m4::draw(whole.input());
  etch::bench::measure_once(figures, "face_m4/layers", whole);
  face_m4::for_each_format([&]<class Net>(const char* name) {
    static Net net;
    face_m4::draw(net.input());
    etch::bench::measure_once(figures, std::string("face_m4/") + name, net);
  });
  if (!examples::has_pictures(DATA)) {
    std::printf("skipped: no test_pictures.npy in %s; fetch_data.sh and make_pictures.py make it\n",
                DATA);
    return 0;
  }
  const examples::pictures test = examples::read_pictures(DATA, "test", 1000);
  int faces = 0;
  face_m4::for_each_format([&]<class Net>(const char* name) {
    const examples::scores s = face_m4::score_of<Net>(test);
    const auto percent = [&](const char* what, double share) {
      figures.add("face_m4/" + std::string(name) + "/" + what, "percent",
                  std::round(1e4 * share) / 100);
    };
    percent("average_precision", s.mean_average_precision());
    percent("precision", s.precision(0.5));
    percent("recall", s.recall(0.5));
    faces = s.objects();
  });
  figures.add("face_m4/faces", "faces", faces);
}
