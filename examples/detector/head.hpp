// What the two detectors look for, and their heads: boxes of 16 x 16 cells.
#pragma once

#include <etch/decode/decode.hpp>

namespace detector {

inline constexpr int side = 128, cells = 16;  ///< pixels, cells of a line

/// Faces, pasted on textures.
struct faces {
  static constexpr const char* name = "faces";
  static constexpr const char* classes[] = {"face"};
  static constexpr etch::decode::anchor anchors[] = {{25, 25}, {42, 42}};
};
/// Ships of six kinds, drawn on water.
struct ships {
  static constexpr const char* name = "ships";
  static constexpr const char* classes[] = {"sailing boat", "container ship", "tanker", "ferry",
                                            "tug",          "submarine"};
  static constexpr etch::decode::anchor anchors[] = {{42, 20}};
};

template <class T, int N>
constexpr int count_of(const T (&)[N]) {
  return N;
}

/// The head of logits that are read so.
template <class Kind>
constexpr auto head_of(const etch::decode::logit_reader& logits) {
  etch::decode::yolo_head<count_of(Kind::anchors)> head{.of = {.width = side, .height = side},
                                                        .rows = cells,
                                                        .columns = cells,
                                                        .classes = count_of(Kind::classes),
                                                        .anchors = {},
                                                        .logits = logits};
  for (int a = 0; a < count_of(Kind::anchors); ++a) head.anchors[a] = Kind::anchors[a];
  return head;
}

}  // namespace detector
