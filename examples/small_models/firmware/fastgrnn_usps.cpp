// FastGRNN reads the first digit of EdgeML's test, a row a call.
#include "../fastgrnn_usps.hpp"

#include <fastgrnn_usps_input.hpp>
#include <fastgrnn_usps_labels.hpp>
#include <fastgrnn_usps_mean.hpp>
#include <fastgrnn_usps_stdDev.hpp>

#include "codes.hpp"
#include "firmware.hpp"

using namespace small_models::fastgrnn_usps;

static constexpr small_models::codes_of_input<q16, rows * columns> picture([](int i) {
  return static_cast<double>(normalised(blob::fastgrnn_usps_input_bytes, 0, i,
                                        blob::fastgrnn_usps_mean_bytes,
                                        blob::fastgrnn_usps_stdDev_bytes));
});
static q16 net;

bool answers_right() {
  net.reset();
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) net.input()[c] = picture.code[r * columns + c];
    net.run();
  }
  return etch::arg_max(net.output()) ==
         etch::load<std::int32_t>(blob::fastgrnn_usps_labels_bytes, 0);
}
