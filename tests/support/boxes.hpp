// Random boxes of few places and scores, so that many are equal, and a digest of boxes.
#pragma once

#include <etch/decode/decode.hpp>

#include <initializer_list>

namespace boxes_of_test {

struct random_numbers {
  std::uint32_t seed = 1;
  /// One of 0 .. n - 1; n is at most 65536.
  constexpr int below(int n) {
    seed = seed * 1664525U + 1013904223U;
    return static_cast<int>((seed >> 16) * static_cast<std::uint32_t>(n) >> 16);
  }
};

constexpr etch::decode::box random_box(random_numbers& random) {
  const int left = random.below(12) * 40, top = random.below(8) * 40;
  const int width = 40 + random.below(8) * 40, height = 40 + random.below(8) * 40;
  const int score = random.below(10), label = random.below(3);
  return {.left = left,
          .top = top,
          .right = left + width,
          .bottom = top + height,
          .score = score,
          .label = label};
}

/// FNV-1a of boxes.
struct digest {
  std::uint32_t value = 2166136261U;
  constexpr void add(const etch::decode::box& b) {
    for (const auto x : {b.left, b.top, b.right, b.bottom, b.score, b.label}) {
      value = (value ^ static_cast<std::uint32_t>(x)) * 16777619U;
    }
  }
};

}  // namespace boxes_of_test
