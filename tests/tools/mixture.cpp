// A network in any choice of formats, run from candidates: outputs, memory and constants are those
// of the network compiled in these formats, here and for Cortex-M4.
#include <catch2/catch.hpp>

#include <etch/etch.hpp>
#include <etch/host/search/worker.hpp>

#include <sstream>

namespace {

using namespace etch::host;

template <int N>
struct noise {
  unsigned char bytes[4 * N]{};
  constexpr explicit noise(std::uint32_t seed) {
    for (int i = 0; i < N; ++i) {
      seed = seed * 1664525U + 1013904223U;
      const float x = static_cast<float>(seed >> 8) / 16777216.0F - 0.5F;
      const auto word = __builtin_bit_cast(std::uint32_t, x);
      for (int b = 0; b < 4; ++b) {
        bytes[4 * i + b] = static_cast<unsigned char>(word >> (8 * b) & 0xffU);
      }
    }
  }
};
template <class... T>
using f32_constant = etch::constant<etch::tensor<etch::f32, T...>>;
constexpr noise<4 * 9 * 2> filters{1};
constexpr noise<4> filter_bias{2};
constexpr noise<5 * 36> rows{3};
constexpr noise<5> row_bias{4};
constexpr etch::parameters convolution{
    f32_constant<etch::shape<4, 3, 3, 2>, etch::ohwi>{filters.bytes},
    f32_constant<etch::shape<4>>{filter_bias.bytes}};
constexpr etch::parameters last{f32_constant<etch::shape<5, 36>>{rows.bytes},
                                f32_constant<etch::shape<5>>{row_bias.bytes}};

template <const auto& P, class W>
inline constexpr auto weights = etch::quantise<W>(P.weights, etch::rounding::half_away);
template <const auto& P, class X, class W>
inline constexpr auto bias = etch::quantise_bias<X, W>(P.bias);
template <const auto& P, class X, class W>
inline constexpr etch::parameters in{weights<P, W>.as_constant(), bias<P, X, W>.as_constant()};

/// Formats by the bits of a number: bit v says that variable v has 16 bits.
constexpr int variable_count = 6;
template <unsigned Bits>
struct formats {
  template <unsigned V, int Frac>
  using of = etch::q_of<(Bits >> V & 1) != 0 ? 16 : 8, Frac + ((Bits >> V & 1) != 0 ? 8 : 0)>;
  using input = of<0, 7>;
  using conv_weights = etch::q_of<(Bits >> 1 & 1) != 0 ? 16 : 8, (Bits >> 1 & 1) != 0 ? 11 : 8>;
  using conv = of<2, 5>;
  using most = conv;
  using mean = conv;
  using sum = of<3, 5>;
  using last_weights = etch::q_of<(Bits >> 4 & 1) != 0 ? 16 : 8, (Bits >> 4 & 1) != 0 ? 11 : 8>;
  using last = of<5, 5>;
};

using etch::input;
template <class F, int H, int W, int C>
using picture = etch::tensor<F, etch::shape<H, W, C>, etch::hwc>;

template <class F>
inline constexpr auto conv_alone = etch::graph([](input<picture<typename F::input, 6, 6, 2>> x) {
  using namespace etch::dsl;
  return x | conv2d(in<convolution, typename F::input, typename F::conv_weights>) |
         to<typename F::conv> | relu | tap("conv");
});
template <class F>
inline constexpr auto most_alone = etch::graph([](input<picture<typename F::conv, 6, 6, 4>> x) {
  using namespace etch::dsl;
  return x | max_pool<2> | tap("most");
});
template <class F>
inline constexpr auto mean_alone = etch::graph([](input<picture<typename F::conv, 6, 6, 4>> x) {
  using namespace etch::dsl;
  return x | avg_pool<2> | tap("mean");
});
template <class F>
inline constexpr auto sum_alone = etch::graph(
    [](input<picture<typename F::most, 3, 3, 4>> a, input<picture<typename F::mean, 3, 3, 4>> b) {
      using namespace etch::dsl;
      return add<typename F::sum>(a, b) | tap("sum");
    });
template <class F>
inline constexpr auto last_alone = etch::graph([](input<picture<typename F::sum, 3, 3, 4>> x) {
  using namespace etch::dsl;
  return x | dense(in<last, typename F::sum, typename F::last_weights>) | to<typename F::last> |
         tap("last");
});
template <class F>
inline constexpr auto graph_in = etch::graph([](input<picture<typename F::input, 6, 6, 2>> x) {
  using namespace etch::dsl;
  const auto conv = x | conv2d(in<convolution, typename F::input, typename F::conv_weights>) |
                    to<typename F::conv> | relu | tap("conv");
  const auto most = conv | max_pool<2> | tap("most");
  const auto mean = conv | avg_pool<2> | tap("mean");
  const auto sum = add<typename F::sum>(most, mean) | tap("sum");
  return sum | dense(in<last, typename F::sum, typename F::last_weights>) | to<typename F::last> |
         tap("last");
});

template <class Target>
mixture mixture_for() {
  using conv_formats = etch::detail::indices<0, 1, 2, 3, 4, 5, 6, 7>;
  const auto conv = []<int... B>(etch::detail::indices<B...>) {
    return std::vector<choice>{
        {{B & 1, B >> 1 & 1, B >> 2 & 1}, candidate_of<conv_alone<formats<B>>, Target>()}...};
  };
  const auto last_layer = []<int... B>(etch::detail::indices<B...>) {
    return std::vector<choice>{{{B & 1, B >> 1 & 1, B >> 2 & 1},
                                candidate_of<last_alone<formats<(B << 3)>>, Target>()}...};
  };
  using wide = formats<63>;
  using narrow = formats<0>;
  return mixture({{"input", 0, 72, {codec_of<narrow::input>(), codec_of<wide::input>()}},
                  {"conv", 2, 144, {codec_of<narrow::conv>(), codec_of<wide::conv>()}},
                  {"most", 2, 36, {codec_of<narrow::conv>(), codec_of<wide::conv>()}},
                  {"mean", 2, 36, {codec_of<narrow::conv>(), codec_of<wide::conv>()}},
                  {"sum", 3, 36, {codec_of<narrow::sum>(), codec_of<wide::sum>()}},
                  {"last", 5, 5, {codec_of<narrow::last>(), codec_of<wide::last>()}}},
                 {{{0}, 1, {0, 1, 2}, conv(conv_formats{})},
                  {{1},
                   2,
                   {2},
                   {{{0}, candidate_of<most_alone<narrow>, Target>()},
                    {{1}, candidate_of<most_alone<wide>, Target>()}}},
                  {{1},
                   3,
                   {2},
                   {{{0}, candidate_of<mean_alone<narrow>, Target>()},
                    {{1}, candidate_of<mean_alone<wide>, Target>()}}},
                  {{2, 3},
                   4,
                   {2, 3},
                   {{{0, 0}, candidate_of<sum_alone<formats<0>>, Target>()},
                    {{1, 0}, candidate_of<sum_alone<formats<4>>, Target>()},
                    {{0, 1}, candidate_of<sum_alone<formats<8>>, Target>()},
                    {{1, 1}, candidate_of<sum_alone<formats<12>>, Target>()}}},
                  {{4}, 5, {3, 4, 5}, last_layer(conv_formats{})}},
                 variable_count);
}

mixed_cases some_cases() {
  mixed_cases all;
  std::uint32_t seed = 5;
  const auto next = [&] {
    seed = seed * 1664525U + 1013904223U;
    return static_cast<float>(seed >> 8) / 16777216.0F;
  };
  for (int k = 0; k < 7; ++k) {
    all.inputs.emplace_back();
    all.wanted.emplace_back();
    for (int i = 0; i < 72; ++i) all.inputs.back().push_back(next());
    for (int i = 0; i < 5; ++i) all.wanted.back().push_back(next());
    all.classes.push_back(k % 5);
  }
  return all;
}
configuration configuration_of(unsigned bits) {
  configuration c;
  for (unsigned v = 0; v < variable_count; ++v) c.push_back(static_cast<int>(bits >> v & 1));
  return c;
}

template <class Target, unsigned Bits>
void check_memory(mixture& net) {
  using compiled = etch::network<graph_in<formats<Bits>>, Target>;
  const configuration c = configuration_of(Bits);
  INFO("formats " << Bits);
  CHECK(mixture_memory<graph_in<formats<0>>>(net).ram(c) == compiled::ram_bytes);
  // max_pool of 16-bit codes has a plan 16 bytes shorter where it runs in idle memory, which only
  // the whole network knows of.
  const int more = static_cast<int>(net.constants(c) - compiled::constant_bytes);
  CHECK((more == 0 || more == 16));
}
template <unsigned Bits>
void check(mixture& here, mixture& there) {
  static etch::network<graph_in<formats<Bits>>> net;
  const mixed_cases all = some_cases();
  const configuration c = configuration_of(Bits);
  std::vector<float> y(5);
  std::uint64_t outputs = hash_of(nullptr, 0);
  loss want;
  double squares = 0;
  for (std::size_t k = 0; k < all.inputs.size(); ++k) {
    etch::quantise_input(net.input(), all.inputs[k].data());
    net.run();
    const auto said = static_cast<std::size_t>(etch::arg_max(net.output()));
    etch::dequantise_output(net.output(), y.data());
    outputs = hash_of(y.data(), y.size() * sizeof(float), outputs);
    want.right += said == static_cast<std::size_t>(all.classes[k]) ? 1 : 0;
    want.disagreements += said != index_of_largest(all.wanted[k]) ? 1 : 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double error = static_cast<double>(y[i]) - static_cast<double>(all.wanted[k][i]);
      squares += error * error;
    }
  }
  want.error = std::sqrt(squares / static_cast<double>(5 * all.inputs.size()));
  INFO("formats " << Bits);
  const mixed_answer have = here.answer(c, all, 0);
  CHECK(have.outputs == outputs);
  CHECK(have.loses.error == Approx(want.error));
  CHECK(have.loses.right == want.right);
  CHECK(have.loses.disagreements == want.disagreements);
  check_memory<etch::this_target, Bits>(here);
  check_memory<etch::cortex_m4, Bits>(there);
}

}  // namespace

TEST_CASE("mixture: what the network compiled in these formats gives and takes") {
  mixture here = mixture_for<etch::this_target>(), there = mixture_for<etch::cortex_m4>();
  check<0>(here, there);
  check<63>(here, there);
  check<22>(here, there);
  check<25>(here, there);
  check<37>(here, there);
  check<42>(here, there);
}

TEST_CASE("mixture: a prefix runs once") {
  mixture net = mixture_for<etch::this_target>();
  const mixed_cases all = some_cases();
  static_cast<void>(net.answer(configuration_of(0), all, 0));
  CHECK(net.runs() == 5);
  static_cast<void>(net.answer(configuration_of(0), all, 0));
  CHECK(net.runs() == 5);
  static_cast<void>(net.answer(configuration_of(32), all, 0));  // the last layer alone
  CHECK(net.runs() == 6);
  static_cast<void>(net.answer(configuration_of(8), all, 0));  // the sum and the last layer
  CHECK(net.runs() == 8);
  static_cast<void>(net.answer(configuration_of(0), all, 1));  // other cases
  CHECK(net.runs() == 13);
}

TEST_CASE("mixture: by how many deviations one loses less than another") {
  mixture net = mixture_for<etch::this_target>();
  const mixed_cases all = some_cases();
  const configuration a = configuration_of(63), b = configuration_of(8);
  std::vector<double> less;
  double mean = 0, variance = 0;
  for (std::size_t k = 0; k < all.inputs.size(); ++k) {  // each case as a part of its own
    const mixed_cases one{{all.inputs[k]}, {all.wanted[k]}, {all.classes[k]}};
    const int part = 1 + static_cast<int>(k);
    const double of_a = net.answer(a, one, part).loses.error,
                 of_b = net.answer(b, one, part).loses.error;
    less.push_back(5 * (of_b * of_b - of_a * of_a));
    mean += less.back() / 7;
    CHECK(net.deviations_below(a, b, one, part) == 0);
  }
  for (const double x : less) variance += (x - mean) * (x - mean) / 6;
  const double deviations = net.deviations_below(a, b, all, 0);
  const double t = mean / std::sqrt(variance / 7);
  CHECK(std::fabs(t) > 0.01);
  CHECK(deviations == Approx(t * (1 - 1 / 24.0) / std::sqrt(1 + t * t / 12)));
  CHECK(net.deviations_below(b, a, all, 0) == Approx(-deviations));
  CHECK(net.deviations_below(a, a, all, 0) == 0);
}

TEST_CASE("mixture: the heat of values") {
  mixture net = mixture_for<etch::this_target>();
  const auto heat = net.percentiles(configuration_of(63), configuration_of(0), some_cases(), 0);
  REQUIRE(heat.size() == variable_count);
  CHECK(heat[1] == 0);  // weights
  CHECK(heat[4] == 0);
  CHECK(heat[0] > 0.0035);  // 95 of 100 errors of a rounding to 2^-7 are below 0.95 * 2^-8
  CHECK(heat[0] < 0.0039);
  CHECK(heat[2] > heat[0]);
}

TEST_CASE("mixture: a worker answers line by line") {
  mixture net = mixture_for<etch::this_target>();
  worker<graph_in<formats<0>>> w(net, "/absent");
  const auto ask = [&](const std::string& lines) {
    std::istringstream in(lines);
    std::ostringstream out;
    w.serve(in, out);
    return out.str();
  };
  const std::string ram =
      std::to_string(mixture_memory<graph_in<formats<0>>>(net).ram(configuration_of(0)));
  CHECK_THAT(ask("{\"formats\": [0,0,0,0,0,0], \"id\": 3}\n"),
             Catch::Contains("\"id\": 3, \"ram\": " + ram + "}\n"));
  CHECK_THAT(ask("{\"formats\": [0, 1], \"id\": 3}\n"),
             Catch::Contains("the network has 6 variables, the question 2 formats"));
  CHECK_THAT(ask("{\"formats\": [0,0,0,0,0,7], \"id\": 3}\n"),
             Catch::Contains("no kernels were compiled for these formats"));
  CHECK_THAT(ask("{\"formats\": [0,0,0,0,0,0], \"id\": 3, \"part\": 0}\n"),
             Catch::Contains("/absent: holds no cases of part 0"));
  CHECK_THAT(ask("formats\n"), Catch::Contains("{\"refused\": \"no question: column 1: "));
}
