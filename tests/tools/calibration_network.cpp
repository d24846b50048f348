// A float network at run time against the compiled one, and what brings it to codes: formats,
// scales, equalisation and bias correction.
#include <catch2/catch.hpp>

#include <etch/etch.hpp>
#include <etch/host/calibration/batch_norms.hpp>
#include <etch/host/calibration/equalise.hpp>
#include <etch/host/calibration/quantised_network.hpp>

#include "../support/noise.hpp"

namespace {

using namespace etch::host;
using test::noise;

template <int... D>
using floats = etch::constant<etch::tensor<etch::f32, etch::shape<D...>, etch::ohwi>>;
template <int N>
using vector_of = etch::constant<etch::tensor<etch::f32, etch::shape<N>>>;

constexpr noise<4 * 3 * 3 * 2> conv_weights{1};
constexpr noise<4> conv_bias{2}, gamma{3}, beta{4}, mean{5};
constexpr noise<3 * 3 * 4> depthwise_weights{6};
constexpr noise<4> depthwise_bias{7};
constexpr noise<4 * 1 * 1 * 4> point_weights{8};
constexpr noise<5 * 8> dense_weights{9};
constexpr float variance[4]{0.5F, 1, 2, 0.25F};
constexpr float bigger[4]{1, 2, 3, 4};

constexpr etch::parameters conv{floats<4, 3, 3, 2>{conv_weights.at}, vector_of<4>{conv_bias.at}};
constexpr etch::parameters depthwise{floats<1, 3, 3, 4>{depthwise_weights.at},
                                     vector_of<4>{depthwise_bias.at}};
constexpr etch::parameters point{floats<4, 1, 1, 4>{point_weights.at}};
constexpr etch::parameters last{
    etch::constant<etch::tensor<etch::f32, etch::shape<5, 8>>>{dense_weights.at}};

using picture = etch::tensor<etch::f32, etch::shape<7, 6, 2>>;

template <etch::epsilon_at Place>
inline constexpr auto every_layer = etch::graph([](etch::input<picture> x) {
  using namespace etch::dsl;
  const auto a = x | conv2d(conv, {.stride = {2, 1}}) |
                 batch_norm(vector_of<4>{gamma.at}, vector_of<4>{beta.at}, vector_of<4>{mean.at},
                            vector_of<4>{variance}, {.epsilon = 0.1F, .place = Place}) |
                 relu;
  const auto b = a | depthwise_conv2d(depthwise) | relu6;
  const auto c =
      add<etch::f32>(a, b | conv2d(point, {.pad = valid}) | leaky_relu(0.25F) | hard_swish);
  const auto d = mul<etch::f32>(c, vector_of<4>{bigger}) | sigmoid | pad({.top = 1, .right = 2}) |
                 transpose<1, 0, 2>;
  const auto e = d | max_pool<2>({.stride = 1}) | avg_pool<3>({.stride = 2, .pad = same});
  const auto f = concat(e, sub<etch::f32>(e, e | tanh)) | global_avg_pool;
  return f | dense(last) | softmax | tap("shares");
});

/// The same cases for every test.
cases some_cases(int count, int size) {
  cases all;
  std::uint32_t seed = 77;
  for (int k = 0; k < count; ++k) {
    all.emplace_back();
    for (int i = 0; i < size; ++i) {
      seed = seed * 1664525U + 1013904223U;
      all.back().push_back(static_cast<double>(static_cast<float>(seed >> 8) / 8388608.0F) - 1);
    }
  }
  return all;
}

template <class Net>
void check_against(const float_network& have, const cases& all) {
  static Net net;
  std::vector<numbers> of;
  for (const numbers& x : all) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      net.input()[static_cast<int>(i)] = static_cast<float>(x[i]);
    }
    net.run();
    have.run(x, of, [](int, const numbers&) {});
    const numbers& y = of[static_cast<std::size_t>(have.output)];
    REQUIRE(static_cast<int>(y.size()) == net.output().size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      const auto want = static_cast<double>(net.output()[static_cast<int>(i)]);
      CHECK(y[i] == Approx(want).margin(1e-5));
    }
  }
}

/// Three layers, of which the second one's channel 2 is 100 times as large as it need be.
constexpr auto wide_weights = [] {
  auto w = conv_weights;
  for (int i = 36; i < 54; ++i) w.at[i] *= 100;
  return w;
}();
constexpr auto wide_readers = [] {
  noise<5 * 4> w{10};
  for (int o = 0; o < 5; ++o) w.at[4 * o + 2] /= 100;
  return w;
}();
constexpr etch::parameters wide{floats<4, 3, 3, 2>{wide_weights.at}, vector_of<4>{conv_bias.at}};
constexpr etch::parameters reader{
    etch::constant<etch::tensor<etch::f32, etch::shape<5, 4>>>{wide_readers.at}};
constexpr auto uneven = etch::graph([](etch::input<picture> x) {
  using namespace etch::dsl;
  return x | conv2d(wide) | relu | max_pool<7, 6> | dense(reader);
});

/// The same without the factor of 100.
constexpr noise<5 * 4> even_readers{10};
constexpr etch::parameters even_reader{
    etch::constant<etch::tensor<etch::f32, etch::shape<5, 4>>>{even_readers.at}};
constexpr auto three_layers = etch::graph([](etch::input<picture> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | relu | max_pool<7, 6> | dense(even_reader);
});

double decibels(const float_network& from, const quantised_network& net, const cases& all) {
  deviation d;
  std::vector<numbers> want, have;
  for (const numbers& x : all) {
    from.run(x, want, [](int, const numbers&) {});
    net.run(x, have, [](int, const numbers&) {});
    const auto y = static_cast<std::size_t>(from.output);
    for (std::size_t i = 0; i < want[y].size(); ++i) d.add(want[y][i], have[y][i]);
  }
  return d.decibels();
}

quantised_network in(const char* format, const float_network& net, const cases& all,
                     clipping method = clipping::minmax) {
  return {net, measured(net, all), *number_choice_of(format), method};
}

}  // namespace

TEST_CASE("a float network computes what the compiled one does") {
  const cases all = some_cases(5, 84);
  const float_network a(every_layer<etch::epsilon_at::variance>);
  CHECK(a.batch_norms == 1);
  CHECK(a.folded_macs == 4 * 6 * 4);
  CHECK(a.value(a.output).name == "shares");
  check_against<etch::network<every_layer<etch::epsilon_at::variance>>>(a, all);
  const float_network b(every_layer<etch::epsilon_at::deviation>);
  check_against<etch::network<every_layer<etch::epsilon_at::deviation>>>(b, all);
}

TEST_CASE("batch norms as layers: the same numbers, one layer more, more error in codes") {
  const cases all = some_cases(20, 84);
  const auto check = [&](const float_network& folded) {
    const float_network apart = with_batch_norms(folded);
    REQUIRE(apart.layers.size() == folded.layers.size() + 1);
    double errors[2]{};
    const quantised_network a = in("int8", folded, all), b = in("int8", apart, all);
    for (const numbers& x : all) {
      std::vector<numbers> want, have, codes;
      folded.run(x, want, [](int, const numbers&) {});
      apart.run(x, have, [](int, const numbers&) {});
      const auto norm = static_cast<std::size_t>(folded.layers[0].output);
      REQUIRE(have[norm].size() == want[norm].size());
      for (std::size_t i = 0; i < want[norm].size(); ++i) {
        REQUIRE(have[norm][i] == Approx(want[norm][i]).margin(1e-9));
      }
      for (const quantised_network* net : {&a, &b}) {
        net->run(x, codes, [](int, const numbers&) {});
        for (std::size_t i = 0; i < want[norm].size(); ++i) {
          errors[net == &b] += std::pow(codes[norm][i] - want[norm][i], 2);
        }
      }
    }
    CHECK(errors[1] > 1.1 * errors[0]);
  };
  check(float_network(every_layer<etch::epsilon_at::variance>));
  check(float_network(every_layer<etch::epsilon_at::deviation>));
}

TEST_CASE("sums of 16-bit powers of two stay within 32 bits") {
  const cases all = some_cases(20, 84);
  const float_network net(three_layers);
  const quantised_network wide = in("q15", net, all), narrow = in("q7", net, all);
  bool limited = false;
  for (std::size_t n = 0; n < net.layers.size(); ++n) {
    if (!net.layers[n].kind->has_weights) continue;
    const coded_layer& codes = wide.codes(n);
    numbers most(codes.bias.size());
    for (std::size_t c = 0; c < most.size(); ++c) {
      most[c] = std::fabs(static_cast<double>(codes.bias[c]));
    }
    for (std::size_t i = 0; i < codes.weights.size(); ++i) {
      most[static_cast<std::size_t>(net.channel_of(net.layers[n], i))] +=
          32768 * std::fabs(static_cast<double>(codes.weights[i]));
    }
    for (const double sum : most) CHECK(sum <= 2147483647);
    // as bits go, so does the scale, but where sums would leave 32 bits
    limited = limited || codes.weight_frac < narrow.codes(n).weight_frac + 8;
  }
  CHECK(limited);
}

TEST_CASE("one scale for all weights of a layer, and one a channel") {
  const cases all = some_cases(20, 84);
  const float_network net(every_layer<etch::epsilon_at::variance>);
  number_choice as = *number_choice_of("int8");
  const statistics seen = measured(net, all);
  const quantised_network each(net, seen, as, clipping::minmax);
  as.scale_a_channel = false;
  const quantised_network one(net, seen, as, clipping::minmax);
  CHECK(each.codes(0).scales.size() == 4);
  REQUIRE(one.codes(0).scales.size() == 1);
  for (const double scale : each.codes(0).scales) CHECK(scale <= one.codes(0).scales[0]);
}

TEST_CASE("a network in codes is near the float network") {
  const cases all = some_cases(20, 84);
  const float_network net(three_layers);
  for (const char* const format : {"int16", "q15", "posit<16,1>", "f16"}) {
    CHECK(decibels(net, in(format, net, all), all) > 40);
  }
  for (const char* const format : {"int8", "posit<8,0>", "q7", "bf16"}) {
    CHECK(decibels(net, in(format, net, all), all) > 10);
  }
  CHECK(!number_choice_of("int9"));
  CHECK(!number_choice_of("fixed<17>"));
  CHECK(!number_choice_of("fixed<8"));
  CHECK(!number_choice_of("posit<12,1>"));
}

TEST_CASE("scales of weights are one a channel, biases are sums") {
  const cases all = some_cases(20, 84);
  const float_network net(uneven);
  const quantised_network made = in("int8", net, all);
  const coded_layer& codes = made.codes(0);
  REQUIRE(codes.scales.size() == 4);
  long long most = 0;
  for (const long long code : codes.weights) most = std::max(most, std::llabs(code));
  CHECK(most == 127);
  CHECK(codes.scales[2] > 20 * codes.scales[1]);
  CHECK(made.format_of(net.layers[0].output).zero == -128);
  const quantised_network fixed = in("q7", net, all);
  CHECK(fixed.codes(0).scales.size() == 1);
  CHECK(fixed.codes(0).bias_frac == fixed.format_of(net.input).frac + fixed.codes(0).weight_frac);
}

TEST_CASE("weights next to nothing leave room for their bias") {
  const cases all = some_cases(20, 84);
  float_network net(three_layers);
  for (std::size_t i = 18; i < 36; ++i) net.layers[0].weights[i] *= 1e-12;
  for (const char* const format : {"int8", "q7"}) {
    const quantised_network made = in(format, net, all);
    long long most = 0;
    for (const long long code : made.codes(0).bias) most = std::max(most, std::llabs(code));
    CHECK(most <= 1LL << 30);
    CHECK(decibels(net, made, all) > 10);
  }
  for (double& w : net.layers[0].weights) w *= 1e-12;
  CHECK(std::llabs(in("q7", net, all).codes(0).bias[0]) <= 1LL << 30);
}

TEST_CASE("equalisation gains 10 dB where one channel is 100 times as large") {
  const cases all = some_cases(40, 84);
  const float_network net(uneven);
  float_network even = net;
  CHECK(equalise(even, measured(net, all)) == 1);
  std::vector<numbers> want, have;
  net.run(all[0], want, [](int, const numbers&) {});
  even.run(all[0], have, [](int, const numbers&) {});
  const auto y = static_cast<std::size_t>(net.output);
  for (std::size_t i = 0; i < want[y].size(); ++i) CHECK(have[y][i] == Approx(want[y][i]));
  const double before = decibels(net, in("int8", net, all), all);
  const double after = decibels(net, in("int8", even, all), all);
  INFO(before << " dB, equalised " << after << " dB");
  CHECK(after > before + 10);
}

TEST_CASE("bias correction takes the mean of the error away") {
  const cases all = some_cases(40, 84);
  const float_network net(three_layers);
  quantised_network made = in("int3", net, all);
  const double before = decibels(net, made, all);
  made.correct_biases(net, all);
  const double after = decibels(net, made, all);
  INFO(before << " dB, corrected " << after << " dB");
  CHECK(after > before + 1);
}

TEST_CASE("few numbers have wider ends") {
  std::vector<double> few;
  for (int i = 1; i <= 100; ++i) few.push_back(i <= 90 ? 0.1 : i - 90);
  ends all;
  for (const double x : few) all.add(x);
  const ends wide = widened(all, few);
  // the tenth beyond 0.1 has the mean excess 5.4; ten times as many reach 5.4 ln 10 further
  CHECK(wide.largest == Approx(10 + 5.4 * std::log(10.0)));
  CHECK(wide.least == 0);
  CHECK(widened(all, std::vector<double>(1000, 1.0)).largest == 10);
}

TEST_CASE("an unknown operator and a second output are refused") {
  static constexpr auto two = etch::graph([](etch::input<picture> x) {
    using namespace etch::dsl;
    return outputs(x | relu, x | tanh);
  });
  CHECK_THROWS_WITH(float_network(two),
                    "the network has 1 inputs and 2 outputs; one of each is quantised");
  static constexpr auto unknown = etch::graph([](etch::input<picture> x) {
    using namespace etch::dsl;
    return x | log_softmax;
  });
  CHECK_THROWS_WITH(float_network(unknown),
                    "node 0 (log_softmax): calibration does not know the operator");
}

TEST_CASE("values whose names hide words of the language are renamed") {
  static constexpr auto named = etch::graph([](etch::input<picture> x) {
    using namespace etch::dsl;
    const auto a = x | conv2d(conv) | tap("relu");
    const auto b = a | depthwise_conv2d(depthwise) | tap("valid");
    const auto c = b | conv2d(point, {.pad = same}) | tap("rectified");
    return c | tanh | tap("w");
  });
  const float_network net(named);
  REQUIRE(net.layers.size() == 4);
  const char* const want[]{"conv2d_1", "depthwise_conv2d_1", "rectified", "tanh_1"};
  for (std::size_t n = 0; n < 4; ++n) CHECK(net.value(net.layers[n].output).name == want[n]);
}
