// Constants over typed arrays hold the bytes that arrays of bytes hold, and networks of both are
// one.
#include <array>

#include <etch/etch.hpp>

namespace {

using namespace etch;

constexpr unsigned char weight_bytes[] = "\100\040\020\010\370\360\340\300";
constexpr unsigned char bias_bytes[] = "\000\001\000\377";

constexpr std::int8_t flat[]{64, 32, 16, 8, -8, -16, -32, -64};
constexpr std::int8_t nested[2][4]{{64, 32, 16, 8}, {-8, -16, -32, -64}};
constexpr std::array<std::int8_t, 8> standard{64, 32, 16, 8, -8, -16, -32, -64};
constexpr std::int16_t bias[2]{256, -256};

template <class Constant>
constexpr bool holds(const Constant& c, const unsigned char* bytes) {
  const bytes_in held(c);
  for (int i = 0; i < Constant::byte_count; ++i) {
    if (held.data()[i] != bytes[i]) return false;
  }
  return true;
}

using weights = constant<tensor<q<0, 7>, shape<2, 4>>>;
using biases = constant<tensor<q<4, 11>, shape<2>>>;
static_assert(holds(weights{flat}, weight_bytes));
static_assert(holds(weights{nested}, weight_bytes));
static_assert(holds(weights{standard}, weight_bytes));
static_assert(holds(weights{&flat[0]}, weight_bytes));
static_assert(holds(weights{weight_bytes}, weight_bytes));
static_assert(holds(biases{bias}, bias_bytes));

// each element type
constexpr float floats[2][1][2]{{{1, -2}}, {{0.5F, 3}}};
constexpr unsigned char float_bytes[]{0, 0, 0x80, 0x3f, 0, 0, 0,    0xc0,
                                      0, 0, 0,    0x3f, 0, 0, 0x40, 0x40};
static_assert(holds(constant<tensor<f32, shape<2, 1, 2>>>{floats}, float_bytes));
constexpr std::int32_t words[]{1, -2};
constexpr int ints[]{1, -2};
constexpr unsigned char word_bytes[]{1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff};
static_assert(holds(constant<tensor<bias32, shape<2>>>{words}, word_bytes));
static_assert(holds(constant<tensor<bias32, shape<2>>>{ints}, word_bytes));
constexpr std::int64_t long_words[]{-2};
constexpr unsigned char long_bytes[]{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
static_assert(holds(constant<tensor<bias64, shape<1>>>{long_words}, long_bytes));
constexpr std::uint8_t codes[2][2]{{1, 2}, {250, 255}};
constexpr unsigned char code_bytes[]{1, 2, 250, 255};
static_assert(holds(constant<tensor<affine<std::uint8_t, 0.5, 3>, shape<2, 2>>>{codes},
                    code_bytes));
constexpr std::uint16_t halves[]{0x3f80, 0xc000};
constexpr unsigned char half_bytes[]{0x80, 0x3f, 0, 0xc0};
static_assert(holds(constant<tensor<bf16, shape<2>>>{halves}, half_bytes));

// The same network: the same codes, and an array that is read twice is there once.
inline constexpr parameters typed{weights{nested}, biases{bias}};
inline constexpr parameters bytes{weights{weight_bytes}, biases{bias_bytes}};
using values = tensor<q<2, 5>, shape<4>>;
constexpr auto of_arrays = graph([](input<values> x) {
  using namespace etch::dsl;
  const auto a = x | dense(typed) | to<q<3, 4>>, b = x | dense(typed) | to<q<3, 4>>;
  return add<q<3, 4>>(a, b | relu);
});
constexpr auto of_bytes = graph([](input<values> x) {
  using namespace etch::dsl;
  const auto a = x | dense(bytes) | to<q<3, 4>>, b = x | dense(bytes) | to<q<3, 4>>;
  return add<q<3, 4>>(a, b | relu);
});
using array_net = network<of_arrays>;
using byte_net = network<of_bytes>;
constexpr signed char sample[4]{32, 64, -32, 16};
static_assert(array_net::evaluate(sample).code[0] == byte_net::evaluate(sample).code[0]);
static_assert(array_net::evaluate(sample).code[1] == byte_net::evaluate(sample).code[1]);
static_assert(array_net::layer_count == byte_net::layer_count);
static_assert(array_net::constant_bytes == byte_net::constant_bytes);
static_assert(array_net::layer_sum_bits(0) == byte_net::layer_sum_bits(0));

// Arrays of one template, which a sanitizing g++ cannot tell apart by their addresses.
template <class T>
inline constexpr T some[2]{1, -2};
inline constexpr parameters narrow{constant<tensor<q<0, 7>, shape<1, 2>>>{some<std::int8_t>}};
inline constexpr parameters wide{constant<tensor<q<4, 11>, shape<1, 2>>>{some<std::int16_t>}};
constexpr auto of_templates = graph([](input<tensor<q<2, 5>, shape<2>>> x) {
  using namespace etch::dsl;
  return add<q<3, 4>>(x | dense(narrow) | to<q<3, 4>>, x | dense(wide) | to<q<3, 4>>);
});
static_assert(network<of_templates>::constant_bytes > 0);

// What reads constants inside the compiler reads arrays too.
using trained = constant<tensor<f32, shape<2, 1, 2>>>;
static_assert(quantise<q<2, 5>>(trained{floats}).bytes[1] == 0xc0);
static_assert(largest_of(trained{floats}) == 3.0);
static_assert(scales_of<8, 2>(trained{floats}).channel[1] * 127 == 3.0);
constexpr float two[]{1, 2};
using pair_of_floats = constant<tensor<f32, shape<2>>>;
constexpr pair_of_floats pair_constant{two};
static_assert(quantise_bias<q<0, 7>, q<0, 7>>(pair_constant).bytes[5] == 0x80);
constexpr float four[]{1, -2, 0.5F, 3};
constexpr parameters layer{constant<tensor<f32, shape<2, 1, 1, 2>>>{four}, pair_constant};
// 1 (x - 1) / sqrt(1 + 0) + 1 is x
constexpr float one[]{1, 1};
constexpr pair_of_floats ones{one};
constexpr auto folded = fold(layer, ones, ones, ones, pair_of_floats{one}, 0.0);
static_assert(load<float>(folded.weights.bytes, 3) == 3.0F);
static_assert(load<float>(folded.bias.bytes, 1) == 2.0F);

}  // namespace
