// affine uint8 is affine int8 with codes and zero points moved by 128: every operator gives the
// same bits but the first.
#include "../support/compare.hpp"

namespace {

using namespace test;
using etch::chw;
using etch::hwc;
using etch::rounding;
using etch::shape;
namespace ops = etch::ops;

// Two formats of one meaning.
template <etch::scale S, int Zero>
struct twin {
  using signed_type = etch::affine<std::int8_t, S, Zero>;
  using unsigned_type = etch::affine<std::uint8_t, S, Zero + 128>;
};
using a = twin<0.05, -7>;
using b = twin<0.02, 30>;
using y = twin<0.06, 3>;

template <bool Unsigned, class Twin>
struct pick {
  using type = typename Twin::signed_type;
};
template <class Twin>
struct pick<true, Twin> {
  using type = typename Twin::unsigned_type;
};
template <bool Unsigned, class Twin>
using side = typename pick<Unsigned, Twin>::type;

std::vector<std::uint8_t> moved(const std::vector<std::int8_t>& x) {
  std::vector<std::uint8_t> m;
  for (const std::int8_t code : x) m.push_back(static_cast<std::uint8_t>(code ^ 0x80));
  return m;
}

/// Graph Make<Unsigned>::node on the same numbers: K gives the same codes but for the first bit.
template <class K, template <bool> class Make>
void check_twins() {
  const auto x = random_codes<Make<false>::node, 0>(7);
  const auto have = [&] {
    if constexpr (Make<true>::values == 1) return run<K, Make<true>::node>(moved(x));
    else return run<K, Make<true>::node>(moved(x), moved(random_codes<Make<false>::node, 1>(8)));
  }();
  const auto want = [&] {
    if constexpr (Make<false>::values == 1) return run<K, Make<false>::node>(x);
    else return run<K, Make<false>::node>(x, random_codes<Make<false>::node, 1>(8));
  }();
  INFO(K::name);
  CHECK(have == moved(want));
  CHECK(Make<true>::node.values[8].is.number.zero ==
        Make<false>::node.values[8].is.number.zero + 128);
}

// ---- layers: weights of 8 bits with a zero point, on both sides unsigned
using bytes = random_constant<std::int8_t, 108, -128, 127, 5>;
struct flipped {
  unsigned char byte[108]{};
  constexpr flipped() {
    for (int i = 0; i < 108; ++i) byte[i] = bytes::bytes.byte[i] ^ 0x80;
  }
};
inline constexpr flipped flipped_bytes{};
using biases = random_constant<std::int32_t, 6, -999, 999, 6>;

template <bool U, class W>
constexpr value weights = stored<side<U, b>, W>(U ? flipped_bytes.byte : bytes::bytes.byte);
template <bool U, class X, class W, int O, class Op, etch::activation Act>
struct layer {
  static constexpr int values = 1;
  static constexpr one_node node{Op{},
                                 {given<side<U, a>, X, chw>, weights<U, W>,
                                  stored<etch::bias32, shape<O>>(biases::bytes.byte)},
                                 {.number = side<U, y>::descriptor,
                                  .round = rounding::tflite_double,
                                  .act = Act,
                                  .clamp_low = 0}};
};
using etch::activation;
template <bool U>
using conv = layer<U, shape<4, 5, 3>, shape<4, 3, 3, 3>, 4, ops::conv2d, activation::relu6>;
template <bool U>
using depthwise =
    layer<U, shape<4, 5, 3>, shape<3, 3, 6>, 6, ops::depthwise_conv2d, activation::relu>;
template <bool U>
using fully = layer<U, shape<3, 2, 3>, shape<6, 18>, 6, ops::dense, activation::none>;

TEST_CASE("layers of unsigned values and weights") {
  check_twins<etch::conv2d_generic, conv>();
  check_twins<etch::depthwise_conv2d_generic, depthwise>();
  check_twins<etch::dense_generic, fully>();
}

// ---- one value
template <bool U, const auto& Op, rounding R = rounding::tflite_double>
struct alone {
  static constexpr int values = 1;
  static constexpr one_node node{Op, {given<side<U, a>, shape<2, 4, 3>, chw>}, {.round = R}};
};
constexpr ops::relu relu_op{};
constexpr ops::relu6 relu6_op{};
constexpr ops::leaky_relu leaky_relu_op{__builtin_bit_cast(int, 0.3F)};
constexpr ops::max_pool max_pool_op{2, {.stride = 2}};
constexpr ops::pad pad_op{.top = 1, .back = 2};
constexpr ops::transpose transpose_op{3, {2, 0, 1}};
constexpr ops::flatten flatten_op{};
constexpr ops::reshape reshape_op{2, {6, -1}};
constexpr ops::sigmoid sigmoid_op{};
constexpr ops::tanh tanh_op{};
constexpr ops::softmax softmax_op{};
template <bool U>
using relu_alone = alone<U, relu_op>;
template <bool U>
using relu6_alone = alone<U, relu6_op>;
template <bool U>
using leaky_relu_alone = alone<U, leaky_relu_op>;
template <bool U>
using max_pool_alone = alone<U, max_pool_op>;
template <bool U>
using pad_alone = alone<U, pad_op>;
template <bool U>
using transpose_alone = alone<U, transpose_op>;
template <bool U>
using flatten_alone = alone<U, flatten_op>;
template <bool U>
using reshape_alone = alone<U, reshape_op>;
template <bool U>
using sigmoid_alone = alone<U, sigmoid_op>;
template <bool U>
using tanh_alone = alone<U, tanh_op>;
template <bool U>
using softmax_alone = alone<U, softmax_op>;

TEST_CASE("operators on one unsigned value") {
  check_twins<etch::relu_generic, relu_alone>();
  check_twins<etch::relu6_generic, relu6_alone>();
  check_twins<etch::leaky_relu_generic, leaky_relu_alone>();
  check_twins<etch::max_pool_generic, max_pool_alone>();
  check_twins<etch::pad_generic, pad_alone>();
  check_twins<etch::transpose_generic, transpose_alone>();
  check_twins<etch::flatten_generic, flatten_alone>();
  check_twins<etch::reshape_generic, reshape_alone>();
  check_twins<etch::sigmoid_generic, sigmoid_alone>();
  check_twins<etch::tanh_table, tanh_alone>();
  check_twins<etch::softmax_generic, softmax_alone>();
}

// ---- two values
template <bool U, class Op, class First = a, class Second = b>
struct two {
  static constexpr int values = 2;
  using s = shape<3, 2, 5>;
  static constexpr etch::format given_format =
      __is_same(First, Second) ? side<U, First>::descriptor : side<U, y>::descriptor;
  static constexpr one_node node{Op{},
                                 {given<side<U, First>, s, hwc>, given<side<U, Second>, s, chw>},
                                 {.number = given_format, .round = rounding::tflite_single}};
};
template <bool U>
using sum = two<U, ops::add>;
template <bool U>
using difference = two<U, ops::sub>;
template <bool U>
using product = two<U, ops::mul>;
template <bool U>
using smaller = two<U, ops::minimum, a, a>;
template <bool U>
using larger = two<U, ops::maximum, b, b>;
template <bool U>
using joined = two<U, ops::concat, b, b>;

TEST_CASE("operators on two unsigned values") {
  check_twins<etch::add_generic, sum>();
  check_twins<etch::sub_generic, difference>();
  check_twins<etch::mul_generic, product>();
  check_twins<etch::minimum_generic, smaller>();
  check_twins<etch::maximum_generic, larger>();
  check_twins<etch::concat_generic, joined>();
}

// ---- means: of codes, whose ties lie elsewhere once the codes have moved, unless they go up
constexpr ops::avg_pool avg_pool_op{2, {.stride = 2}};
constexpr ops::global_avg_pool global_avg_pool_op{};
template <bool U>
using averaged = alone<U, avg_pool_op, rounding::half_up>;
template <bool U>
using global = alone<U, global_avg_pool_op, rounding::half_up>;
TEST_CASE("means of unsigned values where ties go up") {
  check_twins<etch::avg_pool_generic, averaged>();
  check_twins<etch::global_avg_pool_generic, global>();
}

// ---- conversions
template <class X, class Y>
constexpr one_node conversion(ops::to{}, {given<X, shape<256>>},
                              {.number = Y::descriptor, .round = rounding::tflite_double});
TEST_CASE("to and from unsigned values") {
  std::vector<std::int8_t> codes;
  for (int i = -128; i < 128; ++i) codes.push_back(static_cast<std::int8_t>(i));
  using etch::to_generic;
  const auto other = moved(codes);
  using as = a::signed_type;
  using au = a::unsigned_type;
  using ys = y::signed_type;
  using yu = y::unsigned_type;
  CHECK(run<to_generic, conversion<au, yu>>(other) ==
        moved(run<to_generic, conversion<as, ys>>(codes)));
  CHECK(run<to_generic, conversion<au, ys>>(other) == run<to_generic, conversion<as, ys>>(codes));
  CHECK(run<to_generic, conversion<as, yu>>(codes) ==
        moved(run<to_generic, conversion<as, ys>>(codes)));
  CHECK(run<to_generic, conversion<as, au>>(codes) == other);  // xor 0x80
  CHECK(run<to_generic, conversion<au, as>>(other) == codes);
  using f = etch::f32;
  const auto real = run<to_generic, conversion<as, f>>(codes);
  CHECK(run<to_generic, conversion<au, f>>(other) == real);
  CHECK(run<to_generic, conversion<f, au>>(real) == other);
}

}  // namespace
