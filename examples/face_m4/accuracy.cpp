// How well Face-M4 finds faces in single precision and in 8 bits; compare.cpp has all formats:
//
//   face_m4_accuracy DATA [PICTURES]
//
// prints mean average precision, precision and recall on the pictures of test that
// make_pictures.py put into DATA. There is one class, so that AP is mAP. Exit code 77: no DATA.
#include "accuracy.hpp"
#include "formats.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: face_m4_accuracy DATA [PICTURES]\n");
    return 2;
  }
  if (!examples::has_pictures(argv[1])) {
    std::printf("skipped: no test_pictures.npy in %s; fetch_data.sh and make_pictures.py make it\n",
                argv[1]);
    return 77;
  }
  const examples::pictures test =
      examples::read_pictures(argv[1], "test", argc > 2 ? std::atoi(argv[2]) : 1000);
  double real = 0;
  bool holds = true;
  std::printf("%-8s %8s %10s %8s\n", "", "mAP %", "precision", "recall");
  const auto find = [&]<class Net>(const char* name) {
    const examples::scores s = face_m4::score_of<Net>(test);
    const double precision = 100 * s.mean_average_precision();
    if (real == 0) real = precision;
    holds = holds && precision >= real - face_m4::most_lost;
    std::printf("%-8s %8.2f %10.2f %8.2f\n", name, precision, 100 * s.precision(0.5),
                100 * s.recall(0.5));
    std::fflush(stdout);
  };
  find.operator()<face_m4::f32>("f32");
  find.operator()<face_m4::int8>("int8");
  holds = holds && real >= face_m4::least_precision;
  std::printf("%d pictures; bars (float %.0f, others -%.0f): %s\n", test.count,
              face_m4::least_precision, face_m4::most_lost, holds ? "held" : "missed");
  return holds ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "face_m4_accuracy: %s\n", e.what());
  return 1;
}
