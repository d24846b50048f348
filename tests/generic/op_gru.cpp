// gru against its formula in double precision, run after run, and reset().
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>

#include "../support/recurrent.hpp"

namespace {

using namespace test::recurrent;
using etch::affine, etch::shape, etch::tensor;

struct halves : real {
  using x = etch::bf16;
  using h = etch::bf16;
  static constexpr double near = 0.01;
};
struct posits : real {
  using x = etch::posit<16, 1>;
  using h = etch::posit<16, 1>;
  static constexpr double near = 2e-4;
};
// of these no part of a gate leaves [-8, 8), where codes end
struct short_sums : s16 {
  using b = etch::bias32;
  static constexpr int most = 60;
  static constexpr double near = 0.0005;
};
struct long_sums : short_sums {  // of weights of 16 bits, which leave 32
  using w = affine<std::int16_t, 1.0 / 65536>;
  static constexpr int most = 32767;
  static constexpr double bias_unit = 1.0 / 65536 / 8192;
};
struct q16 {
  using x = etch::q<2, 13>;
  using w = etch::q<0, 7>;
  using r = etch::q<2, 5>;  // so that its products have the fraction bits of the others
  using b = etch::q<0, 7>;
  using h = etch::q<0, 15>;
  static constexpr int most = 31;
  static constexpr double near = 0.001, bias_unit = 1.0 / 128;
};
struct q12 : q16 {
  using x = etch::q<2, 9>;
  using w = etch::q<0, 11>;
  using r = etch::q<2, 9>;
  using b = etch::q<0, 15>;
  using h = etch::q<0, 11>;
  static constexpr int most = 500;
  static constexpr double near = 0.002, bias_unit = 1.0 / 32768;
};
template <class K>
struct format_of_recurrent {
  using type = typename K::w;
};
template <class K>
requires requires { typename K::r; }
struct format_of_recurrent<K> {
  using type = typename K::r;
};
template <class K>
using recurrent_format = typename format_of_recurrent<K>::type;
template <class K, int G>
using back = constants<recurrent_format<K>, shape<units, units>, 5 + G, K::most>;
template <class K, int G>
using back_biases = constants<typename K::b, shape<units>, 12 + G, K::most>;

template <class K, bool Back>
inline constexpr auto gru_graph =
    etch::graph([](etch::input<tensor<typename K::x, shape<batches, steps, inputs>>> x) {
      constexpr etch::dsl::gru_options o{
          .reset_after = Back, .stateful = Back, .takes_new = !Back, .gate_bits = 12};
      const auto given = [&](auto... c) {
        return etch::dsl::gru<typename K::h>(
            x, o, weights<K, 0>::value, weights<K, 1>::value, weights<K, 2>::value,
            back<K, 0>::value, back<K, 1>::value, back<K, 2>::value, biases<K, 0>::value,
            biases<K, 1>::value, biases<K, 2>::value, c...);
      };
      if constexpr (Back) {
        return given(back_biases<K, 0>::value, back_biases<K, 1>::value, back_biases<K, 2>::value);
      } else {
        return given();
      }
    });

/// The formula with a state of its own: with recurrent biases that the reset gate multiplies, or
/// with neither and the update gate the other way round.
template <class K, bool Back>
struct gru_formula {
  numbers h = numbers(batches * units);

  template <int G>
  static double of_input(const double* x, int j) {
    double sum = biases<K, G>::at(j, K::bias_unit);
    for (int i = 0; i < inputs; ++i) {
      sum += weights<K, G>::at(j * inputs + i, K::w::descriptor.unit()) * x[i];
    }
    return sum;
  }
  template <int G>
  static double of_hidden(const double* h, int j) {
    double sum = Back ? back_biases<K, G>::at(j, back_bias_unit) : 0;
    for (int i = 0; i < units; ++i) {
      sum += back<K, G>::at(j * units + i, recurrent_format<K>::descriptor.unit()) * h[i];
    }
    return sum;
  }
  static constexpr double back_bias_unit =
      etch::is_accumulator(K::b::descriptor)
          ? K::h::descriptor.unit() * recurrent_format<K>::descriptor.unit()
          : K::bias_unit;

  void step(const double* x, double* y, int batch) {
    double* hidden = &h[static_cast<std::size_t>(batch * units)];
    const auto sigmoid = [](double a) { return 1 / (1 + std::exp(-a)); };
    double kept[units];
    for (int j = 0; j < units; ++j) {
      kept[j] = sigmoid(of_input<1>(x, j) + of_hidden<1>(hidden, j)) * hidden[j];
    }
    for (int j = 0; j < units; ++j) {
      const double z = sigmoid(of_input<0>(x, j) + of_hidden<0>(hidden, j));
      const double s = sigmoid(of_input<1>(x, j) + of_hidden<1>(hidden, j));
      const double past = Back ? s * of_hidden<2>(hidden, j) : of_hidden<2>(kept, j);
      const double n = std::tanh(of_input<2>(x, j) + past);
      y[j] = Back ? z * hidden[j] + (1 - z) * n : z * n + (1 - z) * hidden[j];
    }
    for (int j = 0; j < units; ++j) hidden[j] = y[j];
  }
};

template <class K, bool Back>
void check_gru() {
  using net = etch::network<gru_graph<K, Back>>;
  static_assert(net::has_state == Back);
  static net object;
  double varied = 0;
  for (int begin = 0; begin < 2; ++begin) {
    if constexpr (Back) object.reset();
    gru_formula<K, Back> formula;
    for (std::uint32_t run = 1; run <= 3; ++run) {
      fill(object.input(), run);
      const numbers x = decoded(object.input());
      object.run();
      const numbers have = decoded(object.output());
      if (!Back) formula = {};
      double worst = 0;
      for (int b = 0; b < batches; ++b) {
        for (int t = 0; t < steps; ++t) {
          const int row = b * steps + t;
          double y[units];
          formula.step(&x[static_cast<std::size_t>(row * inputs)], y, b);
          for (int j = 0; j < units; ++j) {
            worst =
                std::fmax(worst, std::fabs(y[j] - have[static_cast<std::size_t>(row * units + j)]));
            varied = std::fmax(varied, std::fabs(y[j]));
          }
        }
      }
      INFO("run " << run);
      CHECK(worst <= K::near);
    }
  }
  CHECK(varied > 0.2);
}

TEST_CASE("gru is its formula, run after run") {
  check_gru<real, true>();
  check_gru<real, false>();
  check_gru<halves, true>();
  check_gru<posits, false>();
  check_gru<s8, true>();
  check_gru<s8, false>();
  check_gru<short_sums, true>();
  check_gru<short_sums, false>();
  check_gru<long_sums, true>();
  check_gru<q16, true>();
  check_gru<q16, false>();
  check_gru<q12, true>();
}

}  // namespace
