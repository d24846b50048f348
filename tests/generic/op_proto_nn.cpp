// proto_nn against its formula in double precision, in every kind of format, batches and distances
// that weigh nothing.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>

#include "../support/recurrent.hpp"

namespace {

using namespace test::recurrent;
using etch::q, etch::shape, etch::tensor;

constexpr int dimensions = 3, prototypes = 5, classes = 4, inner_bits = 9;

/// Formats: values X, weights W, prototypes B, labels Z, scores Y.
struct single {
  using x = f32;
  using w = f32;
  using b = f32;
  using z = f32;
  using y = f32;
  static constexpr int most = 1;
  static constexpr double near = 1e-6;
};
struct brains : single {
  using x = etch::bf16;
  using y = etch::bf16;
  static constexpr double near = 0.02;
};
struct posit_scores : single {
  using x = etch::posit<16, 1>;
  using y = etch::posit<16, 1>;
  static constexpr double near = 1e-3;
};
struct s8_codes {
  using x = affine<std::int8_t, 0.02, 3>;
  using w = affine<std::int8_t, 0.008>;
  using b = affine<std::int16_t, 1.0 / 512>;
  using z = affine<std::int8_t, 0.01>;
  using y = affine<std::int8_t, 0.03, -5>;
  static constexpr int most = 127;
  static constexpr double near = 0.02;
};
struct s16_codes : s8_codes {
  using x = affine<std::int16_t, 1.0 / 8192>;
  using y = affine<std::int16_t, 1.0 / 4096>;
  static constexpr double near = 0.003;
};
struct q12_codes {
  using x = q<2, 9>;
  using w = q<0, 11>;
  using b = q<2, 9>;
  using z = q<0, 11>;
  using y = q<2, 9>;
  static constexpr int most = 700;
  static constexpr double near = 0.004;
};
template <class K>
using projection = constants<typename K::w, shape<dimensions, inputs>, 41, K::most>;
template <class K>
using centres = constants<typename K::b, shape<prototypes, dimensions>, 42, K::most>;
template <class K>
using labels = constants<typename K::z, shape<prototypes, classes>, 43, K::most>;

template <class K, bool Far>
constexpr float gamma_of = Far ? 40.0F : 0.9F;
template <class K, bool Far>
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<typename K::x, shape<batches, inputs>>> x) {
      return etch::dsl::proto_nn<typename K::y>(
          x, {.gamma = gamma_of<K, Far>, .inner_bits = inner_bits}, projection<K>::value,
          centres<K>::value, labels<K>::value);
    });

template <class K, bool Far>
void check() {
  static etch::network<graph<K, Far>> net;
  fill(net.input(), 3);
  const numbers x = decoded(net.input());
  net.run();
  const numbers have = decoded(net.output());
  double worst = 0, varied = 0;
  for (int n = 0; n < batches; ++n) {
    double y[classes]{};
    for (int m = 0; m < prototypes; ++m) {
      double distance = 0;
      for (int d = 0; d < dimensions; ++d) {
        double at = 0;
        for (int i = 0; i < inputs; ++i) {
          at += projection<K>::at(d * inputs + i, K::w::descriptor.unit()) *
                x[static_cast<std::size_t>(n * inputs + i)];
        }
        at -= centres<K>::at(m * dimensions + d, K::b::descriptor.unit());
        distance += at * at;
      }
      const auto g = static_cast<double>(gamma_of<K, Far>);
      for (int l = 0; l < classes; ++l) {
        y[l] +=
            std::exp(-g * g * distance) * labels<K>::at(m * classes + l, K::z::descriptor.unit());
      }
    }
    for (int l = 0; l < classes; ++l) {
      const double code = have[static_cast<std::size_t>(n * classes + l)];
      worst = std::fmax(worst, std::fabs(code - y[l]));
      varied = std::fmax(varied, std::fabs(y[l]));
    }
  }
  CHECK(worst <= K::near);
  CHECK((varied > 0.05) == !Far);
}

TEST_CASE("proto_nn is its formula") {
  check<single, false>();
  check<brains, false>();
  check<posit_scores, false>();
  check<s8_codes, false>();
  check<s16_codes, false>();
  check<q12_codes, false>();
}
TEST_CASE("far prototypes weigh nothing") {
  check<single, true>();
  check<s8_codes, true>();
  check<s16_codes, true>();
}

}  // namespace
