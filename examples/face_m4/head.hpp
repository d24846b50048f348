// Face-M4's heads: boxes of its eight outputs.
#pragma once

#include "network.hpp"

#include <etch/decode/decode.hpp>

namespace face_m4 {

/// Head H, whose codes are read so: one anchor a cell.
template <int H>
constexpr etch::decode::ssd_head<1> head_of(const etch::decode::logit_reader& places,
                                            const etch::decode::logit_reader& of_scores) {
  constexpr int side[heads]{8, 16, 32, 48}, step[heads]{8, 8, 16, 16};
  return {.of = {.width = width, .height = height},
          .rows = height / step[H],
          .columns = width / step[H],
          .classes = 1,
          .step = step[H],
          .anchors = {{.width = side[H], .height = side[H]}},
          .places = places,
          .scores = of_scores};
}

/// Brings the scores of `cells` cells, of head H, to two each: background and face.
template <int H, class Code>
constexpr void join_background(Code* codes, int cells) {
  constexpr int each = scores[H];
  for (int i = 0; i < cells && each > 2; ++i) {
    Code most = codes[i * each];
    for (int k = 1; k < each - 1; ++k) most = etch::maximum(most, codes[i * each + k]);
    const Code face = codes[i * each + each - 1];
    codes[2 * i] = most;
    codes[2 * i + 1] = face;
  }
}

constexpr std::int32_t overlap = etch::decode::share(0.3);  ///< of two boxes of one face, at most

/// The boxes of all heads that are more likely than a threshold, from codes: one pointer each to
/// places and scores of head 0, of head 1 and so on.
template <class Net, class Boxes>
void find_faces(Net& net, std::int32_t threshold, Boxes& boxes) {
  boxes.clear();
  etch::for_each_index<heads>([&]<int H>() {
    using places = typename Net::template output_value<2 * H>;
    using of_scores = typename Net::template output_value<2 * H + 1>;
    constexpr auto head =
        head_of<H>(etch::decode::logits_of(places::is.number.unit(), places::is.number.zero),
                   etch::decode::logits_of(of_scores::is.number.unit(), of_scores::is.number.zero));
    auto* const codes = net.template output<2 * H + 1>().data();
    join_background<H>(codes, head.rows * head.columns);
    head.decode(net.template output<2 * H>().data(), codes, threshold, boxes);
  });
  boxes.suppress(overlap);
}

}  // namespace face_m4
