// A detector in several number formats: how well each finds and what it takes.
#pragma once

#include "detection_score.hpp"

#include <etch/host/compare.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace examples {

/// What is compared: figures of format F are called <name>/<F>/instructions, `maker` made the
/// pictures of test in `folder`.
struct compared_detector {
  std::string name, folder, maker;
};

/// Prints a line for each network that is asked for; the first is the reference.
class detection_table {
 public:
  detection_table(etch::host::comparison_options options, const std::string& name, pictures test)
      : options_(std::move(options)),
        name_(name),
        counted_(etch::host::read_figures(options_.figures)),
        test_(std::move(test)) {
    fmt::print("{:<12} {:>8} {:>10} {:>8} {:>8} {:>10} {:>14}\n", "", "mAP %", "precision",
               "recall", "RAM", "constants", options_.machine.empty() ? "" : "instructions");
  }

  /// score.operator()<Net>(pictures) gives the scores.
  template <class Net, class Score>
  void run(const std::string& format, const Score& score) {
    const bool first = std::exchange(is_first_, false);
    const std::vector<std::string>& wanted = options_.formats;
    if (!first && !wanted.empty() && std::count(wanted.begin(), wanted.end(), format) == 0) return;
    const scores s = score.template operator()<Net>(test_);
    const double precision = 100 * s.mean_average_precision();
    if (first) reference_ = precision;
    const auto found = counted_.find(name_ + "/" + format + "/instructions");
    fmt::print("{:<12} {:>8.2f} {:>10.2f} {:>8.2f} {:>8} {:>10} {:>14}\n", format, precision,
               100 * s.precision(0.5), 100 * s.recall(0.5), Net::ram_bytes, Net::constant_bytes,
               found == counted_.end() ? "" : std::to_string(found->second));
    std::fflush(stdout);
    if (precision >= reference_ - options_.within) return;
    fmt::print(stderr, "compare: {} loses more than {} points\n", format, options_.within);
    failed_ = true;
  }

  /// The exit code of the program.
  int finish() const {
    fmt::print("{} pictures{}\n", test_.count,
               options_.machine.empty() ? "" : "; instructions of one run on " + options_.machine);
    return failed_ ? 1 : 0;
  }

 private:
  etch::host::comparison_options options_;
  std::string name_;
  std::map<std::string, long long> counted_;
  pictures test_;
  double reference_ = 0;
  bool is_first_ = true, failed_ = false;
};

/// Whether the networks have each of these formats; says which they have not.
template <class ForEach>
bool has_formats(const std::vector<std::string>& wanted, const ForEach& for_each_format) {
  std::vector<std::string> known;
  for_each_format([&]<class Net>(const char* name) { known.emplace_back(name); });
  for (const std::string& name : wanted) {
    if (std::count(known.begin(), known.end(), name) > 0) continue;
    fmt::print(stderr, "compare: there is no format '{}'\n", name);
    return false;
  }
  return true;
}

/// The program: for_each_format(visit) calls visit.operator()<Net>(name) of each network.
/// --pictures <count>, in front of all other words, takes the first of them.
template <class ForEach, class Score>
int compare_detectors(int argc, char** argv, const compared_detector& of,
                      const ForEach& for_each_format, const Score& score) try {
  int most = 1000;
  if (argc > 2 && std::string_view(argv[1]) == "--pictures") {
    most = std::atoi(argv[2]);
    argv[2] = argv[0];
    argc -= 2, argv += 2;
  }
  const auto options = etch::host::read_comparison(argc, argv);
  if (!options || !has_formats(options->formats, for_each_format)) return 2;
  if (!has_pictures(of.folder)) {
    fmt::print("skipped: no test_pictures.npy in {}; fetch_data.sh and {} make it\n", of.folder,
               of.maker);
    return 77;
  }
  detection_table table(*options, of.name, read_pictures(of.folder, "test", most));
  for_each_format([&]<class Net>(const char* name) { table.template run<Net>(name, score); });
  return table.finish();
} catch (const std::exception& e) {
  fmt::print(stderr, "compare: {}\n", e.what());
  return 1;
}

}  // namespace examples
