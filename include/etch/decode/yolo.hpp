// The head of YOLO, version 3: of each cell and anchor x, y, w, h, whether anything is there, and
// the classes, each likely on its own.
// Source: J. Redmon, A. Farhadi, YOLOv3, 2018.
#pragma once

#include <etch/decode/anchor.hpp>
#include <etch/decode/best_boxes.hpp>

namespace ETCH_NAMESPACE::decode {

/// A head of `rows` x `columns` cells, channels last; 5 + classes channels an anchor.
template <int Anchors>
struct yolo_head {
  picture of;
  int rows, columns, classes;
  anchor anchors[Anchors];
  logit_reader logits;

  constexpr int channels() const { return Anchors * (5 + classes); }

  /// Adds to `boxes` those more likely than a threshold, from the first cell on, in the order of
  /// the codes. A box of two classes is two.
  template <class Code, class Boxes>
  constexpr void decode(const Code* codes, std::int32_t threshold, Boxes& boxes) const {
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        for (const anchor& a : anchors) {
          decode_one(codes, x, y, a, threshold, boxes);
          codes += 5 + classes;
        }
      }
    }
  }

 private:
  template <class Code, class Boxes>
  constexpr void decode_one(const Code* codes, int x, int y, const anchor& a,
                            std::int32_t threshold, Boxes& boxes) const {
    const std::int32_t there = likelihood(logits(codes[4]));
    if (there <= threshold) return;
    const std::int32_t width = side(a.width, codes[2]), height = side(a.height, codes[3]);
    box b = box_around(centre(x, codes[0], of.width, columns), centre(y, codes[1], of.height, rows),
                       width, height);
    for (b.label = 0; b.label < classes; ++b.label) {
      const std::int32_t kind = likelihood(logits(codes[5 + b.label]));
      b.score = (there * kind + (std::int32_t{1} << (share_bits - 1))) >> share_bits;
      if (b.score > threshold) boxes.add_inside(of, b);
    }
  }
  /// Of the cell: where in the picture, from its edge on.
  constexpr std::int32_t centre(int cell, std::int32_t code, int pixels, int cells) const {
    const std::int64_t place = (std::int64_t{cell} << share_bits) + likelihood(logits(code));
    const std::int64_t over = std::int64_t{cells} << share_bits;
    return static_cast<std::int32_t>(((place * pixels << (pixel_bits + 1)) / over + 1) >> 1);
  }
  constexpr std::int32_t side(int pixels, std::int32_t code) const {
    return scaled_side(pixels, exponential(logits(code)));
  }
};

}  // namespace ETCH_NAMESPACE::decode
