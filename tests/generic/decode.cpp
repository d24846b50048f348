// Boxes of a detector's codes, against the formulas in double.
#include "../support/boxes.hpp"

#include <etch/format/q.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace etch;
using namespace etch::decode;

double as_share(double real) { return real * 32768; }
double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

TEST_CASE("exponentials and likelihoods of logits") {
  double far = 0, unlike = 0;
  for (std::int32_t x = -65536; x < 65536; x += 7) {
    const double real = x / 4096.0, e = std::fmin(std::exp(real), 32768) * 65536;
    far = std::fmax(far, std::fabs(exponential(x) - e) / (0.5 + e / 8192));
    unlike = std::fmax(unlike, std::fabs(likelihood(x) - as_share(sigmoid(real))));
  }
  CHECK(far < 1);
  CHECK(unlike < 1.5);
}

TEST_CASE("codes of a format as logits") {
  CHECK(logits<q<3, 4>>(-20) == -20 * 256);
  CHECK(logits<q<-3, 18>>(33) == 1);  // 33 / 64 of a unit
  CHECK(logits<q<7, 0>>(100) == highest_logit);
  CHECK(logits<q<7, 0>>(-100) == -highest_logit - 1);
  constexpr logit_reader affine = logits_of(0.1, 5);
  for (int code = -128; code < 128; ++code) {
    CHECK(std::abs(affine(code) - std::clamp(409.6 * (code - 5), -65536.0, 65535.0)) <= 0.501);
  }
}

void check_edges(const box& b, double x, double y, double width, double height) {
  CHECK(std::fabs(b.left - 16 * std::fmax(x - width / 2, 0)) < 2.5);
  CHECK(std::fabs(b.right - 16 * std::fmin(x + width / 2, 128)) < 2.5);
  CHECK(std::fabs(b.top - 16 * std::fmax(y - height / 2, 0)) < 2.5);
  CHECK(std::fabs(b.bottom - 16 * std::fmin(y + height / 2, 96)) < 2.5);
}

TEST_CASE("YOLO's boxes") {
  constexpr yolo_head<1> head{.of = {.width = 128, .height = 96},
                              .rows = 3,
                              .columns = 4,
                              .classes = 2,
                              .anchors = {{.width = 30, .height = 20}},
                              .logits = logits_of(0.05, 0)};
  boxes_of_test::random_numbers random;
  for (int round = 0; round < 500; ++round) {
    std::int8_t codes[3 * 4 * 7];
    for (std::int8_t& code : codes) code = static_cast<std::int8_t>(random.below(80) - 40);
    for (int cell = 0; cell < 12; ++cell) codes[7 * cell + 4] = -127;  // 0.0017
    const int at = random.below(12), x = at % 4, y = at / 4;
    std::int8_t* const c = codes + 7 * at;
    c[4] = 40;
    c[5] = 30, c[6] = -60;
    best_boxes<8> boxes;
    head.decode(codes, share(0.1), boxes);
    REQUIRE(boxes.size() == 1);
    CHECK(boxes[0].label == 0);
    CHECK(std::fabs(boxes[0].score - as_share(sigmoid(2) * sigmoid(1.5))) < 3);
    check_edges(boxes[0], 32 * (x + sigmoid(c[0] / 20.0)), 32 * (y + sigmoid(c[1] / 20.0)),
                30 * std::exp(c[2] / 20.0), 20 * std::exp(c[3] / 20.0));
  }
}

TEST_CASE("SSD's boxes") {
  constexpr ssd_head<2> head{.of = {.width = 128, .height = 96},
                             .rows = 3,
                             .columns = 4,
                             .classes = 2,
                             .step = 32,
                             .anchors = {{.width = 30, .height = 20}, {.width = 16, .height = 48}},
                             .places = logits_of(0.05, 0),
                             .scores = logits_of(0.05, 0)};
  boxes_of_test::random_numbers random;
  for (int round = 0; round < 500; ++round) {
    std::int8_t places[3 * 4 * 2 * 4], scores[3 * 4 * 2 * 3];
    for (std::int8_t& code : places) code = static_cast<std::int8_t>(random.below(100) - 50);
    for (int i = 0; i < 24; ++i) {
      scores[3 * i] = 100;
      scores[3 * i + 1] = scores[3 * i + 2] = 0;
    }
    const int at = random.below(24), x = at / 2 % 4, y = at / 8;
    scores[3 * at] = 10, scores[3 * at + 2] = 60;
    best_boxes<8> boxes;
    head.decode(places, scores, share(0.1), boxes);
    REQUIRE(boxes.size() == 1);
    CHECK(boxes[0].label == 1);
    const double sum = std::exp(0.5) + std::exp(0.0) + std::exp(3.0);
    CHECK(std::fabs(boxes[0].score - as_share(std::exp(3.0) / sum)) < 4);
    const std::int8_t* const p = places + 4 * at;
    const double width = at % 2 == 0 ? 30 : 16, height = at % 2 == 0 ? 20 : 48;
    check_edges(boxes[0], 32 * x + 16 + 0.1 * p[0] / 20 * width,
                32 * y + 16 + 0.1 * p[1] / 20 * height, width * std::exp(0.2 * p[2] / 20),
                height * std::exp(0.2 * p[3] / 20));
  }
}

}  // namespace
