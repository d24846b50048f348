// How well boxes were found: average precision, and precision and recall at a threshold.
#pragma once

#include <etch/decode/decode.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace examples {

/// Boxes of pictures beside the faces that they show. A box is right where it overlaps a face that
/// no better box took by 0.5 or more.
class score {
 public:
  /// The boxes of a picture and its faces, at most so many: left, top, size, which is 0 where there
  /// is none.
  template <class Boxes>
  void add(const Boxes& found, const std::int16_t* faces, int most) {
    std::vector<bool> taken(static_cast<std::size_t>(most));
    for (int f = 0; f < most; ++f) faces_ += faces[3 * f + 2] > 0 ? 1 : 0;
    for (const etch::decode::box& b : found) {
      int best = -1;
      for (int f = 0; f < most; ++f) {
        const std::int16_t* const face = faces + 3 * f;
        if (face[2] == 0 || taken[static_cast<std::size_t>(f)]) continue;
        const etch::decode::box want{.left = 16 * face[0],
                                     .top = 16 * face[1],
                                     .right = 16 * (face[0] + face[2]),
                                     .bottom = 16 * (face[1] + face[2]),
                                     .score = 0,
                                     .label = 0};
        if (etch::decode::overlaps_more(b, want, etch::decode::share(0.5) - 1)) best = f;
      }
      if (best >= 0) taken[static_cast<std::size_t>(best)] = true;
      boxes_.push_back({b.score, best >= 0});
    }
  }

  /// The area under precision by recall, precision made monotonous.
  double average_precision() const {
    std::vector<std::size_t> order(boxes_.size());  // the best first; of equals the first
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return boxes_[a].first != boxes_[b].first ? boxes_[a].first > boxes_[b].first : a < b;
    });
    std::vector<double> precisions;  // where a face was found
    int right = 0, seen = 0;
    for (const std::size_t i : order) {
      ++seen;
      if (boxes_[i].second) precisions.push_back(static_cast<double>(++right) / seen);
    }
    double best = 0, sum = 0;
    for (std::size_t i = precisions.size(); i-- > 0;) sum += best = std::max(best, precisions[i]);
    return sum / faces_;
  }
  double precision(double threshold) const { return ratio(threshold, above(threshold)); }
  double recall(double threshold) const { return ratio(threshold, faces_); }
  int faces() const { return faces_; }

 private:
  int above(double threshold) const {
    int count = 0;
    for (const auto& b : boxes_) count += b.first > etch::decode::share(threshold) ? 1 : 0;
    return count;
  }
  double ratio(double threshold, int all) const {
    int right = 0;
    for (const auto& b : boxes_) {
      right += b.second && b.first > etch::decode::share(threshold) ? 1 : 0;
    }
    return all > 0 ? static_cast<double>(right) / all : 0;
  }

  std::vector<std::pair<int, bool>> boxes_;
  int faces_ = 0;
};

}  // namespace examples
