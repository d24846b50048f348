// A detector in dynamic fixed point of 4 to 16 bits and in 32 (S1's table 1, figures 5 and 6):
//
//   detector_widths faces|ships WEIGHTS DATA [PICTURES [WIDTH...]]
//
// prints mAP, precision and recall, and AP of each class, with weights alone and with weights and
// values in so many bits. Formats come from pictures of validation, figures from those of test.
// WEIGHTS and DATA have a folder for each kind. Exit code 77: no DATA.
#include "widths.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace detector;

template <class Kind>
constexpr int classes = count_of(Kind::classes);

template <class Kind>
void print_titles() {
  std::printf("%-20s %4s %8s %10s %8s", "", "bits", "mAP %", "precision", "recall");
  for (int k = 0; classes<Kind> > 1 && k < classes<Kind>; ++k) {
    std::printf(" %14s", Kind::classes[k]);
  }
  std::printf("\n");
}

template <class Kind>
void print(const char* what, int bits, const scores& s) {
  std::printf("%-20s %4d %8.2f %10.2f %8.2f", what, bits, 100 * s.mean_average_precision(),
              100 * s.precision(0.5), 100 * s.recall(0.5));
  for (int k = 0; classes<Kind> > 1 && k < classes<Kind>; ++k) {
    std::printf(" %14.2f", 100 * s[k].average_precision());
  }
  std::printf("\n");
  std::fflush(stdout);
}

template <class Kind>
int measure(const std::string& weights, const std::string& folder, int count,
            const std::vector<int>& widths) {
  const network net = read_network(weights);
  std::size_t parameters = 0;
  for (const convolution& c : net) parameters += c.weights.size() + c.biases.size();
  std::printf("%zu convolutions, %zu parameters\n", net.size(), parameters);
  if (parameters < 386000 || parameters > 396000) return 1;
  if (!has_pictures(folder)) {
    std::printf("skipped: no test_pictures.npy in %s; fetch_data.sh and make_data.py make it\n",
                folder.c_str());
    return 77;
  }
  const measurement<Kind> measured(net, folder, count);
  const scores whole = measured.in_float();
  std::printf("%d pictures of test, %d %s; precision and recall at 0.5, then AP of each class\n",
              measured.pictures(), whole.objects(), Kind::name);
  print_titles<Kind>();
  print<Kind>("float", 32, whole);
  bool holds = whole.mean_average_precision() >= 0.80;
  for (const int bits : widths) {
    print<Kind>("weights", bits, measured.weights(bits));
    const scores both = measured.weights_and_values(bits);
    print<Kind>("weights and values", bits, both);
    const double lost = whole.mean_average_precision() - both.mean_average_precision();
    if (bits == 8) holds = holds && lost <= 0.01;
    if (bits == 7) holds = holds && lost <= 0.02;
  }
  std::printf("bars (float 80, 8 bits -1, 7 bits -2): %s\n", holds ? "held" : "missed");
  return holds ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 4) {
    std::fprintf(stderr, "usage: detector_widths faces|ships WEIGHTS DATA [PICTURES [WIDTH...]]\n");
    return 2;
  }
  const std::string kind = argv[1];
  std::vector<int> widths;
  for (int i = 5; i < argc; ++i) widths.push_back(std::atoi(argv[i]));
  for (int w = 4; argc <= 5 && w <= 16; ++w) widths.push_back(w);
  return for_kind(kind, [&]<class Kind>() {
    return measure<Kind>(argv[2] + ("/" + kind), argv[3] + ("/" + kind),
                         argc > 4 ? std::atoi(argv[4]) : 1000, widths);
  });
} catch (const std::exception& e) {
  std::fprintf(stderr, "detector_widths: %s\n", e.what());
  return 1;
}
