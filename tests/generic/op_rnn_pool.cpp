// rnn_pool against its formula in double precision, in the formats of gates.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>

#include "../support/recurrent.hpp"

namespace {

using namespace test::recurrent;
using etch::shape, etch::tensor;

constexpr int size = 3, stride = 2, rows = 5, columns = 7, first = 4, second = 3;
constexpr float zeta = 0.8F, nu = 0.15F;

struct narrow : s8 {
  static constexpr int most = 50;
  static constexpr double near = 0.06;  // of two cells
};
template <class K>
using u1 = constants<recurrent_format<K>, shape<first, first>, 31, K::most>;
template <class K>
using w2 = constants<recurrent_format<K>, shape<second, first>, 32, K::most>;
template <class K>
using u2 = constants<recurrent_format<K>, shape<second, second>, 33, K::most>;
template <class K, int G>
using second_biases = constants<typename K::b, shape<second>, 34 + G, K::most>;

template <class K>
inline constexpr auto graph =
    etch::graph([](etch::input<tensor<typename K::x, shape<2, rows, columns, inputs>>> x) {
      return etch::dsl::rnn_pool<typename K::h, size, stride>(
          x, {.first = {zeta, nu}, .second = {1, 0}}, weights<K, 0>::value, u1<K>::value,
          biases<K, 0>::value, biases<K, 1>::value, w2<K>::value, u2<K>::value,
          second_biases<K, 0>::value, second_biases<K, 1>::value);
    });

/// A cell: weights W (H,I) and U (H,H) in formats F and R, biases B and N in units of `unit`.
template <class W, class F, class U, class R, class B, class N, int Inputs, int Units>
struct cell {
  double zeta, nu, unit;
  bool saturates;
  numbers h = numbers(Units);

  void step(const double* x) {
    numbers next;
    for (int j = 0; j < Units; ++j) {
      double sum = 0;
      for (int i = 0; i < Inputs; ++i) sum += W::at(j * Inputs + i, F::descriptor.unit()) * x[i];
      for (int i = 0; i < Units; ++i) {
        sum += U::at(j * Units + i, R::descriptor.unit()) * h[static_cast<std::size_t>(i)];
      }
      const double z = 1 / (1 + std::exp(-sum - B::at(j, unit)));
      const double y = z * h[static_cast<std::size_t>(j)] +
                       (zeta * (1 - z) + nu) * std::tanh(sum + N::at(j, unit));
      next.push_back(saturates ? std::fmin(std::fmax(y, -1), 1) : y);
    }
    h = next;
  }
};
template <class K>
auto first_cell() {
  using r = recurrent_format<K>;
  return cell<weights<K, 0>, typename K::w, u1<K>, r, biases<K, 0>, biases<K, 1>, inputs, first>{
      static_cast<double>(zeta), static_cast<double>(nu), K::bias_unit, K::h::kind::is_integer};
}
template <class K>
auto second_cell() {
  using r = recurrent_format<K>;
  const double unit = etch::is_accumulator(K::b::descriptor)
                          ? K::h::descriptor.unit() * r::descriptor.unit()
                          : K::bias_unit;
  return cell<w2<K>, r, u2<K>, r, second_biases<K, 0>, second_biases<K, 1>, first, second>{
      1, 0, unit, K::h::kind::is_integer};
}

template <class K>
void check() {
  static etch::network<graph<K>> net;
  fill(net.input(), 7);
  const numbers x = decoded(net.input());
  net.run();
  double worst = 0, varied = 0;
  const auto view = net.output();
  static_assert(etch::network<graph<K>>::template output_value<0>::is.shape ==
                etch::extents{4, {2, 2, 3, 4 * second}});
  const numbers have = decoded(view);
  for (int place = 0; place < 12; ++place) {
    const int top = place / 3 % 2 * stride, left = place % 3 * stride;
    for (int d = 0; d < 2; ++d) {
      std::vector<numbers> states;
      for (int i = 0; i < size; ++i) {
        auto c = first_cell<K>();
        for (int k = 0; k < size; ++k) {
          const int row = top + (d == 0 ? i : k), column = left + (d == 0 ? k : i);
          const int pixel = (place / 6 * rows + row) * columns + column;
          c.step(&x[static_cast<std::size_t>(pixel * inputs)]);
        }
        states.push_back(c.h);
      }
      for (int back = 0; back < 2; ++back) {
        auto c = second_cell<K>();
        for (int i = 0; i < size; ++i) {
          c.step(states[static_cast<std::size_t>(back != 0 ? size - 1 - i : i)].data());
        }
        for (int j = 0; j < second; ++j) {
          const int at = (place * 4 + 2 * d + back) * second + j;
          const double want = c.h[static_cast<std::size_t>(j)];
          worst = std::fmax(worst, std::fabs(want - have[static_cast<std::size_t>(at)]));
          varied = std::fmax(varied, std::fabs(want));
        }
      }
    }
  }
  CHECK(worst <= K::near);
  CHECK(varied > 0.1);
}

TEST_CASE("rnn_pool is its formula") {
  check<real>();
  check<halves>();
  check<posits>();
  check<narrow>();
  check<short_sums>();
  check<q16>();
  check<q12>();
}

}  // namespace
