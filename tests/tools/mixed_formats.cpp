// The variables of a float network and their formats: affine integers, and those of few bits.
#include <catch2/catch.hpp>

#include <etch/etch.hpp>
#include <etch/host/search/candidate.hpp>
#include <etch/host/search/mixed_formats.hpp>

#include "../support/noise.hpp"

namespace {

using namespace etch::host;
using test::noise;
template <class... T>
using f32_constant = etch::constant<etch::tensor<etch::f32, T...>>;
constexpr noise<3 * 3 * 3 * 3> first_weights{1}, second_weights{2};
constexpr noise<3> first_bias{3};
constexpr noise<3> large_bias{4, 1e6F};
constexpr etch::parameters first{
    f32_constant<etch::shape<3, 3, 3, 3>, etch::ohwi>{first_weights.at},
    f32_constant<etch::shape<3>>{first_bias.at}};
constexpr etch::parameters second{
    f32_constant<etch::shape<3, 3, 3, 3>, etch::ohwi>{second_weights.at},
    f32_constant<etch::shape<3>>{large_bias.at}};

constexpr auto residual =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<4, 4, 3>>> x) {
      using namespace etch::dsl;
      const auto a = x | conv2d(first) | relu | tap("a");
      const auto b = a | max_pool<2>({.stride = 1, .pad = same}) | conv2d(second) | tap("b");
      return add<etch::f32>(a, b) | tap("sum");
    });

std::vector<number_choice> list_of(std::initializer_list<const char*> names) {
  std::vector<number_choice> list;
  for (const char* const name : names) list.push_back(*number_choice_of(name));
  return list;
}
mixed_formats formats_of(const float_network& net, std::initializer_list<const char*> names,
                         long_sums sums = long_sums::refused) {
  numbers x;
  for (int i = 0; i < 48; ++i) x.push_back(i % 7 - 3);
  return {net, measured(net, {x}), list_of(names), sums};
}
std::vector<std::string> names_in(const mixed_formats& f) {
  std::vector<std::string> names;
  for (const variable& v : f.variables()) names.push_back(v.name);
  return names;
}
std::size_t layer_of(const float_network& net, const char* name) {
  std::size_t n = 0;
  while (net.value(net.layers[n].output).name != name) ++n;
  return n;
}

template <class F>
void check_codec(const std::vector<float>& numbers, std::size_t bytes) {
  const codec c = codec_of<F>();
  const int count = static_cast<int>(numbers.size());
  std::vector<unsigned char> codes(bytes + 1);
  codes[bytes] = 0xa5;
  std::vector<float> back(numbers.size());
  c.encode(numbers.data(), count, codes.data());
  CHECK(codes[bytes] == 0xa5);
  c.decode(codes.data(), count, back.data());
  CHECK(back == numbers);
}

}  // namespace

TEST_CASE("mixed formats: values that an affine operator takes together are one variable") {
  const float_network net(residual);
  const mixed_formats fixed = formats_of(net, {"fixed<8>", "fixed<16>"});
  const std::string x = net.value(net.input).name;
  CHECK(names_in(fixed) == std::vector<std::string>{x, "a", "a_weights", "b", "b_weights", "sum"});
  const mixed_formats affine = formats_of(net, {"int4", "int8", "int16"});
  CHECK(names_in(affine) == std::vector<std::string>{x, "a", "a_weights", "b_weights"});
  CHECK(affine.variables()[1].elements == 3 * 48);
  const int a = net.layers[layer_of(net, "a")].output, b = net.layers[layer_of(net, "b")].output;
  CHECK(affine.variable_of(a) == affine.variable_of(b));
  CHECK(affine.format_of(a, 1).scale != affine.format_of(b, 1).scale);
  CHECK(affine.format_of(a, 2).zero == 0);
  CHECK(affine.format_of(a, 0).bits == 4);
}

TEST_CASE("mixed formats: beside affine values of 16 bits weights have 8") {
  const float_network net(residual);
  const mixed_formats affine = formats_of(net, {"int4", "int8", "int16"});
  CHECK(affine.canonical({2, 2, 2, 2}) == configuration{2, 2, 1, 1});
  CHECK(affine.bits_in({2, 1, 2, 0}) == std::vector<int>{16, 8, 8, 4});
  const mixed_formats fixed = formats_of(net, {"fixed<4>", "fixed<16>"});
  CHECK(fixed.canonical(configuration(6, 1)) == configuration(6, 1));
  CHECK(fixed.bits_in(configuration(6, 1)) == std::vector<int>(6, 16));
}

TEST_CASE("mixed formats: what becomes of sums that can leave 32 bits") {
  const float_network net(residual);
  const std::size_t a = layer_of(net, "a"), b = layer_of(net, "b");
  const mixed_formats refused = formats_of(net, {"fixed<8>", "fixed<16>"});
  const mixed_formats wrap = formats_of(net, {"fixed<8>", "fixed<16>"}, long_sums::wrap);
  const mixed_formats wide = formats_of(net, {"fixed<8>", "fixed<16>"}, long_sums::saturates);
  // 27 products of 16-bit codes leave 32 bits; weights of at most 1 have 15 fraction bits
  CHECK(refused.format_of_weights(a, 1).frac < 14);
  CHECK(wrap.format_of_weights(a, 1).frac > refused.format_of_weights(a, 1).frac);
  CHECK(wide.format_of_weights(a, 1).frac == 15);
  CHECK(wide.has_wide_sums(a));
  CHECK_FALSE(refused.has_wide_sums(a));
  CHECK_FALSE(wrap.has_wide_sums(a));
  // values and weights of 8 bits are summed in 32: both have what they have
  CHECK(wide.format_of_weights(a, 0) == refused.format_of_weights(a, 0));
  // the bias of a million needs 20 bits more
  const int x = net.layers[b].inputs[0];
  CHECK(wide.format_of_weights(b, 1).frac + wide.format_of(x, 1).frac <= 46 - 19);
  CHECK(wide.format_of_weights(b, 1).frac > wrap.format_of_weights(b, 1).frac);
  const mixed_formats affine = formats_of(net, {"int8", "int16"}, long_sums::saturates);
  CHECK_FALSE(affine.has_wide_sums(a));
}

TEST_CASE("mixed formats: affine weights have a scale a channel, and leave room for the bias") {
  const float_network net(residual);
  const mixed_formats affine = formats_of(net, {"int4", "int8", "int16"});
  for (const char* const name : {"a", "b"}) {
    const std::size_t n = layer_of(net, name);
    const float_layer& l = net.layers[n];
    for (const int k : {0, 1, 2}) {
      REQUIRE(affine.scales(n, k).size() == 3);
      const etch::format& w = affine.format_of_weights(n, k);
      CHECK(w.channels == 3);
      for (std::size_t c = 0; c < 3; ++c) {
        const double scale = affine.scales(n, k)[c];
        CHECK(w.unit(static_cast<int>(c)) == scale);
        for (const int of_x : {0, 1, 2}) {
          if (of_x == 2 && w.bits == 8) continue;  // sums of 64 bits
          CHECK(std::fabs(l.bias[c]) / (affine.format_of(l.inputs[0], of_x).unit() * scale) <=
                std::ldexp(1.0, 30));
        }
      }
    }
    // 27 weights a channel: two codes of 4 bits to a byte
    CHECK(affine.codes_of_weights(n, 0).size() == 41);
    CHECK(affine.codes_of_weights(n, 1).size() == 81);
    for (std::size_t i = 0; i < l.weights.size(); ++i) {
      const double error = affine.nearest_weight(n, 1, i) - l.weights[i];
      const auto channel = static_cast<std::size_t>(net.channel_of(l, i));
      CHECK(std::fabs(error) <= 0.5001 * affine.scales(n, 1)[channel]);
    }
  }
  CHECK(affine.scales(layer_of(net, "a"), 1)[0] < 0.008);  // 1 / 127: no wider than it must be
}

TEST_CASE("mixed formats: codes of few bits are packed and come back") {
  check_codec<etch::affine<etch::int4, 0.5, -3>>({-2.5F, -1, 0, 0.5F, 5}, 3);
  check_codec<etch::q<2, 4>>({-4, -0.0625F, 0, 3.9375F, 1.5F}, 5);
  check_codec<etch::q<0, 6>>({-1, 0.5F, 0.984375F}, 8);
  check_codec<etch::affine<std::int8_t, 0.25, 3>>({-32.75F, 0, 31}, 3);
  check_codec<etch::q<7, 8>>({-128, 0.00390625F, 127.99609375F}, 6);
}
