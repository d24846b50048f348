// Stochastic rounding: by a counter, so that a run can be repeated and equal numbers are
// independent.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cmath>
#include <vector>

namespace {

using etch::rounding, etch::stochastic;

// the same on every machine: numbers of an independent computation
static_assert(etch::at_element(stochastic(0), 0) == stochastic(0xe220a8));
static_assert(etch::at_element(stochastic(0), 1) == stochastic(0x6e789e));
static_assert(etch::at_element(stochastic(7), 0) == stochastic(0x479d98));
static_assert(etch::stochastic_threshold(rounding::stochastic) >> 40 == 0x711409);
static_assert(etch::stochastic_threshold(stochastic(1)) >> 40 == 0x37feec);
static_assert(etch::number<etch::q<7, 0>>(2.9, stochastic(0)).code() == 2 + (0x711409 < 0xe66666));

/// The counter of a threshold: what stochastic_threshold does, backwards.
constexpr std::uint32_t counter_of(std::uint64_t threshold) {
  const auto inverse = [](std::uint32_t odd) {
    std::uint32_t x = odd;
    for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
    return x;
  };
  auto x = static_cast<std::uint32_t>(threshold >> 40);
  x ^= x >> 12;
  x = x * inverse(0xb2ae6dU) & 0xffffff;
  x ^= x >> 11 ^ x >> 22;
  x = x * inverse(0xca6b35U) & 0xffffff;
  x ^= x >> 13;
  return (x - 0x9e3779U) & 0xffffff;
}
TEST_CASE("each counter has a threshold of its own: no bias over all of them") {
  int wrong = 0;
  for (std::uint32_t c = 0; c < 1U << 24; c += 251) {
    const std::uint64_t threshold = etch::stochastic_threshold(stochastic(c));
    if (counter_of(threshold) != c || (threshold << 24) != std::uint64_t{1} << 63) ++wrong;
  }
  CHECK(wrong == 0);
}

constexpr int rows = 8, columns = 16, channels = 32, count = rows * columns * channels;
template <class F, class G, rounding R, class L = etch::hwc>
struct conversion {
  using value = etch::tensor<F, etch::shape<rows, columns, channels>, L>;
  static constexpr auto graph = etch::graph([](etch::input<value> x) {
    using namespace etch::dsl;
    return x | to<G, R>;
  });
  struct net : etch::network<graph> {};
};
/// What becomes of equal numbers x, in logical order.
template <class F, class G, rounding R, class L = etch::hwc>
std::vector<double> all_of(double x) {
  static typename conversion<F, G, R, L>::net n;
  for (int i = 0; i < count; ++i)
    n.input().set(i / channels / columns, i / channels % columns, i % channels, x);
  n.run();
  std::vector<double> y;
  for (int i = 0; i < count; ++i) {
    y.push_back(n.output().real(i / channels / columns, i / channels % columns, i % channels));
  }
  return y;
}

/// Numbers between low and low + step: their share is right, also of neighbours that both go up.
template <class F, class G, rounding R>
void check_share(double low, double step, double share) {
  const std::vector<double> y = all_of<F, G, R>(low + share * step);
  double up = 0, both = 0, column = 0;
  for (int i = 0; i < count; ++i) {
    const double u = (y[static_cast<unsigned>(i)] - low) / step;
    REQUIRE((std::fabs(u) < 1e-6 || std::fabs(u - 1) < 1e-6));
    up += u;
    both += u * (y[static_cast<unsigned>((i + 1) % count)] - low) / step;
    column += u * (y[static_cast<unsigned>((i + channels) % count)] - low) / step;
    const auto k = static_cast<std::uint64_t>(i);
    const double alone = etch::number<G>(low + share * step, etch::at_element(R, k)).real();
    CHECK(std::fabs(alone - y[static_cast<unsigned>(i)]) < 1e-6);
  }
  INFO(G::kind::name << " " << share);
  CHECK(std::fabs(up / count - share) < 0.035);  // four deviations and more
  CHECK(std::fabs(both / count - share * share) < 0.05);
  CHECK(std::fabs(column / count - share * share) < 0.05);
}

TEST_CASE("equal numbers round independently, with the share of the rest") {
  using etch::f32;
  check_share<f32, etch::q<3, 4>, stochastic(1)>(2.25, 0.0625, 0.25);
  check_share<f32, etch::q<3, 4>, rounding::stochastic>(-2.25, 0.0625, 0.5);
  check_share<etch::q<3, 12>, etch::q<3, 4>, stochastic(2)>(-1.5, 0.0625, 0.8125);
  check_share<f32, etch::affine<std::int8_t, 0.5, 3>, stochastic(1)>(4, 0.5, 0.125);
  check_share<etch::q<3, 4>, etch::affine<std::int8_t, 0.25, -9>, stochastic(1)>(4, 0.25, 0.25);
  check_share<f32, etch::e4m3, stochastic(3)>(1, 0.125, 0.75);
  check_share<f32, etch::bf16, stochastic(3)>(-1.5, 1.0 / 128, 0.5);
  check_share<f32, etch::posit<8, 0>, stochastic(3)>(1.5, 1.0 / 32, 0.25);
}

TEST_CASE("the layout does not matter, the seed does") {
  using from = etch::f32;
  using to = etch::q<3, 4>;
  const auto a = all_of<from, to, stochastic(1)>(0.03), b = all_of<from, to, stochastic(2)>(0.03);
  CHECK(a == all_of<from, to, stochastic(1), etch::chw>(0.03));
  CHECK(a == all_of<from, to, stochastic(1)>(0.03));
  int equal = 0;
  for (unsigned i = 0; i < count; ++i) equal += std::fabs(a[i] - b[i]) < 1e-6 ? 1 : 0;
  CHECK((equal > count * 2 / 5 && equal < count * 3 / 5));
}

// ---- behind a layer, whose sums stay as they are
constexpr int outputs = 256;
struct weight_bytes {
  alignas(16) unsigned char byte[outputs * 2]{};
  constexpr weight_bytes() {
    for (unsigned char& b : byte) b = 5;
  }
};
inline constexpr weight_bytes weights;
inline constexpr etch::parameters layer{
    etch::constant<etch::tensor<etch::q<0, 7>, etch::shape<outputs, 2>>>{weights.byte}};
inline constexpr auto dense_graph =
    etch::graph([](etch::input<etch::tensor<etch::q<0, 7>, etch::shape<2>>> x) {
      using namespace etch::dsl;
      return x | dense(layer) | to<etch::q<0, 7>, stochastic(9)>;
    });
struct dense_net : etch::network<dense_graph> {};

TEST_CASE("equal sums of a layer round independently") {
  static dense_net n;
  n.input()[0] = n.input()[1] = 16;  // sums of 160: 1.25 steps
  n.run();
  int up = 0;
  for (int i = 0; i < outputs; ++i) {
    CHECK((n.output()[i] == 1 || n.output()[i] == 2));
    up += n.output()[i] - 1;
    const auto r = etch::at_element(stochastic(9), static_cast<std::uint64_t>(i));
    CHECK(n.output()[i] == etch::number<etch::q<0, 7>>(1.25 / 128, r).code());
  }
  CHECK((up > outputs / 4 - 30 && up < outputs / 4 + 30));
}

// in the compiler too
constexpr bool equals_numbers_alone() {
  constexpr std::int8_t x[2]{16, 16};
  const auto y = dense_net::evaluate(x);
  for (int i = 0; i < outputs; ++i) {
    const auto r = etch::at_element(stochastic(9), static_cast<std::uint64_t>(i));
    if (y.code[i] != etch::number<etch::q<0, 7>>(1.25 / 128, r).code()) return false;
  }
  return true;
}
static_assert(equals_numbers_alone());

}  // namespace
