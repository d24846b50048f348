// Boxes of a picture and how far they overlap, in integers.
#pragma once

#include <etch/base/math.hpp>

#include <cstdint>

namespace ETCH_NAMESPACE::decode {

/// Edges are in sixteenths of a pixel; scores and shares have 15 fraction bits.
inline constexpr int pixel_bits = 4, share_bits = 15;

/// A share of 0..1, as scores, thresholds and overlaps are.
constexpr std::int32_t share(double real) {
  return static_cast<std::int32_t>(round_half_away(real * (std::int32_t{1} << share_bits)));
}

/// Pixels of a picture: at most 4096 each.
struct picture {
  int width, height;
};

/// A box: what lies from `left` to `right` and from `top` to `bottom`, what it is and how likely.
struct box {
  std::int32_t left, top, right, bottom;
  std::int32_t score;
  std::int32_t label;  ///< the class, from 0 on

  constexpr bool operator==(const box&) const = default;
  constexpr bool is_empty() const { return right <= left || bottom <= top; }
  constexpr std::int64_t area() const {
    return is_empty() ? 0 : std::int64_t{right - left} * (bottom - top);
  }
  /// What of it lies inside the picture.
  constexpr box clipped(const picture& p) const {
    box b = *this;
    b.left = clamp<std::int32_t>(left, 0, std::int32_t{p.width} << pixel_bits);
    b.right = clamp<std::int32_t>(right, 0, std::int32_t{p.width} << pixel_bits);
    b.top = clamp<std::int32_t>(top, 0, std::int32_t{p.height} << pixel_bits);
    b.bottom = clamp<std::int32_t>(bottom, 0, std::int32_t{p.height} << pixel_bits);
    return b;
  }
};

/// The box of this size around a centre.
constexpr box box_around(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height) {
  const std::int32_t left = x - (width >> 1), top = y - (height >> 1);
  return {.left = left,
          .top = top,
          .right = left + width,
          .bottom = top + height,
          .score = 0,
          .label = 0};
}

/// Whether intersection / union is more than a share. Of boxes inside a picture it is exact.
constexpr bool overlaps_more(const box& a, const box& b, std::int32_t than) {
  const box common{.left = maximum(a.left, b.left),
                   .top = maximum(a.top, b.top),
                   .right = minimum(a.right, b.right),
                   .bottom = minimum(a.bottom, b.bottom),
                   .score = 0,
                   .label = 0};
  const std::int64_t both = common.area(), either = a.area() + b.area() - both;
  return (both << share_bits) > either * than;
}

}  // namespace ETCH_NAMESPACE::decode
