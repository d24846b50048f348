// How well Face-M4 finds faces in each number format: ./dev compare face_m4
//
// Mean average precision, precision and recall on the pictures of test that make_pictures.py put
// into DATA. --pictures <count>, in front of all other words, takes the first of them.
#include "accuracy.hpp"
#include "every_format.hpp"

#include <etch/host/compare.hpp>

#include <algorithm>
#include <string_view>

int main(int argc, char** argv) try {
  int most = 1000;
  if (argc > 2 && std::string_view(argv[1]) == "--pictures") {
    most = std::atoi(argv[2]);
    argv[2] = argv[0];
    argc -= 2, argv += 2;
  }
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options) return 2;
  if (!examples::has_pictures(DATA)) {
    fmt::print("skipped: no test_pictures.npy in {}; fetch_data.sh and make_pictures.py make it\n",
               DATA);
    return 77;
  }
  const examples::pictures test = examples::read_pictures(DATA, "test", most);
  const std::vector<std::string>& wanted = options->formats;
  const auto counted = etch::host::read_figures(options->figures);
  std::vector<std::string> known;
  double reference = 0;
  bool failed = false;
  fmt::print("{:<12} {:>8} {:>10} {:>8} {:>8} {:>10} {:>14}\n", "", "mAP %", "precision", "recall",
             "RAM", "constants", options->machine.empty() ? "" : "instructions");
  face_m4::for_each_format([&]<class Net>(const char* name) {
    known.emplace_back(name);
    const bool first = known.size() == 1;
    if (!first && !wanted.empty() && std::count(wanted.begin(), wanted.end(), name) == 0) return;
    const examples::scores s = face_m4::score_of<Net>(test);
    const double precision = 100 * s.mean_average_precision();
    if (first) reference = precision;
    const auto found = counted.find(std::string("face_m4/") + name + "/instructions");
    fmt::print("{:<12} {:>8.2f} {:>10.2f} {:>8.2f} {:>8} {:>10} {:>14}\n", name, precision,
               100 * s.precision(0.5), 100 * s.recall(0.5), Net::ram_bytes, Net::constant_bytes,
               found == counted.end() ? "" : std::to_string(found->second));
    std::fflush(stdout);
    if (precision >= reference - options->within) return;
    fmt::print(stderr, "compare: {} loses more than {} points\n", name, options->within);
    failed = true;
  });
  for (const std::string& name : wanted) {
    if (std::count(known.begin(), known.end(), name) > 0) continue;
    fmt::print(stderr, "compare: there is no format '{}'\n", name);
    failed = true;
  }
  fmt::print("{} pictures{}\n", test.count,
             options->machine.empty() ? "" : "; instructions of one run on " + options->machine);
  return failed ? 1 : 0;
} catch (const std::exception& e) {
  fmt::print(stderr, "compare: {}\n", e.what());
  return 1;
}
