// What is known of the numbers that a value of a network takes: ends, moments and a histogram.
#pragma once

#include <etch/base/features.hpp>

#include <cmath>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// The ends of numbers, found in a first pass over the data.
struct ends {
  double least = 0, largest = 0;  ///< of the numbers and of 0, which every format holds

  void add(double x) {
    least = std::fmin(least, x);
    largest = std::fmax(largest, x);
  }
  /// The largest magnitude.
  double magnitude() const { return std::fmax(-least, largest); }
};

/// The numbers that a value takes, counted in a second pass: in equal bins of magnitude, negative
/// and positive ones apart. Zeros are in no bin: every format has a code for 0, so that they say
/// nothing of where to clip.
class distribution {
 public:
  static constexpr int bins = 2048;

  distribution() = default;
  explicit distribution(const ends& all) : ends_(all), below_(bins), above_(bins) {}

  /// Counts a number between the ends.
  void add(double x) {
    ++count_;
    if (x == 0) return;
    ++nonzero_;
    magnitudes_ += std::fabs(x);
    squares_ += x * x;
    const int bin = static_cast<int>(std::fabs(x) / width());
    (x < 0 ? below_ : above_)[static_cast<std::size_t>(bin < bins ? bin : bins - 1)] += 1;
  }

  const ends& range() const { return ends_; }
  /// How many numbers there were, and how many of them were not 0.
  double count() const { return count_; }
  double nonzero() const { return nonzero_; }
  /// What magnitudes a bin spans, and the middle of it.
  double width() const { return ends_.magnitude() / bins; }
  double middle(int bin) const { return (bin + 0.5) * width(); }
  double below(int bin) const { return below_[static_cast<std::size_t>(bin)]; }
  double above(int bin) const { return above_[static_cast<std::size_t>(bin)]; }
  /// Magnitudes, whatever their signs.
  std::vector<double> magnitudes() const {
    std::vector<double> h(above_);
    for (std::size_t i = 0; i < h.size(); ++i) h[i] += below_[i];
    return h;
  }
  /// Of the numbers that are not 0: E|x| and E x^2.
  double mean_magnitude() const { return nonzero_ > 0 ? magnitudes_ / nonzero_ : 0; }
  double mean_square() const { return nonzero_ > 0 ? squares_ / nonzero_ : 0; }

 private:
  ends ends_;
  std::vector<double> below_, above_;
  double count_ = 0, nonzero_ = 0, magnitudes_ = 0, squares_ = 0;
};

}  // namespace host
}  // namespace ETCH_NAMESPACE
