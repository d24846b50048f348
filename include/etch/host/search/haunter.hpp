// HAUNTER: promotes variables from a low format to a high one, the hottest first, as far as a limit
// of RAM allows. Source: Jaiswal et al., MinUn: Accurate ML Inference on Microcontrollers, 2023.
#pragma once

#include <etch/host/search/evaluation.hpp>

#include <algorithm>

namespace ETCH_NAMESPACE {
namespace host {

/// What is promoted, in which order, and from which format to which.
struct promotions {
  std::vector<std::size_t> order;
  int low = 0, high = 1;
};

/// What promotion within a limit leaves: a configuration, and what did not fit into it.
struct promoted {
  configuration what;
  std::vector<std::size_t> overshooting;
};

/// Promotes every variable that is not yet high, one by one, and takes back what no longer fits.
template <class Fits>
promoted promote_within(configuration from, const promotions& p, const Fits& fits) {
  promoted made{std::move(from), {}};
  for (const std::size_t v : p.order) {
    if (made.what[v] == p.high) continue;
    made.what[v] = p.high;
    if (fits(made.what)) continue;
    made.what[v] = p.low;
    made.overshooting.push_back(v);
  }
  return made;
}

/// The configurations of the three phases, each once: all low, promoted; for each variable that did
/// not fit, it first and then the others; all of these first. What does not fit is left out: where
/// all low is too large, kernels of high formats may take less scratch memory.
template <class Fits>
std::vector<configuration> haunter_phases(std::size_t variables, const promotions& p,
                                          const Fits& fits) {
  const configuration low = homogeneous(variables, p.low);
  std::vector<configuration> made;
  const auto add = [&](configuration c) {
    const bool known = std::find(made.begin(), made.end(), c) != made.end();
    if (!known && fits(c)) made.push_back(std::move(c));
  };
  const promoted first = promote_within(low, p, fits);
  add(first.what);
  configuration all_forced = low;
  for (const std::size_t v : first.overshooting) {
    all_forced[v] = p.high;
    const configuration forced = with(low, v, p.high);
    if (fits(forced)) add(promote_within(forced, p, fits).what);
  }
  if (fits(all_forced)) add(promote_within(all_forced, p, fits).what);
  return made;
}

/// All that fits into limit * soft bytes of RAM, evaluated in the order of the phases; best_of is
/// HAUNTER's choice.
inline std::vector<evaluated> haunter(std::size_t variables, const promotions& p, double limit,
                                      double soft, evaluator& by) {
  const auto fits = [&](const configuration& c) {
    return static_cast<double>(by.footprint_of(c).ram) <= limit * soft;
  };
  return evaluate(by, haunter_phases(variables, p, fits));
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
