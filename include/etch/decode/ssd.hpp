// The heads of SSD: for each cell and anchor how its box differs from the anchor, and scores of
// classes that share one likelihood, the first of which is background.
// Source: W. Liu et al., SSD: Single Shot MultiBox Detector, 2016.
#pragma once

#include <etch/decode/anchor.hpp>
#include <etch/decode/best_boxes.hpp>

namespace ETCH_NAMESPACE::decode {

/// A head of `rows` x `columns` cells whose centres lie half a `step` from their edges, channels
/// last: four places an anchor and, in an array of their own, 1 + classes scores.
template <int Anchors>
struct ssd_head {
  picture of;
  int rows, columns, classes;
  int step;  ///< pixels from cell to cell
  anchor anchors[Anchors];
  logit_reader places, scores;
  std::int32_t centre_variance = share(0.1), side_variance = share(0.2);

  /// Adds to `boxes` those more likely than a threshold, from the first cell on, in the order of
  /// the codes; labels count from the class behind background.
  template <class Place, class Score, class Boxes>
  constexpr void decode(const Place* place, const Score* score, std::int32_t threshold,
                        Boxes& boxes) const {
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        for (const anchor& a : anchors) {
          decode_one(place, score, x, y, a, threshold, boxes);
          place += 4;
          score += 1 + classes;
        }
      }
    }
  }

 private:
  template <class Place, class Score, class Boxes>
  constexpr void decode_one(const Place* place, const Score* score, int x, int y, const anchor& a,
                            std::int32_t threshold, Boxes& boxes) const {
    std::int32_t most = scores(score[0]);
    for (int c = 1; c <= classes; ++c) most = maximum(most, scores(score[c]));
    std::uint64_t sum = 0;
    for (int c = 0; c <= classes; ++c) sum += below(scores(score[c]), most);
    for (int c = 1; c <= classes; ++c) {
      const std::uint64_t part = below(scores(score[c]), most);
      const auto likely = static_cast<std::int32_t>(((part << share_bits) + sum / 2) / sum);
      if (likely <= threshold) continue;
      box b = box_around(centre(x, a.width, place[0]), centre(y, a.height, place[1]),
                         side(a.width, place[2]), side(a.height, place[3]));
      b.label = c - 1, b.score = likely;
      boxes.add_inside(of, b);
    }
  }
  static constexpr std::uint32_t below(std::int32_t logit, std::int32_t most) {
    return exponential(maximum(logit - most, -highest_logit - 1));
  }
  constexpr std::int32_t centre(int cell, int pixels, std::int32_t code) const {
    const std::int64_t moved = std::int64_t{places(code)} * centre_variance * pixels;
    const auto away = static_cast<std::int32_t>(
        shift_rounded<rounding::half_away>(moved, logit_bits + share_bits - pixel_bits));
    return ((std::int32_t{2 * cell + 1} * step) << (pixel_bits - 1)) + away;
  }
  constexpr std::int32_t side(int pixels, std::int32_t code) const {
    const auto logit = static_cast<std::int32_t>(
        shift_rounded<rounding::half_away>(std::int64_t{places(code)} * side_variance, share_bits));
    return scaled_side(pixels, exponential(logit));
  }
};

}  // namespace ETCH_NAMESPACE::decode
