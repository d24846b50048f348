// The detector in dynamic fixed point of 4 to 16 bits and in 32 (S1's table 1, figures 5 and 6):
//
//   detector_widths WEIGHTS DATA [PICTURES [WIDTH...]]
//
// prints AP, precision and recall with weights alone and with weights and values in so many bits.
// Formats come from pictures of validation, figures from those of test. Exit code 77: no DATA.
#include "widths.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace detector;

void print(const char* what, int bits, const score& s) {
  std::printf("%-20s %4d %8.2f %10.2f %8.2f\n", what, bits, 100 * s.average_precision(),
              100 * s.precision(0.5), 100 * s.recall(0.5));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: detector_widths WEIGHTS DATA [PICTURES [WIDTH...]]\n");
    return 2;
  }
  const network net = read_network(argv[1]);
  std::size_t parameters = 0;
  for (const convolution& c : net) parameters += c.weights.size() + c.biases.size();
  std::printf("%zu convolutions, %zu parameters\n", net.size(), parameters);
  if (parameters < 386000 || parameters > 396000) return 1;

  const std::string folder = argv[2];
  if (!has_pictures(folder)) {
    std::printf("skipped: no test_pictures.npy in %s; fetch_data.sh and make_data.py make it\n",
                folder.c_str());
    return 77;
  }
  const measurement measured(net, folder, argc > 3 ? std::atoi(argv[3]) : 1000);
  std::vector<int> widths;
  for (int i = 4; i < argc; ++i) widths.push_back(std::atoi(argv[i]));
  for (int w = 4; argc <= 4 && w <= 16; ++w) widths.push_back(w);

  const score whole = measured.in_float();
  std::printf("%d pictures of test, %d faces; precision and recall at 0.5\n", measured.pictures(),
              whole.faces());
  std::printf("%-20s %4s %8s %10s %8s\n", "", "bits", "AP %", "precision", "recall");
  print("float", 32, whole);
  bool holds = whole.average_precision() >= 0.80;
  for (const int bits : widths) {
    print("weights", bits, measured.weights(bits));
    const score both = measured.weights_and_values(bits);
    print("weights and values", bits, both);
    const double lost = whole.average_precision() - both.average_precision();
    if (bits == 8) holds = holds && lost <= 0.01;
    if (bits == 7) holds = holds && lost <= 0.02;
  }
  std::printf("bars (float 80, 8 bits -1, 7 bits -2): %s\n", holds ? "held" : "missed");
  return holds ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "detector_widths: %s\n", e.what());
  return 1;
}
