// What EdgeML's models cost: a row of FastGRNN, a window of ProtoNN.
#include "fastgrnn_usps.hpp"
#include "protonn_gesture.hpp"

#include <fastgrnn_usps_input.hpp>
#include <fastgrnn_usps_mean.hpp>
#include <fastgrnn_usps_stdDev.hpp>
#include <model.hpp>
#include <protonn_gesture_features.hpp>

namespace {

using namespace small_models;

constexpr auto row = [](auto& net, int k) {
  if (k == 0) net.reset();
  for (int i = 0; i < fastgrnn_usps::columns; ++i) {
    const float x = fastgrnn_usps::normalised(
        blob::fastgrnn_usps_input_bytes, 0, k * fastgrnn_usps::columns + i,
        blob::fastgrnn_usps_mean_bytes, blob::fastgrnn_usps_stdDev_bytes);
    net.input().set(i, static_cast<double>(x));
  }
};
constexpr auto window = [](auto& net, int k) {
  for (int i = 0; i < protonn_gesture::features; ++i) {
    const auto x =
        etch::load<float>(blob::protonn_gesture_features_bytes, k * protonn_gesture::features + i);
    net.input().set(i, static_cast<double>(x));
  }
};

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  using etch::bench::measure;
  measure<fastgrnn_usps::q16>(report, "fastgrnn_usps_q16", fastgrnn_usps::rows, row);
  measure<protonn_gesture::q16>(report, "protonn_gesture_q16", 10, window);
}
