// The detector's head: boxes of 16 x 16 cells and two anchors.
#pragma once

#include <etch/decode/decode.hpp>

namespace detector {

inline constexpr int side = 128, cells = 16, anchors = 2;  ///< pixels, cells of a line, of a cell

/// Of logits that are read so.
constexpr etch::decode::yolo_head<anchors> head_of(const etch::decode::logit_reader& logits) {
  return {.of = {.width = side, .height = side},
          .rows = cells,
          .columns = cells,
          .classes = 1,
          .anchors = {{.width = 25, .height = 25}, {.width = 42, .height = 42}},
          .logits = logits};
}

}  // namespace detector
