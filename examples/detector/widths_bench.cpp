// Figures of what detector_widths prints, in percent, of all pictures of test in DATA by the
// network in WEIGHTS that looks for KIND: float, and weights alone ("weights") or with values
// ("both") in 4 to 16 bits. Of one class average_precision is mAP.
#include "widths.hpp"

#include <report.hpp>

#include <cmath>
#include <cstdio>

int main(int argc, char** argv) {
  using kind = detector::KIND;
  const std::string data = std::string(DATA) + "/" + kind::name;
  if (!detector::has_pictures(data)) {
    std::printf("skipped: no test_pictures.npy in %s; fetch_data.sh and make_data.py make it\n",
                data.c_str());
    return 0;
  }
  etch::bench::report report(argc, argv);
  const detector::measurement<kind> measured(
      detector::read_network(std::string(WEIGHTS) + "/" + kind::name), data, 1000);
  const auto add = [&](const std::string& which, const examples::scores& s) {
    const auto percent = [&](const std::string& what, double share) {
      report.add(NAME "/" + which + "/" + what, "percent", std::round(1e4 * share) / 100);
    };
    percent("average_precision", s.mean_average_precision());
    percent("precision", s.precision(0.5));
    percent("recall", s.recall(0.5));
    for (int k = 0; s.classes() > 1 && k < s.classes(); ++k) {
      percent("average_precision/" + std::string(kind::classes[k]), s[k].average_precision());
    }
  };
  add("float", measured.in_float());
  for (int bits = 4; bits <= 16; ++bits) {
    add("weights/" + std::to_string(bits), measured.weights(bits));
    add("both/" + std::to_string(bits), measured.weights_and_values(bits));
  }
}
