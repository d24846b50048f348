// Figures of what detector_widths prints, in percent, of all pictures of test in DATA by the
// network in WEIGHTS: float, and weights alone ("weights") or with values ("both") in 4 to 16 bits.
#include "widths.hpp"

#include <report.hpp>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  if (!detector::has_pictures(DATA)) {
    std::printf("skipped: no test_pictures.npy in %s; fetch_data.sh and make_data.py make it\n",
                DATA);
    return 0;
  }
  etch::bench::report report(argc, argv);
  const detector::measurement measured(detector::read_network(WEIGHTS), DATA, 1000);
  const auto add = [&](const std::string& which, const examples::score& s) {
    const auto percent = [&](const char* what, double share) {
      report.add("detector_widths/" + which + "/" + what, "percent", std::round(1e4 * share) / 100);
    };
    percent("average_precision", s.average_precision());
    percent("precision", s.precision(0.5));
    percent("recall", s.recall(0.5));
  };
  add("float", measured.in_float());
  for (int bits = 4; bits <= 16; ++bits) {
    add("weights/" + std::to_string(bits), measured.weights(bits));
    add("both/" + std::to_string(bits), measured.weights_and_values(bits));
  }
}
