// What the models of others read: pictures, windows of motion, values of a network.
#pragma once

#include "fastgrnn_usps.hpp"
#include "protonn_gesture.hpp"
#include "rnnpool_vww.hpp"

#include <fastgrnn_usps_input.hpp>
#include <fastgrnn_usps_labels.hpp>
#include <fastgrnn_usps_mean.hpp>
#include <fastgrnn_usps_stdDev.hpp>
#include <protonn_gesture_features.hpp>
#include <protonn_gesture_golden_label.hpp>
#include <rnnpool_vww_random_input.hpp>

namespace small_models {

/// Sets the input of `net` to sample k of these numbers.
template <class Net>
void set_numbers(Net& net, const unsigned char* numbers, int k) {
  const int size = net.input().size();
  for (int i = 0; i < size; ++i)
    net.input().set(i, static_cast<double>(etch::load<float>(numbers, k * size + i)));
}

namespace fastgrnn_usps {
/// Digits, labelled by who collected them.
constexpr int samples = 10;
template <class Net>
void set_sample(Net& net, int k) {
  for (int i = 0; i < rows * columns; ++i)
    net.input().set(i, static_cast<double>(normalised(blob::fastgrnn_usps_input_bytes, k, i,
                                                      blob::fastgrnn_usps_mean_bytes,
                                                      blob::fastgrnn_usps_stdDev_bytes)));
}
inline constexpr auto answer = [](int k) {
  return etch::load<std::int32_t>(blob::fastgrnn_usps_labels_bytes, k);
};
}  // namespace fastgrnn_usps

namespace protonn_gesture {
/// Windows of motion; labels are the answers of the authors' program.
constexpr int samples = 151;
template <class Net>
void set_sample(Net& net, int k) {
  set_numbers(net, blob::protonn_gesture_features_bytes, k);
}
inline constexpr auto answer = [](int k) {
  return etch::load<std::int32_t>(blob::protonn_gesture_golden_label_bytes, k);
};
}  // namespace protonn_gesture

namespace rnnpool_vww {
/// Windows of random values, which have no labels.
constexpr int samples = 16;
template <class Net>
void set_sample(Net& net, int k) {
  set_numbers(net, blob::rnnpool_vww_random_input_bytes, k);
}
}  // namespace rnnpool_vww

}  // namespace small_models
