// The evaluator of ./dev search: asks the workers, and the journal before.
#pragma once

#include <etch/host/search/evaluation.hpp>
#include <etch/host/search/mixed_formats.hpp>
#define FMT_HEADER_ONLY
#include <fmt/format.h>

#include <chrono>

#include "workers.hpp"

namespace search {

using etch::host::footprint;
using etch::host::loss;

/// What the program says of a configuration over a part of the cases.
struct told {
  footprint takes;
  loss loses;
  std::string outputs;  ///< a hash of them
};

/// Asks for footprints here, and for losses wherever workers run.
class asked : public etch::host::evaluator {
 public:
  asked(workers& here, workers& anywhere, journal& known, const etch::host::mixed_formats& formats)
      : here_(here), anywhere_(anywhere), known_(known), formats_(formats) {}

  footprint footprint_of(const configuration& any) override {
    const configuration c = formats_.canonical(any);
    const auto found = footprints_.find(c);
    if (found != footprints_.end()) return found->second;
    const std::vector<json_line> question{of_formats(c)};
    const auto begin = std::chrono::steady_clock::now();
    here_.ask(question, [&](std::size_t, const json_line& a) { footprints_[c] = takes(a); });
    planning_ += std::chrono::steady_clock::now() - begin;
    return footprints_.at(c);
  }
  std::vector<loss> losses_of(const std::vector<configuration>& all) override {
    std::vector<loss> made;
    for (const told& t : tell(all, 0)) made.push_back(t.loses);
    return made;
  }
  /// All that is known of configurations over part 0, by which they are chosen, or 1.
  std::vector<told> tell(const std::vector<configuration>& all, int part) {
    std::vector<json_line> questions;
    for (const configuration& c : all) questions.push_back(of_formats(c).set("part", part));
    std::vector<told> made;
    for (const json_line& a : answers(questions)) {
      made.push_back({takes(a),
                      {a.integer("disagreements"), a.number("error"), a.integer("right")},
                      a.text("outputs")});
    }
    return made;
  }
  /// The 95th percentile of |a - b| of each variable that is a value, over part 0.
  std::vector<double> percentiles(const configuration& a, const configuration& b) {
    const json_line question = of_formats(a).set("against", formats_.canonical(b)).set("part", 0);
    return answers({question})[0].numbers("percentiles");
  }
  double deviations_below(const configuration& a, const configuration& b) override {
    const json_line question = of_formats(a).set("part", 0).set("than", formats_.canonical(b));
    return answers({question})[0].number("deviations");
  }
  /// Configurations that were run, and that the journal had.
  std::size_t runs() const { return runs_; }
  std::size_t remembered() const { return remembered_; }
  /// Configurations whose memory alone was planned, and the seconds of that.
  std::size_t plans() const { return footprints_.size(); }
  double seconds_of_planning() const { return planning_.count(); }
  /// Ends the line of progress.
  void be_quiet() const {
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{:60}\r", "");
  }

 private:
  workers &here_, &anywhere_;
  journal& known_;
  const etch::host::mixed_formats& formats_;
  std::map<configuration, footprint> footprints_;
  std::size_t runs_ = 0, remembered_ = 0;
  std::chrono::duration<double> planning_{};

  json_line of_formats(const configuration& c) const {
    return json_line().set("formats", formats_.canonical(c));
  }
  static footprint takes(const json_line& a) { return {a.integer("ram"), a.integer("constants")}; }

  std::vector<json_line> answers(const std::vector<json_line>& questions) {
    std::vector<json_line> made(questions.size()), open;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (const json_line* known = known_.find(questions[i])) {
        made[i] = *known;
        ++remembered_;
      } else {
        open.push_back(questions[i]);
        places.push_back(i);
      }
    }
    std::size_t done = 0;
    anywhere_.ask(open, [&](std::size_t i, const json_line& answer) {
      made[places[i]] = known_.add(open[i], answer);
      ++runs_;
      show_progress(++done, open.size());
    });
    return made;
  }
  void show_progress(std::size_t done, std::size_t all) const {
    if (isatty(STDERR_FILENO) == 0) return;
    constexpr std::size_t width = 20;
    const std::string bar(width * done / all, '#');
    fmt::print(stderr, "\r[{:<20}] {} of {}, {} configurations so far ", bar, done, all,
               runs_ + remembered_);
    std::fflush(stderr);
  }
};

}  // namespace search
