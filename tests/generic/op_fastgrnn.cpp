// fastgrnn against its formula in double precision, run after run, and reset().
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>

#include "../support/recurrent.hpp"

namespace {

using namespace test::recurrent;
using etch::shape, etch::tensor;

constexpr int rank = 2, inner_bits = 11;
constexpr float zeta = 0.8F, nu = 0.15F;

struct narrow : s8 {
  static constexpr int most = 50;
};
/// The format of second matrices.
template <class K>
struct second_format {
  using type = typename K::w;
};
template <class K>
requires requires { typename K::s; }
struct second_format<K> {
  using type = typename K::s;
};
template <class K>
using second = typename second_format<K>::type;

template <class K>
using w1 = constants<typename K::w, shape<rank, inputs>, 21, K::most>;
template <class K>
using w2 = constants<second<K>, shape<units, rank>, 22, K::most>;
template <class K>
using u1 = constants<recurrent_format<K>, shape<rank, units>, 23, K::most>;
template <class K>
using u2 = constants<second<K>, shape<units, rank>, 24, K::most>;

template <class K, bool Low>
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<typename K::x, shape<batches, steps, inputs>>> x) {
      using etch::dsl::fastgrnn, etch::dsl::low_rank;
      using h = typename K::h;
      constexpr etch::dsl::fastgrnn_options o{
          .zeta = zeta, .nu = nu, .stateful = !Low, .inner_bits = inner_bits};
      if constexpr (Low) {
        return fastgrnn<h>(x, o, low_rank(w1<K>::value, w2<K>::value),
                           low_rank(u1<K>::value, u2<K>::value), biases<K, 0>::value,
                           biases<K, 1>::value);
      } else {
        return fastgrnn<h>(x, o, weights<K, 0>::value, back<K, 0>::value, biases<K, 0>::value,
                           biases<K, 1>::value);
      }
    });

/// The formula with a state of its own.
template <class K, bool Low>
struct formula {
  numbers h = numbers(batches * units);

  /// Element j of a matrix of constants times v.
  template <class M, class F>
  static double product(const double* v, int columns, int j) {
    double sum = 0;
    for (int i = 0; i < columns; ++i) {
      sum += M::at(j * columns + i, F::descriptor.unit()) * v[i];
    }
    return sum;
  }
  static double sum_before_bias(const double* x, const double* before, int j) {
    using w = typename K::w;
    using r = recurrent_format<K>;
    if constexpr (Low) {
      double a[rank], b[rank];
      for (int k = 0; k < rank; ++k) {
        a[k] = product<w1<K>, w>(x, inputs, k);
        b[k] = product<u1<K>, r>(before, units, k);
      }
      return product<w2<K>, second<K>>(a, rank, j) + product<u2<K>, second<K>>(b, rank, j);
    } else {
      return product<weights<K, 0>, w>(x, inputs, j) + product<back<K, 0>, r>(before, units, j);
    }
  }
  void step(const double* x, double* y, int batch) {
    constexpr bool scaled = etch::is_accumulator(K::b::descriptor);
    const double unit =
        Low && scaled ? std::ldexp(second<K>::descriptor.unit(), -inner_bits) : K::bias_unit;
    double* before = &h[static_cast<std::size_t>(batch * units)];
    for (int j = 0; j < units; ++j) {
      const double p = sum_before_bias(x, before, j);
      const double z = 1 / (1 + std::exp(-p - biases<K, 0>::at(j, unit)));
      const double n = std::tanh(p + biases<K, 1>::at(j, unit));
      y[j] = z * before[j] + (static_cast<double>(zeta) * (1 - z) + static_cast<double>(nu)) * n;
      if (K::h::kind::is_integer) y[j] = std::fmin(std::fmax(y[j], -1), 1);  // which saturate
    }
    for (int j = 0; j < units; ++j) before[j] = y[j];
  }
};

template <class K, bool Low>
void check() {
  using net = etch::network<graph<K, Low>>;
  static_assert(net::has_state == !Low);
  static net object;
  double varied = 0;
  for (int begin = 0; begin < 2; ++begin) {
    if constexpr (!Low) object.reset();
    formula<K, Low> f;
    for (std::uint32_t run = 1; run <= 3; ++run) {
      fill(object.input(), run);
      const numbers x = decoded(object.input());
      object.run();
      const numbers have = decoded(object.output());
      if (Low) f = {};
      double worst = 0;
      for (int row = 0; row < batches * steps; ++row) {
        double y[units];
        f.step(&x[static_cast<std::size_t>(row * inputs)], y, row / steps);
        for (int j = 0; j < units; ++j) {
          const double code = have[static_cast<std::size_t>(row * units + j)];
          worst = std::fmax(worst, std::fabs(y[j] - code));
          varied = std::fmax(varied, std::fabs(y[j]));
        }
      }
      INFO("run " << run);
      CHECK(worst <= K::near);
    }
  }
  CHECK(varied > 0.1);
}

TEST_CASE("fastgrnn is its formula, run after run") {
  check<real, false>();
  check<real, true>();
  check<halves, true>();
  check<posits, false>();
  check<narrow, false>();
  check<narrow, true>();
  check<short_sums, false>();
  check<short_sums, true>();
  check<long_sums, true>();
  check<q16, false>();
  check<q16, true>();
  check<q12, true>();
}

}  // namespace
