// ProtoNN knows the first gesture of EdgeML's recording.
#include "../protonn_gesture.hpp"

#include <protonn_gesture_features.hpp>
#include <protonn_gesture_golden_label.hpp>

#include "codes.hpp"
#include "firmware.hpp"

using namespace small_models::protonn_gesture;

static constexpr small_models::codes_of_input<q16, features> window([](int i) {
  return static_cast<double>(etch::load<float>(blob::protonn_gesture_features_bytes, i));
});
static q16 net;

bool answers_right() {
  for (int i = 0; i < features; ++i) net.input()[i] = window.code[i];
  net.run();
  return etch::arg_max(net.output()) ==
         etch::load<std::int32_t>(blob::protonn_gesture_golden_label_bytes, 0);
}
