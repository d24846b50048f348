// EdgeML's FastGRNN of low rank on ten digits of USPS: all states and scores within 1e-5, as one
// sequence and as a row a call.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <fastgrnn_usps_Bg.hpp>
#include <fastgrnn_usps_Bh.hpp>
#include <fastgrnn_usps_FC_W.hpp>
#include <fastgrnn_usps_FC_b.hpp>
#include <fastgrnn_usps_U1.hpp>
#include <fastgrnn_usps_U2.hpp>
#include <fastgrnn_usps_W1.hpp>
#include <fastgrnn_usps_W2.hpp>
#include <fastgrnn_usps_golden_hidden_states.hpp>
#include <fastgrnn_usps_golden_scores.hpp>
#include <fastgrnn_usps_input.hpp>
#include <fastgrnn_usps_labels.hpp>
#include <fastgrnn_usps_mean.hpp>
#include <fastgrnn_usps_stdDev.hpp>

namespace {

using etch::f32, etch::shape, etch::tensor;

constexpr int rows = 16, columns = 16, units = 32, rank = 5, classes = 10, pictures = 10;
constexpr float zeta = 0.8710976839065552F, nu = 0.07758260518312454F;

template <int... D>
using matrix = etch::constant<tensor<f32, shape<D...>, etch::ohwi>>;

/// The states after so many rows of a picture, and the scores of the last one.
template <int Steps, bool Stateful>
constexpr auto graph = etch::graph([](etch::input<tensor<f32, shape<1, Steps, columns>>> x) {
  using namespace etch::dsl;
  const auto h = fastgrnn<f32>(x, {.zeta = zeta, .nu = nu, .stateful = Stateful},
                               low_rank(matrix<rank, columns>{blob::fastgrnn_usps_W1_bytes},
                                        matrix<units, rank>{blob::fastgrnn_usps_W2_bytes}),
                               low_rank(matrix<rank, units>{blob::fastgrnn_usps_U1_bytes},
                                        matrix<units, rank>{blob::fastgrnn_usps_U2_bytes}),
                               matrix<units>{blob::fastgrnn_usps_Bg_bytes},
                               matrix<units>{blob::fastgrnn_usps_Bh_bytes});
  const auto last = h | slice(range{0, 1}, range{Steps - 1, 1}, range{0, units});
  return outputs(
      h, last | dense(etch::parameters{matrix<classes, units>{blob::fastgrnn_usps_FC_W_bytes},
                                       matrix<classes>{blob::fastgrnn_usps_FC_b_bytes}}));
});
struct whole : etch::network<graph<rows, false>> {};
struct by_rows : etch::network<graph<1, true>> {};

float number(const unsigned char* bytes, int i) { return etch::load<float>(bytes, i); }
/// Element i of picture p, normalised.
float pixel(int p, int i) {
  const float x = number(blob::fastgrnn_usps_input_bytes, p * rows * columns + i);
  return (x - number(blob::fastgrnn_usps_mean_bytes, i)) /
         number(blob::fastgrnn_usps_stdDev_bytes, i);
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
  static whole at_once;
  static by_rows one_by_one;
  int right = 0;
  for (int p = 0; p < pictures; ++p) {
    for (int i = 0; i < rows * columns; ++i) at_once.input()[i] = pixel(p, i);
    at_once.run();
    CHECK(farthest(at_once.output<0>(), blob::fastgrnn_usps_golden_hidden_states_bytes,
                   p * rows * units) <= 1e-5F);
    CHECK(farthest(at_once.output<1>(), blob::fastgrnn_usps_golden_scores_bytes, p * classes) <=
          1e-5F);
    right += etch::arg_max(at_once.output<1>()) ==
             etch::load<std::int32_t>(blob::fastgrnn_usps_labels_bytes, p);

    one_by_one.reset();
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) one_by_one.input()[c] = pixel(p, r * columns + c);
      one_by_one.run();
    }
    CHECK(farthest(one_by_one.output<1>(), blob::fastgrnn_usps_golden_scores_bytes, p * classes) <=
          1e-5F);
  }
  CHECK(right >= 9);
}

}  // namespace
