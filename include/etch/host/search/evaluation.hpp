// What a search asks of a configuration, whoever answers.
#pragma once

#include <etch/host/search/configuration.hpp>

#include <cmath>

namespace ETCH_NAMESPACE {
namespace host {

/// What a configuration takes on the target.
struct footprint {
  long ram = 0;  ///< of the planner, with scratch memory
  long constants = 0;
  bool operator==(const footprint&) const = default;
};

/// How far a configuration is from the float network, over some cases.
struct loss {
  long disagreements = 0;  ///< cases of which it says another class than the float network
  double error = 0;        ///< of the outputs: root of the mean square
  long right = 0;          ///< cases of which it says the class that they are

  /// By disagreements, among equals by the error.
  bool less_than(const loss& other) const {
    return disagreements != other.disagreements ? disagreements < other.disagreements
                                                : error < other.error;
  }
  bool operator==(const loss&) const = default;
};

/// Who answers: a program that runs the network, a cluster, a table of a test.
class evaluator {
 public:
  virtual ~evaluator() = default;
  /// What the planner says, without a run.
  virtual footprint footprint_of(const configuration& c) = 0;
  /// The losses of configurations in their order; they do not depend on one another.
  virtual std::vector<loss> losses_of(const std::vector<configuration>& all) = 0;
  /// By how many deviations of their mean the squares of a's error are less than b's, case by case;
  /// where losses are no matter of chance, as here, by so many that it is none.
  virtual double deviations_below(const configuration& a, const configuration& b) {
    const std::vector<loss> losses = losses_of({a, b});
    return losses[0].error < losses[1].error ? HUGE_VAL : 0;
  }
};

/// A configuration with all that is known of it.
struct evaluated {
  configuration what;
  footprint takes;
  loss loses;
};
/// The evaluated forms of configurations, in their order.
inline std::vector<evaluated> evaluate(evaluator& by, const std::vector<configuration>& all) {
  const std::vector<loss> losses = by.losses_of(all);
  std::vector<evaluated> made;
  for (std::size_t i = 0; i < all.size(); ++i) {
    made.push_back({all[i], by.footprint_of(all[i]), losses[i]});
  }
  return made;
}
/// The one of the least loss, the first of equals; null where there is none.
inline const evaluated* best_of(const std::vector<evaluated>& all) {
  const evaluated* best = nullptr;
  for (const evaluated& e : all) {
    if (best == nullptr || e.loses.less_than(best->loses)) best = &e;
  }
  return best;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
