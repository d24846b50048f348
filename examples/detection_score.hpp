// How well boxes were found: average precision, and precision and recall at a threshold.
#pragma once

#include "labelled_pictures.hpp"

#include <etch/decode/decode.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace examples {

/// Boxes of a class beside the objects of that class that pictures show. A box is right where it
/// overlaps an object that no better box took by 0.5 or more.
class score {
 public:
  explicit score(int label = 0) : label_(label) {}

  /// The boxes of a picture and what it shows; those of other classes do not count.
  template <class Boxes>
  void add(const Boxes& found, const std::vector<object>& shown) {
    std::vector<bool> taken(shown.size());
    for (const object& o : shown) objects_ += o.label == label_ ? 1 : 0;
    for (const etch::decode::box& b : found) {
      if (b.label != label_) continue;
      std::size_t best = shown.size();
      for (std::size_t k = 0; k < shown.size(); ++k) {
        const object& o = shown[k];
        if (o.label != label_ || taken[k]) continue;
        const etch::decode::box want{.left = 16 * o.left,
                                     .top = 16 * o.top,
                                     .right = 16 * (o.left + o.width),
                                     .bottom = 16 * (o.top + o.height),
                                     .score = 0,
                                     .label = o.label};
        if (etch::decode::overlaps_more(b, want, etch::decode::share(0.5) - 1)) best = k;
      }
      const bool right = best < shown.size();
      if (right) taken[best] = true;
      boxes_.push_back({b.score, right});
    }
  }

  /// The area under precision by recall, precision made monotonous; of no object no number.
  double average_precision() const {
    std::vector<std::size_t> order(boxes_.size());  // the best first; of equals the first
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return boxes_[a].first != boxes_[b].first ? boxes_[a].first > boxes_[b].first : a < b;
    });
    std::vector<double> precisions;  // where an object was found
    int right = 0, seen = 0;
    for (const std::size_t i : order) {
      ++seen;
      if (boxes_[i].second) precisions.push_back(static_cast<double>(++right) / seen);
    }
    double best = 0, sum = 0;
    for (std::size_t i = precisions.size(); i-- > 0;) sum += best = std::max(best, precisions[i]);
    return sum / objects_;
  }
  int objects() const { return objects_; }
  /// Boxes above a threshold, and how many of them are right.
  int above(double threshold) const {
    int count = 0;
    for (const auto& b : boxes_) count += b.first > etch::decode::share(threshold) ? 1 : 0;
    return count;
  }
  int right(double threshold) const {
    int count = 0;
    for (const auto& b : boxes_) {
      count += b.second && b.first > etch::decode::share(threshold) ? 1 : 0;
    }
    return count;
  }

 private:
  int label_;
  std::vector<std::pair<int, bool>> boxes_;
  int objects_ = 0;
};

/// Of all classes, from class 0 on.
class scores {
 public:
  explicit scores(int classes) {
    for (int label = 0; label < classes; ++label) of_.emplace_back(label);
  }

  template <class Boxes>
  void add(const Boxes& found, const std::vector<object>& shown) {
    for (score& s : of_) s.add(found, shown);
  }

  const score& operator[](int label) const { return of_[static_cast<std::size_t>(label)]; }
  /// Of the classes that are shown.
  double mean_average_precision() const {
    double sum = 0;
    int shown = 0;
    for (const score& s : of_) {
      if (s.objects() == 0) continue;
      sum += s.average_precision();
      ++shown;
    }
    return shown == 0 ? 0 : sum / shown;
  }
  /// Of the boxes, and of the objects, of all classes.
  double precision(double threshold) const {
    return ratio(threshold, [&](const score& s) { return s.above(threshold); });
  }
  double recall(double threshold) const {
    return ratio(threshold, [](const score& s) { return s.objects(); });
  }
  int classes() const { return static_cast<int>(of_.size()); }
  int objects() const {
    int all = 0;
    for (const score& s : of_) all += s.objects();
    return all;
  }

 private:
  template <class Count>
  double ratio(double threshold, const Count& count) const {
    int right = 0, all = 0;
    for (const score& s : of_) right += s.right(threshold), all += count(s);
    return all > 0 ? static_cast<double>(right) / all : 0;
  }

  std::vector<score> of_;
};

}  // namespace examples
