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

template <int Seed, int Units, int Inputs>
constexpr auto gru_of(etch::dsl::gru_options o) {
  return [o](auto x, auto... b) {
    return etch::dsl::gru<etch::f32>(
        x, o, weights<Seed, Units, Inputs>, weights<Seed + 1, Units, Inputs>,
        weights<Seed + 2, Units, Inputs>, weights<Seed + 3, Units, Units>,
        weights<Seed + 4, Units, Units>, weights<Seed + 5, Units, Units>, b...);
  };
}
inline constexpr auto gru_after = etch::graph([](etch::input<sequence> x) {
  using namespace etch::dsl;
  return gru_of<20, 5, 3>({})(x, weights<30, 5>, weights<31, 5>, weights<32, 5>, weights<33, 5>,
                              weights<34, 5>, weights<35, 5>) |
         relu;
});
inline constexpr auto gru_before = etch::graph([](etch::input<sequence> x) {
  return gru_of<40, 5, 3>({.reset_after = false, .stateful = true, .takes_new = true})(
      x, weights<50, 5>, weights<51, 5>, weights<52, 5>);
});
template <bool Major>
inline constexpr auto lstm_graph = etch::graph([](etch::input<sequence> x) {
  return etch::dsl::lstm<etch::f32, etch::f32>(
      x, {.time_major = Major, .clip = Major ? 0.5F : 0.0F}, weights<60, 4, 3>, weights<61, 4, 3>,
      weights<62, 4, 3>, weights<63, 4, 3>, weights<64, 4, 4>, weights<65, 4, 4>, weights<66, 4, 4>,
      weights<67, 4, 4>, weights<68, 4>, weights<69, 4>, weights<70, 4>, weights<71, 4>);
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
    if constexpr (etch::network<G>::has_state) net.reset();
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

TEST_CASE("calibration: GRU, its reset gate behind the product and before it") {
  check<gru_after>();
  check<gru_before>();
}
TEST_CASE("calibration: LSTM, by batches and by steps") {
  check<lstm_graph<false>>();
  check<lstm_graph<true>>();
}

namespace {

const cases& sequences() {
  static const cases all = [] {
    cases made;
    std::uint32_t seed = 5;
    for (int k = 0; k < 40; ++k) {
      numbers x(42);
      for (double& number : x) {
        seed = seed * 1664525U + 1013904223U;
        number = static_cast<double>(seed >> 8) / 8388608 - 1;
      }
      made.push_back(x);
    }
    return made;
  }();
  return all;
}
/// Signal over error of the output of a graph in a number format, in dB.
template <const auto& G>
double decibels(const std::string& format) {
  const float_network real(G);
  const statistics s = measured(real, sequences());
  const quantised_network net(real, s, *number_choice_of(format), clipping::minmax);
  deviation all;
  for (const numbers& x : sequences()) {
    std::vector<numbers> want, have;
    real.run(x, want, [](int, const numbers&) {});
    net.run(x, have, [](int, const numbers&) {});
    const auto y = static_cast<std::size_t>(real.output);
    for (std::size_t i = 0; i < want[y].size(); ++i) all.add(want[y][i], have[y][i]);
  }
  return all.decibels();
}
template <const auto& G>
void refuses(const std::string& format, const std::string& sentence) {
  const float_network real(G);
  const statistics s = measured(real, sequences());
  CHECK_THROWS_WITH(quantised_network(real, s, *number_choice_of(format), clipping::minmax),
                    Catch::Contains(sentence));
}

}  // namespace

TEST_CASE("calibration: formats of GRU and LSTM") {
  for (const auto& [format, least] : {std::pair{"int8", 30.0},
                                      {"int16", 38.0},
                                      {"q7", 25.0},
                                      {"q15", 65.0},
                                      {"fixed<12>", 50.0},
                                      {"posit<8,0>", 20.0},
                                      {"posit<16,1>", 60.0},
                                      {"bf16", 38.0}}) {
    INFO(format);
    CHECK(decibels<gru_after>(format) > least);
    CHECK(decibels<gru_before>(format) > least);
  }
  CHECK(decibels<lstm_graph<false>>("int8") > 30);
  CHECK(decibels<lstm_graph<true>>("int16") > 38);
}

TEST_CASE("calibration: what is chosen of a gated layer's formats") {
  const float_network real(lstm_graph<true>);
  const statistics s = measured(real, sequences());
  const quantised_network net(real, s, *number_choice_of("int16"), clipping::minmax);
  const float_layer& l = real.layers[0];
  REQUIRE(l.cell >= 0);
  CHECK(real.value(l.cell).name == "lstm_1_cell");
  CHECK(s.of[static_cast<std::size_t>(l.cell)].range().magnitude() == Approx(0.5));
  // 0.5 / 32767 is a little more than 2^-16
  CHECK(net.format_of(l.cell).unit() == 0x1p-15);
  CHECK(net.format_of(l.output).unit() == 0x1p-15);
  const auto bits = [&](int input) {
    return net.format_of(l.inputs[static_cast<std::size_t>(input)]).bits;
  };
  CHECK(bits(etch::ops::lstm::weights) == 8);
  CHECK(bits(etch::ops::lstm::biases) == 64);

  // q7 of weights up to 1 gives sums 14 fraction bits; of inputs up to 64, 16 bits are needed
  const float_network of_gru(gru_after);
  const auto weight_bits = [&](double factor) {
    cases all = sequences();
    for (numbers& x : all)
      for (double& number : x) number *= factor;
    const quantised_network fixed(of_gru, measured(of_gru, all), *number_choice_of("q7"),
                                  clipping::minmax);
    return fixed.format_of(of_gru.layers[0].inputs[1]).bits;
  };
  CHECK(weight_bits(1) == 8);
  CHECK(weight_bits(64) == 16);
}

TEST_CASE("calibration: what is refused of recurrent layers") {
  refuses<full_rank>("int8",
                     "fastgrnn_1 (fastgrnn): its formats of integers, which depend on one another, "
                     "are not chosen by data");
  CHECK(decibels<low_rank_graph>("posit<8,2>") > 10);
  refuses<gru_after>("int4", "gru_1 (gru): its integers have 8 to 16 bits, not those of int4");
  refuses<lstm_graph<true>>("q7", "lstm_1 (lstm): its values are int8, int16 or f32, not q7");
  refuses<lstm_graph<true>>("posit<16,1>", "int8, int16 or f32, not posit<16,1>");
}
