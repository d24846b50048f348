// What is known of the numbers that a value of a network takes: ends, moments and a histogram.
#pragma once

#include <etch/base/features.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
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

/// So many numbers tell where their tails end; of fewer the ends are guessed, and none is clipped.
inline constexpr std::size_t numbers_that_tell = 1000;

/// The ends that `numbers_that_tell` numbers would have of which these few are a sample: where a
/// tail falls off as e^-(x / t), n times as many numbers reach t ln(n) further, and t is the mean
/// excess of the tenth that lies outermost. An end at 0 stays.
inline ends widened(const ends& all, std::vector<double> few) {
  const std::size_t tail = few.size() / 10;
  if (tail < 2 || few.size() >= numbers_that_tell) return all;
  const double times = static_cast<double>(numbers_that_tell) / static_cast<double>(few.size());
  const auto excess = [&] {  // of the first numbers over the one behind them
    double sum = 0;
    for (std::size_t i = 0; i < tail; ++i) sum += std::fabs(few[i] - few[tail]);
    return sum / static_cast<double>(tail);
  };
  ends wide = all;
  std::sort(few.begin(), few.end());
  if (all.least < 0) wide.least -= excess() * std::log(times);
  std::sort(few.begin(), few.end(), std::greater<>{});
  if (all.largest > 0) wide.largest += excess() * std::log(times);
  return wide;
}

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
