// What the models of others cost: a row of FastGRNN, a window of ProtoNN and of RNNPool, a sequence
// of Shiftry's FastGRNN, a step of CMSIS-NN's GRU.
#include "fastgrnn_usps.hpp"
#include "fastgrnn_wider.hpp"
#include "gru_cmsis.hpp"
#include "protonn_gesture.hpp"
#include "rnnpool_vww.hpp"

#include <fastgrnn_usps_input.hpp>
#include <fastgrnn_usps_mean.hpp>
#include <fastgrnn_usps_stdDev.hpp>
#include <gru_cmsis_step_h_in.hpp>
#include <gru_cmsis_step_input.hpp>
#include <model.hpp>
#include <protonn_gesture_features.hpp>
#include <q15_fastgrnn_wider_seq_input.hpp>
#include <rnnpool_vww_random_input.hpp>

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
constexpr auto pixels = [](auto& net, int k) {
  for (int i = 0; i < net.input().size(); ++i) {
    net.input()[i] =
        etch::load<float>(blob::rnnpool_vww_random_input_bytes, k * net.input().size() + i);
  }
};
constexpr auto sequence = [](auto& net, int k) {
  for (int i = 0; i < net.input().size(); ++i) {
    net.input()[i] = etch::load<std::int16_t>(blob::q15_fastgrnn_wider_seq_input_bytes,
                                              k * net.input().size() + i);
  }
};
constexpr auto step = [](auto& net, int k) {
  for (int i = 0; i < gru_cmsis::units; ++i) {
    const int at = k * gru_cmsis::units + i;
    net.template input<0>()[i] = etch::load<std::int16_t>(blob::gru_cmsis_step_input_bytes, at);
    net.template input<1>()[i] = etch::load<std::int16_t>(blob::gru_cmsis_step_h_in_bytes, at);
  }
};

}  // namespace

int main(int argc, char** argv) {
  etch::bench::report report(argc, argv);
  using etch::bench::measure;
  measure<fastgrnn_usps::f32_by_rows>(report, "fastgrnn_usps_f32", fastgrnn_usps::rows, row);
  measure<fastgrnn_usps::q16>(report, "fastgrnn_usps_q16", fastgrnn_usps::rows, row);
  measure<protonn_gesture::f32>(report, "protonn_gesture_f32", 10, window);
  measure<protonn_gesture::q16>(report, "protonn_gesture_q16", 10, window);
  measure<rnnpool_vww::f32>(report, "rnnpool_vww_f32", 16, pixels);
  measure<fastgrnn_wider::sequence>(report, "fastgrnn_wider_q15", 32, sequence);
  measure<gru_cmsis::q15>(report, "gru_cmsis_q15", 16, step);
}
