// EdgeML's ProtoNN of gestures on 151 windows: scores within 1e-6 and all labels, and all labels in
// 16 bits.
#include <protonn_gesture.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <protonn_gesture_features.hpp>
#include <protonn_gesture_golden_label.hpp>
#include <protonn_gesture_golden_scores_f64.hpp>

namespace {

using namespace small_models::protonn_gesture;

constexpr int windows = 151;

TEST_CASE("ProtoNN of EdgeML knows 151 gestures") {
  static f32 n;
  static q16 m;
  int right = 0, right_in_codes = 0;
  double worst = 0, worst_in_codes = 0;
  for (int i = 0; i < windows; ++i) {
    for (int k = 0; k < features; ++k) {
      const float x = etch::load<float>(blob::protonn_gesture_features_bytes, i * features + k);
      n.input()[k] = x;
      m.input().set(k, static_cast<double>(x));
    }
    n.run();
    m.run();
    const int wanted = etch::load<std::int32_t>(blob::protonn_gesture_golden_label_bytes, i);
    right += etch::arg_max(n.output()) == wanted;
    right_in_codes += etch::arg_max(m.output()) == wanted;
    for (int c = 0; c < classes; ++c) {
      const double score =
          etch::load<double>(blob::protonn_gesture_golden_scores_f64_bytes, i * classes + c);
      worst = std::fmax(worst, std::fabs(static_cast<double>(n.output()[c]) - score));
      worst_in_codes = std::fmax(worst_in_codes, std::fabs(m.output().real(c) - score));
    }
  }
  CHECK(right == windows);
  CHECK(worst <= 1e-6);
  CHECK(right_in_codes == windows);
  CHECK(worst_in_codes <= 0.02);
}

}  // namespace
