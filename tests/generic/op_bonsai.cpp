// bonsai against its formula in double precision, in every kind of format, batches, and a value in
// the middle of all branches.
#include <etch/tree/bonsai.hpp>

#include <catch2/catch.hpp>
#include <cmath>

#include "../support/recurrent.hpp"

namespace {

using namespace test::recurrent;
using etch::q, etch::shape, etch::tensor;

constexpr int depth = 3, nodes = 15, scores = 4, many = 12;
constexpr float sigma = 1.5F;

/// Formats: values X, branches T, weights W, gates V, scores Y.
struct single {
  using x = f32;
  using t = f32;
  using w = f32;
  using v = f32;
  using y = f32;
  static constexpr int most = 1, inner_bits = 12;
  static constexpr double near = 1e-5;
};
struct brains : single {
  using x = etch::bf16;
  using y = etch::bf16;
  static constexpr double near = 0.03;
};
struct posit_scores : single {
  using x = etch::posit<16, 1>;
  using y = etch::posit<16, 1>;
  static constexpr double near = 2e-3;
};
struct s8_codes {
  using x = affine<std::int8_t, 0.02, 3>;
  using t = affine<std::int8_t, 0.004>;
  using w = affine<std::int8_t, 0.008>;
  using v = affine<std::int8_t, 0.01>;
  using y = affine<std::int8_t, 0.2, -5>;
  static constexpr int most = 127, inner_bits = 11;
  static constexpr double near = 0.11;
};
struct s16_codes : s8_codes {
  using x = affine<std::int16_t, 1.0 / 8192>;
  using y = affine<std::int16_t, 1.0 / 1024>;
  static constexpr double near = 0.003;
};
struct long_sums : s16_codes {  // those of weights of 16 bits leave 32 bits
  using w = affine<std::int16_t, 1.0 / 32768>;
  using v = affine<std::int16_t, 1.0 / 16384>;
  static constexpr int most = 32767;
  using t = affine<std::int16_t, 1.0 / 16384>;
};
struct q12_codes {
  using x = q<2, 9>;
  using t = q<0, 11>;
  using w = q<0, 11>;
  using v = q<0, 11>;
  using y = q<5, 6>;
  static constexpr int most = 700, inner_bits = 11;
  static constexpr double near = 0.015;
};
template <class K>
using branches = constants<typename K::t, shape<nodes / 2, inputs>, 51, K::most>;
template <class K>
using weights_of = constants<typename K::w, shape<nodes, scores, inputs>, 52, K::most>;
template <class K>
using gates_of = constants<typename K::v, shape<nodes, scores, inputs>, 53, K::most>;

template <class K, class S>
inline constexpr auto graph =
    etch::graph<etch::tree::operators>([](etch::input<tensor<typename K::x, S>> x) {
      return etch::dsl::bonsai<typename K::y>(
          x, {.depth = depth, .sigma = sigma, .inner_bits = K::inner_bits}, branches<K>::value,
          weights_of<K>::value, gates_of<K>::value);
    });

/// Element (k, i) of constants K times x, over its elements.
template <class K>
double product(const double* x, int row, double unit) {
  double sum = 0;
  for (int i = 0; i < inputs; ++i) sum += K::at(row * inputs + i, unit) * x[i];
  return sum;
}
/// The scores of x, and the leaf that it comes to.
template <class K>
int walk(const double* x, double* y) {
  int k = 0;
  for (int level = 0;; ++level) {
    for (int l = 0; l < scores; ++l) {
      const int row = k * scores + l;
      const double gate = product<gates_of<K>>(x, row, K::v::descriptor.unit());
      y[l] += product<weights_of<K>>(x, row, K::w::descriptor.unit()) *
              std::tanh(static_cast<double>(sigma) * gate);
    }
    if (level == depth) return k;
    k = 2 * k + (product<branches<K>>(x, k, K::t::descriptor.unit()) > 0 ? 1 : 2);
  }
}

template <class K>
void check() {
  static etch::network<graph<K, shape<many, inputs>>> net;
  fill(net.input(), 5);
  const numbers x = decoded(net.input());
  net.run();
  const numbers have = decoded(net.output());
  double worst = 0, varied = 0;
  unsigned seen = 0;
  for (std::size_t n = 0; n < many; ++n) {
    double y[scores]{};
    seen |= 1U << walk<K>(&x[n * inputs], y);
    for (std::size_t l = 0; l < scores; ++l) {
      worst = std::fmax(worst, std::fabs(have[n * scores + l] - y[l]));
      varied = std::fmax(varied, std::fabs(y[l]));
    }
  }
  CHECK(worst <= K::near);
  CHECK(varied > 0.5);
  CHECK((seen & (seen - 1)) != 0);
}

TEST_CASE("bonsai is its formula") {
  check<single>();
  check<brains>();
  check<posit_scores>();
  check<s8_codes>();
  check<s16_codes>();
  check<long_sums>();
  check<q12_codes>();
}

/// A tree of depth 1 whose leaves say x0 where x0 > x1, else 3 x1.
constexpr float edge[] = {1, -1};
constexpr float says[] = {0, 0, 1, 0, 0, 3};
constexpr float open[] = {0, 0, 8, 8, 8, 8};  // tanh of much
template <const auto& Numbers, class S>
inline constexpr auto bytes_of = [] {
  struct {
    alignas(4) unsigned char byte[4 * S::descriptor.size()]{};
  } made;
  for (int i = 0; i < S::descriptor.size(); ++i) {
    const auto bits = __builtin_bit_cast(std::uint32_t, Numbers[i]);
    for (int b = 0; b < 4; ++b) {
      made.byte[4 * i + b] = static_cast<unsigned char>(bits >> (8 * b) & 0xff);
    }
  }
  return made;
}();
template <const auto& Numbers, class S>
inline constexpr etch::constant<tensor<f32, S>> constant_of{&bytes_of<Numbers, S>.byte[0]};
inline constexpr auto fork =
    etch::graph<etch::tree::operators>([](etch::input<tensor<f32, shape<2>>> x) {
      return etch::dsl::bonsai<f32>(x, {.depth = 1}, constant_of<edge, shape<1, 2>>,
                                    constant_of<says, shape<3, 1, 2>>,
                                    constant_of<open, shape<3, 1, 2>>);
    });

TEST_CASE("at 0 the second child is next") {
  static etch::network<fork> net;
  const auto score = [](float a, float b) {
    net.input()[0] = a;
    net.input()[1] = b;
    net.run();
    return static_cast<double>(net.output()[0]);
  };
  CHECK(score(3, 2) == Approx(3));
  CHECK(score(3, 4) == Approx(12));
  CHECK(score(2, 2) == Approx(6));
}

}  // namespace
