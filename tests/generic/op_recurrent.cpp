// lstm and svdf against their formulas in double precision, run after run, and reset().
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>

#include "../support/recurrent.hpp"

namespace {

using namespace test::recurrent;
using etch::affine, etch::f32, etch::shape, etch::tensor;

template <class K, bool Major>
using sequence =
    tensor<typename K::x, shape<(Major ? steps : batches), (Major ? batches : steps), inputs>>;
constexpr float clip = 0.25F;
template <class K, bool Major>
inline constexpr auto lstm_graph = etch::graph([](etch::input<sequence<K, Major>> x) {
  return etch::dsl::lstm<typename K::h, typename K::c>(
      x, {Major, clip}, weights<K, 0>::value, weights<K, 1>::value, weights<K, 2>::value,
      weights<K, 3>::value, recurrent<K, 0>::value, recurrent<K, 1>::value, recurrent<K, 2>::value,
      recurrent<K, 3>::value, biases<K, 0>::value, biases<K, 1>::value, biases<K, 2>::value,
      biases<K, 3>::value);
});

/// The formula, with states of its own.
template <class K>
struct lstm_formula {
  numbers h = numbers(batches * units), c = numbers(batches * units);
  int clipped_above = 0, clipped_below = 0;

  template <int G>
  static double gate(const double* x, const double* h, int j) {
    const double unit = K::w::descriptor.unit();
    double sum = biases<K, G>::at(j, K::bias_unit);
    for (int i = 0; i < inputs; ++i) sum += weights<K, G>::at(j * inputs + i, unit) * x[i];
    for (int i = 0; i < units; ++i) sum += recurrent<K, G>::at(j * units + i, unit) * h[i];
    return sum;
  }
  static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

  void step(const double* x, double* y, int batch) {
    double *hidden = &h[static_cast<std::size_t>(batch * units)],
           *cell = &c[static_cast<std::size_t>(batch * units)];
    for (int j = 0; j < units; ++j) {
      cell[j] = sigmoid(gate<1>(x, hidden, j)) * cell[j] +
                sigmoid(gate<0>(x, hidden, j)) * std::tanh(gate<2>(x, hidden, j));
      clipped_above += cell[j] > clip + 0.02 ? 1 : 0;
      clipped_below += cell[j] < -clip - 0.02 ? 1 : 0;
      cell[j] = std::fmin(std::fmax(cell[j], -clip), clip);
      y[j] = sigmoid(gate<3>(x, hidden, j)) * std::tanh(cell[j]);
    }
    for (int j = 0; j < units; ++j) hidden[j] = y[j];
  }
};

template <class K, bool Major>
void check_lstm() {
  using net = etch::network<lstm_graph<K, Major>>;
  static_assert(net::has_state);
  static net object;
  for (int begin = 0; begin < 2; ++begin) {
    object.reset();
    lstm_formula<K> formula;
    for (std::uint32_t run = 1; run <= 3; ++run) {
      fill(object.input(), run);
      const numbers x = decoded(object.input());
      object.run();
      const numbers have = decoded(object.output());
      double worst = 0;
      for (int b = 0; b < batches; ++b) {
        for (int t = 0; t < steps; ++t) {
          const int row = Major ? t * batches + b : b * steps + t;
          double y[units];
          formula.step(&x[static_cast<std::size_t>(row * inputs)], y, b);
          for (int j = 0; j < units; ++j) {
            const double code = have[static_cast<std::size_t>(row * units + j)];
            worst = std::fmax(worst, std::fabs(y[j] - code));
          }
        }
      }
      INFO("run " << run);
      CHECK(worst <= K::near);
    }
    CHECK((formula.clipped_above > 0 && formula.clipped_below > 0));
  }
}

TEST_CASE("lstm is its formula, run after run") {
  check_lstm<real, false>();
  check_lstm<real, true>();
  check_lstm<s8, false>();
  check_lstm<s16, true>();
}

// ---- svdf
constexpr int rank = 2, filters = 6, memory = 4;
struct narrow : s8 {
  using y = affine<std::int8_t, 0.05, 9>;
  using t = affine<std::int8_t, 0.004>;
  using s = affine<std::int8_t, 0.06, -20>;
  static constexpr double near = 0.2, bias_unit = 0.06 * 0.004;
};
struct wide : narrow {
  using t = affine<std::int16_t, 1.0 / 65536>;
  using s = affine<std::int16_t, 1.0 / 4096>;
  static constexpr double near = 0.03, bias_unit = 1.0 / 65536 / 4096;
};
struct single : real {
  using y = f32;
  using t = f32;
  using s = f32;
};
template <class K>
using feature = constants<typename K::w, shape<filters, inputs>, 20, K::most>;
template <class K>
using of_time = constants<typename K::t, shape<filters, memory>, 21, K::most>;
template <class K>
using offset = constants<typename K::b, shape<filters / rank>, 22, K::most>;
template <class K>
inline constexpr auto svdf_graph =
    etch::graph([](etch::input<tensor<typename K::x, shape<batches, inputs>>> x) {
      return etch::dsl::svdf<typename K::y, typename K::s>(x, rank, feature<K>::value,
                                                           of_time<K>::value, offset<K>::value);
    });

template <class K>
void check_svdf() {
  using net = etch::network<svdf_graph<K>>;
  static net object;
  object.reset();
  numbers past(batches * filters * memory);
  for (std::uint32_t run = 1; run <= 6; ++run) {
    fill(object.input(), run);
    const numbers x = decoded(object.input());
    object.run();
    const numbers have = decoded(object.output());
    double worst = 0;
    for (int b = 0; b < batches; ++b) {
      for (int u = 0; u < filters / rank; ++u) {
        double y = offset<K>::at(u, K::bias_unit);
        for (int f = u * rank; f < (u + 1) * rank; ++f) {
          double* s = &past[static_cast<std::size_t>((b * filters + f) * memory)];
          for (int m = 0; m + 1 < memory; ++m) s[m] = s[m + 1];
          s[memory - 1] = 0;
          for (int i = 0; i < inputs; ++i) {
            s[memory - 1] += feature<K>::at(f * inputs + i, K::w::descriptor.unit()) *
                             x[static_cast<std::size_t>(b * inputs + i)];
          }
          for (int m = 0; m < memory; ++m) {
            y += s[m] * of_time<K>::at(f * memory + m, K::t::descriptor.unit());
          }
        }
        const double code = have[static_cast<std::size_t>(b * (filters / rank) + u)];
        worst = std::fmax(worst, std::fabs(y - code));
      }
    }
    INFO("run " << run);
    CHECK(worst <= K::near);
  }
}

TEST_CASE("svdf is its formula, run after run") {
  check_svdf<single>();
  check_svdf<narrow>();
  check_svdf<wide>();
}

// Sums that leave 32 bits: four runs fill the state of two filters with its largest code, and each
// of the eight products is 32767 * 32767.
struct largest {
  unsigned char byte[16];
};
constexpr largest all_of(int code) {
  largest c{};
  for (int i = 0; i < 16; ++i) c.byte[i] = static_cast<unsigned char>(code >> (i % 2 * 8));
  return c;
}
constexpr largest highest = all_of(32767), ones = all_of(127 | 127 << 8), nothing = all_of(0);
constexpr auto overfull = etch::graph([](etch::input<tensor<s8::x, shape<1, 2>>> x) {
  using state = affine<std::int16_t, 1.0 / 65536>;
  using time = affine<std::int16_t, 1.0 / 65536>;
  return etch::dsl::svdf<affine<std::int8_t, 0.02>, state>(
      x, 2, etch::constant<tensor<s8::w, shape<2, 2>, etch::ohwi>>{&ones.byte[0]},
      etch::constant<tensor<time, shape<2, 4>, etch::ohwi>>{&highest.byte[0]},
      etch::constant<tensor<etch::bias32, shape<1>>>{&nothing.byte[0]});
});
TEST_CASE("an svdf whose sums leave 32 bits saturates nothing before its output") {
  static etch::network<overfull> net;
  net.reset();
  for (int run = 1; run <= 4; ++run) {
    for (auto& code : net.input()) code = 127;
    net.run();
    const double sum = run * 2.0 * 32767 * 32767 / 65536 / 65536;  // 2.0 after four runs
    CHECK(net.output()[0] == std::lround(sum / 0.02));
  }
}

// ---- inside the compiler, states begin at real 0
constexpr float zero_input[batches * inputs] = {};
static_assert(etch::network<svdf_graph<single>>::evaluate(zero_input).code[0] ==
              etch::load<float>(&offset<single>::random::bytes.byte[0], 0));

}  // namespace
