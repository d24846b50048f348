// Recurrent layers of a float network at run time, and slice, against the compiled ones.
#include <catch2/catch.hpp>

#include <etch/etch.hpp>
#include <etch/host/calibration/quantised_network.hpp>

#include <cmath>
#include <cstdint>

namespace {

using namespace etch::host;

/// Count numbers of -1 to 1, the same for each seed.
template <int Count>
struct noise {
  float at[Count]{};
  constexpr explicit noise(std::uint32_t seed) {
    for (float& x : at) {
      seed = seed * 1664525U + 1013904223U;
      x = static_cast<float>(seed >> 8) / 8388608.0F - 1;
    }
  }
};
template <int Seed, int... D>
constexpr noise<(D * ...)> some{Seed};
template <int Seed, int... D>
inline constexpr etch::constant<etch::tensor<etch::f32, etch::shape<D...>, etch::ohwi>> weights{
    some<Seed, D...>.at};

using sequence = etch::tensor<etch::f32, etch::shape<2, 7, 3>>;
inline constexpr auto full_rank = etch::graph([](etch::input<sequence> x) {
  using namespace etch::dsl;
  return fastgrnn<etch::f32>(x, {.zeta = 0.8F, .nu = 0.07F}, weights<0, 5, 3>, weights<1, 5, 5>,
                             weights<2, 5>, weights<3, 5>) |
         slice(range{1, 1}, range{6, 3, -2}, range{1, 2, 3});
});
inline constexpr auto low_rank_graph = etch::graph([](etch::input<sequence> x) {
  using namespace etch::dsl;
  return fastgrnn<etch::f32>(x, {}, low_rank(weights<0, 2, 3>, weights<1, 5, 2>),
                             low_rank(weights<2, 3, 5>, weights<3, 5, 3>), weights<4, 5>,
                             weights<5, 5>);
});
using picture = etch::tensor<etch::f32, etch::shape<2, 7, 5, 2>>;
inline constexpr auto windows = etch::graph([](etch::input<picture> x) {
  using namespace etch::dsl;
  return rnn_pool<etch::f32, 3, 2>(x, {.first = {0.9F, 0.1F}, .second = {0.7F, 0.02F}},
                                   weights<0, 4, 2>, weights<1, 4, 4>, weights<2, 4>, weights<3, 4>,
                                   weights<4, 3, 4>, weights<5, 3, 3>, weights<6, 3>,
                                   weights<7, 3>);
});

/// Every number of the compiled network within 1e-6.
template <const auto& G>
void check() {
  static etch::network<G> net;
  const float_network real(G);
  std::uint32_t seed = 9;
  for (int k = 0; k < 5; ++k) {
    numbers x;
    for (int i = 0; i < net.input().size(); ++i) {
      seed = seed * 1664525U + 1013904223U;
      net.input()[i] = static_cast<float>(seed >> 8) / 4194304.0F - 2;
      x.push_back(static_cast<double>(net.input()[i]));
    }
    net.run();
    std::vector<numbers> of;
    real.run(x, of, [](int, const numbers&) {});
    const numbers& y = of[static_cast<std::size_t>(real.output)];
    REQUIRE(y.size() == static_cast<std::size_t>(net.output().size()));
    for (int i = 0; i < net.output().size(); ++i) {
      CHECK(y[static_cast<std::size_t>(i)] ==
            Approx(static_cast<double>(net.output()[i])).margin(1e-6));
    }
  }
}

}  // namespace

TEST_CASE("calibration: FastGRNN of full rank, every other of its states from the last on") {
  check<full_rank>();
}
TEST_CASE("calibration: FastGRNN of low rank") { check<low_rank_graph>(); }
TEST_CASE("calibration: RNNPool of windows that overlap") { check<windows>(); }

TEST_CASE("calibration: what is refused of recurrent layers") {
  const float_network real(full_rank);
  const statistics s = measured(real, {numbers(42, 0.5), numbers(42, -0.25)});
  CHECK_THROWS_WITH(quantised_network(real, s, *number_choice_of("int8"), clipping::minmax),
                    Catch::Contains("formats of integers for fastgrnn are not chosen by data"));
  CHECK_NOTHROW(quantised_network(real, s, *number_choice_of("posit<8,2>"), clipping::minmax));
}
