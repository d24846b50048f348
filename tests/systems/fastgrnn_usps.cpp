// EdgeML's FastGRNN of low rank on ten digits of USPS: all states and scores within 1e-5, as one
// sequence and as a row a call; in 16 bits the same digits.
#include <fastgrnn_usps.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <fastgrnn_usps_golden_hidden_states.hpp>
#include <fastgrnn_usps_golden_scores.hpp>
#include <fastgrnn_usps_input.hpp>
#include <fastgrnn_usps_labels.hpp>
#include <fastgrnn_usps_mean.hpp>
#include <fastgrnn_usps_stdDev.hpp>

namespace {

using namespace small_models::fastgrnn_usps;

constexpr int pictures = 10;

float number(const unsigned char* bytes, int i) { return etch::load<float>(bytes, i); }
/// Element i of picture p, normalised.
float pixel_of(int p, int i) {
  return normalised(blob::fastgrnn_usps_input_bytes, p, i, blob::fastgrnn_usps_mean_bytes,
                    blob::fastgrnn_usps_stdDev_bytes);
}
template <class View>
float farthest(const View& have, const unsigned char* want, int first) {
  float most = 0;
  for (int i = 0; i < have.size(); ++i) {
    most = std::fmax(most, std::fabs(have[i] - number(want, first + i)));
  }
  return most;
}

TEST_CASE("FastGRNN of EdgeML reads ten digits") {
  static f32 at_once;
  static f32_by_rows one_by_one;
  static q16 in_codes;
  int right = 0, right_in_codes = 0;
  double worst = 0;
  for (int p = 0; p < pictures; ++p) {
    for (int i = 0; i < rows * columns; ++i) at_once.input()[i] = pixel_of(p, i);
    at_once.run();
    CHECK(farthest(at_once.output<0>(), blob::fastgrnn_usps_golden_hidden_states_bytes,
                   p * rows * units) <= 1e-5F);
    CHECK(farthest(at_once.output<1>(), blob::fastgrnn_usps_golden_scores_bytes, p * classes) <=
          1e-5F);
    const int label = etch::load<std::int32_t>(blob::fastgrnn_usps_labels_bytes, p);
    right += etch::arg_max(at_once.output<1>()) == label;

    one_by_one.reset();
    in_codes.reset();
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        one_by_one.input()[c] = pixel_of(p, r * columns + c);
        in_codes.input().set(c, static_cast<double>(one_by_one.input()[c]));
      }
      one_by_one.run();
      in_codes.run();
    }
    CHECK(farthest(one_by_one.output<1>(), blob::fastgrnn_usps_golden_scores_bytes, p * classes) <=
          1e-5F);
    right_in_codes += etch::arg_max(in_codes.output()) == label;
    for (int c = 0; c < classes; ++c) {
      const auto want =
          static_cast<double>(number(blob::fastgrnn_usps_golden_scores_bytes, p * classes + c));
      worst = std::fmax(worst, std::fabs(in_codes.output().real(c) - want));
    }
  }
  CHECK(right == pictures);
  CHECK(right_in_codes == pictures);
  CHECK(worst <= 1.0);
}

}  // namespace
