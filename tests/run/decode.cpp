// From a detector's codes to boxes on the processor at hand: the bits that every other one finds,
// and suppression as a plain reference does it, of sets full of ties.
// PORTABLE: no kernel of one target alone
#include "../support/boxes.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace etch;
using namespace etch::decode;
using boxes_of_test::digest, boxes_of_test::random_box, boxes_of_test::random_numbers;

constexpr int capacity = 24, most = 32;
constexpr std::int32_t overlap = share(0.25);  // which many boxes share exactly

/// What is left of boxes: all are looked at again for each that is taken.
struct reference {
  box left[most];
  int size = 0, left_out = 0;

  reference(const box* all, int count) {
    bool gone[most] = {};
    int room = capacity;
    for (int taken = 0; taken < count; ++taken) {
      int best = -1;
      for (int i = 0; i < count; ++i) {
        if (!gone[i] && (best < 0 || all[i].score > all[best].score)) best = i;
      }
      gone[best] = true;
      if (room == 0) {
        ++left_out;
      } else {
        --room;
        keep(all[best]);
      }
    }
  }

 private:
  void keep(const box& b) {
    for (int k = 0; k < size; ++k) {
      if (left[k].label == b.label && share_of(left[k], b)) return;
    }
    left[size++] = b;
  }
  // by counting, of each edge, what lies inside both
  static bool share_of(const box& a, const box& b) {
    const std::int64_t wide = common(a.left, a.right, b.left, b.right);
    const std::int64_t high = common(a.top, a.bottom, b.top, b.bottom);
    const std::int64_t all = std::int64_t{a.right - a.left} * (a.bottom - a.top) +
                             std::int64_t{b.right - b.left} * (b.bottom - b.top);
    return wide * high * (32768 + overlap) > all * overlap;
  }
  static std::int64_t common(int a, int a_end, int b, int b_end) {
    const int begin = a > b ? a : b, end = a_end < b_end ? a_end : b_end;
    return end > begin ? end - begin : 0;
  }
};

TEST_CASE("suppression of 10,000 random sets") {
  random_numbers random;
  digest seen;
  int different = 0, over = 0, ties = 0, dropped = 0;
  for (int set = 0; set < 10000; ++set) {
    box all[most];
    const int count = random.below(most + 1);
    for (int i = 0; i < count; ++i) all[i] = random_box(random);
    best_boxes<capacity> boxes;
    for (int i = 0; i < count; ++i) boxes.add(all[i]);
    for (int i = 1; i < boxes.size(); ++i) ties += boxes[i].score == boxes[i - 1].score;
    dropped += boxes.size();
    boxes.suppress(overlap);
    dropped -= boxes.size();
    const reference want(all, count);
    over += want.left_out > 0;
    different += boxes.size() != want.size || boxes.left_out() != want.left_out;
    for (int i = 0; i < want.size && i < boxes.size(); ++i)
      different += !(boxes[i] == want.left[i]);
    for (const box& b : boxes) seen.add(b);
  }
  CHECK(different == 0);
  CHECK(over > 1000);
  CHECK(ties > 10000);
  CHECK(dropped > 10000);
  CHECK(seen.value == 0x700602a2U);
}

TEST_CASE("the best boxes stay, a count tells of the others") {
  best_boxes<3> boxes;
  const auto scored = [](int score, int label) {
    return box{.left = 0, .top = 0, .right = 16, .bottom = 16, .score = score, .label = label};
  };
  for (int i = 0; i < 6; ++i) boxes.add(scored(i < 4 ? 100 : 200, i));
  CHECK(boxes.size() == 3);
  CHECK(boxes.left_out() == 3);
  CHECK(boxes[0].label == 4);  // of equal scores the first
  CHECK(boxes[1].label == 5);
  CHECK(boxes[2].label == 0);
  boxes.suppress(0);
  CHECK(boxes.size() == 3);  // each is another thing
  boxes.clear();
  CHECK(boxes.size() == 0);
  CHECK(boxes.left_out() == 0);
}

TEST_CASE("boxes outside the picture") {
  constexpr picture p{.width = 8, .height = 4};
  best_boxes<4> boxes;
  boxes.add_inside(p,
                   {.left = -10, .top = -20, .right = 300, .bottom = 30, .score = 9, .label = 1});
  boxes.add_inside(p, {.left = 128, .top = 0, .right = 200, .bottom = 30, .score = 8, .label = 1});
  boxes.add_inside(p, {.left = 20, .top = -30, .right = 40, .bottom = 0, .score = 8, .label = 1});
  boxes.add_inside(p, {.left = 9, .top = 8, .right = 9, .bottom = 12, .score = 8, .label = 1});
  REQUIRE(boxes.size() == 1);
  CHECK(boxes.left_out() == 0);
  CHECK(boxes[0] == box{.left = 0, .top = 0, .right = 128, .bottom = 30, .score = 9, .label = 1});
}

template <class Code>
void fill(random_numbers& random, Code* codes, int count, int levels) {
  for (int i = 0; i < count; ++i) codes[i] = static_cast<Code>(random.below(levels) - levels / 2);
}

TEST_CASE("heads of random codes: the same bits on every machine") {
  random_numbers random;
  digest yolo, ssd;
  constexpr yolo_head<2> faces{.of = {.width = 128, .height = 96},
                               .rows = 6,
                               .columns = 8,
                               .classes = 2,
                               .anchors = {{.width = 25, .height = 30}, {.width = 42, .height = 9}},
                               .logits = logits_of(0.0625, 3)};
  constexpr ssd_head<2> signs{.of = {.width = 128, .height = 96},
                              .rows = 6,
                              .columns = 8,
                              .classes = 3,
                              .step = 16,
                              .anchors = {{.width = 25, .height = 30}, {.width = 42, .height = 9}},
                              .places = logits_of(0.1, -7),
                              .scores = logits_of(1 / 4096.0, 0)};
  static std::int8_t codes[6 * 8 * 14];
  static std::int16_t scores[6 * 8 * 8];
  for (int round = 0; round < 100; ++round) {
    best_boxes<50> boxes;
    fill(random, codes, 6 * 8 * faces.channels(), 256);
    faces.decode(codes, share(0.1), boxes);
    boxes.suppress(share(0.3));
    for (const box& b : boxes) yolo.add(b);

    boxes.clear();
    fill(random, codes, 6 * 8 * 2 * 4, 256);
    fill(random, scores, 6 * 8 * 2 * 4, 65536);
    signs.decode(codes, scores, share(0.2), boxes);
    boxes.suppress(share(0.3));
    for (const box& b : boxes) ssd.add(b);
  }
  CHECK(yolo.value == 0x496ef2ccU);
  CHECK(ssd.value == 0x0548ef82U);
}

}  // namespace
