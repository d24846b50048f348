// How far numbers are from those of a reference.
#pragma once

#include <etch/base/features.hpp>

#include <cmath>

namespace ETCH_NAMESPACE {
namespace host {

/// How far numbers are from those of the reference.
struct deviation {
  double signal = 0, noise = 0, largest = 0;
  long count = 0;

  void add(double reference, double number) {
    const double error = number - reference;
    signal += reference * reference;
    noise += error * error;
    largest = std::fmax(largest, std::fabs(error));
    ++count;
  }
  /// Signal over error in decibel; infinite if there is no error.
  double decibels() const { return 10 * std::log10(signal / noise); }
  double mean_square() const { return count == 0 ? 0 : noise / static_cast<double>(count); }
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
