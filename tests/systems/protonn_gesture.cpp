// EdgeML's ProtoNN of gestures on 151 windows: scores within 1e-6 and all labels, and all labels in
// 16 bits.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <protonn_gesture_B_prototypes.hpp>
#include <protonn_gesture_W_projection.hpp>
#include <protonn_gesture_Z_labels.hpp>
#include <protonn_gesture_features.hpp>
#include <protonn_gesture_golden_label.hpp>
#include <protonn_gesture_golden_scores_f64.hpp>

namespace {

using etch::f32, etch::shape, etch::tensor;

constexpr int features = 124, dimensions = 10, prototypes = 24, classes = 10, windows = 151;
constexpr float gamma = 0.001213F;

template <int... D>
using matrix = etch::constant<tensor<f32, shape<D...>, etch::ohwi>>;
constexpr auto graph = etch::graph([](etch::input<tensor<f32, shape<features>>> x) {
  return etch::dsl::proto_nn<f32>(
      x, {.gamma = gamma}, matrix<dimensions, features>{blob::protonn_gesture_W_projection_bytes},
      matrix<prototypes, dimensions>{blob::protonn_gesture_B_prototypes_bytes},
      matrix<prototypes, classes>{blob::protonn_gesture_Z_labels_bytes});
});
struct net : etch::network<graph> {};

/// The same in codes of 16 bits: features to 512, weights to 16, prototypes to 4096, labels to 256.
using feature = etch::q<9, 6>;
using weight = etch::q<4, 11>;
using prototype = etch::q<12, 3>;
using label = etch::q<8, 7>;
using score = etch::q<1, 14>;
template <class F, int Count>
struct codes {
  unsigned char byte[2 * Count]{};
  constexpr explicit codes(const unsigned char* numbers) {
    for (int i = 0; i < Count; ++i) {
      const auto real = static_cast<double>(etch::load<float>(numbers, i));
      const auto code = static_cast<std::uint16_t>(F::kind::encode(F::descriptor, real));
      byte[2 * i] = static_cast<unsigned char>(code & 0xff);
      byte[2 * i + 1] = static_cast<unsigned char>(code >> 8);
    }
  }
};
constexpr codes<weight, dimensions * features> w(blob::protonn_gesture_W_projection_bytes);
constexpr codes<prototype, prototypes * dimensions> b(blob::protonn_gesture_B_prototypes_bytes);
constexpr codes<label, prototypes * classes> z(blob::protonn_gesture_Z_labels_bytes);
constexpr auto of_codes = etch::graph([](etch::input<tensor<feature, shape<features>>> x) {
  using etch::constant, etch::ohwi;
  return etch::dsl::proto_nn<score>(
      x, {.gamma = gamma, .inner_bits = 3},
      constant<tensor<weight, shape<dimensions, features>, ohwi>>{&w.byte[0]},
      constant<tensor<prototype, shape<prototypes, dimensions>, ohwi>>{&b.byte[0]},
      constant<tensor<label, shape<prototypes, classes>, ohwi>>{&z.byte[0]});
});
struct whole : etch::network<of_codes> {};

TEST_CASE("ProtoNN of EdgeML knows 151 gestures") {
  static net n;
  static whole m;
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
