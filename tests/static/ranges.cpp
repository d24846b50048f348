// The codes that channels can have behind each operator, as the compiler proves them.
#include "../support/unit_networks.hpp"

namespace {

using namespace unit;

// ---- two values: the corners of both ranges
template <int Low, int High, int LowB, int HighB, class Join>
inline constexpr auto joined = graph([](input<codes<2>> x, input<codes<2>> y) {
  return Join{}(x | dsl::clamp(Low, High), y | dsl::clamp(LowB, HighB)) | dsl::tap("joined");
});
template <class Join, int Low = -3, int High = 4, int LowB = 1, int HighB = 2>
constexpr interval of_two_values = net<joined<Low, High, LowB, HighB, Join>>::range("joined", 1);
struct added {
  constexpr wire operator()(wire x, wire y) const { return dsl::add<code>(x, y); }
};
struct subtracted {
  constexpr wire operator()(wire x, wire y) const { return dsl::sub<code>(x, y); }
};
struct multiplied {
  constexpr wire operator()(wire x, wire y) const { return dsl::mul<code>(x, y); }
};
struct smaller {
  constexpr wire operator()(wire x, wire y) const { return dsl::minimum(x, y); }
};
struct larger {
  constexpr wire operator()(wire x, wire y) const { return dsl::maximum(x, y); }
};
static_assert(of_two_values<added> == interval{-2, 6});
static_assert(of_two_values<subtracted> == interval{-5, 3});
static_assert(of_two_values<multiplied> == interval{-6, 8});
static_assert(of_two_values<multiplied, -4, -2, -3, -1> == interval{2, 12}, "both below 0");
static_assert(of_two_values<multiplied, -4, 2, -3, 5> == interval{-20, 12});
static_assert(of_two_values<smaller> == interval{-3, 2});
static_assert(of_two_values<larger> == interval{1, 4});

// ---- a value and a constant: of one number, a number for each channel, a number for each element
inline constexpr signed char ten[1]{10}, each[2][1][2]{{{1, 2}}, {{3, 4}}};
inline constexpr signed char grows[2][1][1][1]{{{{1}}}, {{{2}}}};
template <class T, const auto& Codes>
inline constexpr auto plus = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return add<code>(x | dsl::clamp(0, 1) | conv2d(parameters{weights<2, 1, 1, 1>{grows}}) | to<code>,
                   constant<T>{Codes}) |
         tap("sum");
});
template <class T, const auto& Codes>
constexpr bool sums_are(const interval& first, const interval& second) {
  using n = net<plus<T, Codes>>;
  return n::range("sum", 0) == first && n::range("sum", 1) == second;
}
static_assert(sums_are<codes<1>, ten>({10, 11}, {10, 12}));
static_assert(sums_are<codes<2>, ten_and_20>({10, 11}, {20, 22}));
static_assert(sums_are<codes<2, 1, 2>, each>({1, 4}, {2, 6}));

// ---- operators of one value
inline constexpr int starts[2]{-3, 9};
/// Channel 0 is -3 to 9, channel 1 is 1 to 9.
template <class Word>
inline constexpr auto behind = graph([](input<codes<2, 2, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(0, 4) | conv2d(parameters{weights<2, 1, 1, 1>{slopes}, biases<2>{starts}}) |
         to<code> | tap("pair") | Word{}() | tap("word");
});
template <class Word>
constexpr bool becomes(const interval& first, const interval& second) {
  using n = net<behind<Word>>;
  return n::range("word", 0) == first && n::range("word", 1) == second;
}
#define WORD(name, ...)                                                  \
  struct name {                                                          \
    constexpr auto operator()() const { return etch::dsl::__VA_ARGS__; } \
  }
WORD(pools_most, max_pool<2>);
WORD(pools_mean, avg_pool<2>);
WORD(means, global_avg_pool);
WORD(rectifies, relu);
WORD(rectifies_to_6, relu6);
WORD(clamps, clamp(2, 5));
WORD(halves, to<q<8, -1>>);
WORD(leaks, leaky_relu(0.5F));
WORD(swaps_cells, transpose<1, 0, 2>);
WORD(swaps_channels, transpose<2, 0, 1>);
WORD(reshapes, reshape<4, 2>);
WORD(flattens, flatten);
WORD(pads, pad({.top = 1}));
WORD(pads_channels, pad({.front = 1}, -7));
WORD(slices_second, slice(dsl::range{0, 2}, dsl::range{1, 1}, dsl::range{1, 1}));
WORD(slices_backwards, slice(dsl::range{0, 2}, dsl::range{1, 1}, dsl::range{1, 2, -1}));
WORD(softens, softmax);
WORD(resizes, resize_nearest<3, 3>());
WORD(interpolates, resize_bilinear<3, 3>());
static_assert(becomes<pools_most>({-3, 9}, {1, 9}));
static_assert(becomes<pools_mean>({-3, 9}, {1, 9}));
static_assert(becomes<means>({-3, 9}, {1, 9}));
static_assert(becomes<rectifies>({0, 9}, {1, 9}));
static_assert(becomes<rectifies_to_6>({0, 6}, {1, 6}));
static_assert(becomes<clamps>({2, 5}, {2, 5}));
static_assert(becomes<halves>({-1, 5}, {1, 5}), "half up");
static_assert(becomes<leaks>({-1, 9}, {1, 9}), "-3 / 2, half up");
static_assert(becomes<swaps_cells>({-3, 9}, {1, 9}));
static_assert(becomes<swaps_channels>({-3, 9}, {-3, 9}), "of any channel");
static_assert(becomes<reshapes>({-3, 9}, {1, 9}));
static_assert(becomes<flattens>({-3, 9}, {1, 9}));
static_assert(becomes<pads>({-3, 9}, {0, 9}));
static_assert(becomes<pads_channels>({-7, -7}, {-3, 9}));
static_assert(net<behind<slices_second>>::range("word", 0) == interval{1, 9});
static_assert(net<behind<slices_second>>::channels("pair") == counts(2, 1, 0, 1, 1));
static_assert(becomes<slices_backwards>({-3, 9}, {-3, 9}), "of any channel");
static_assert(becomes<softens>({-128, 127}, {-128, 127}), "any code");
static_assert(becomes<resizes>({-128, 127}, {-128, 127}), "any code");
static_assert(becomes<interpolates>({-128, 127}, {-128, 127}), "any code");

// A clamp that merges into a pool narrows what it keeps.
inline constexpr auto pooled = graph([](input<codes<2, 2, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 9) | max_pool<2> | relu | tap("pool");
});
static_assert(net<pooled>::layer_count == 2);
static_assert(net<pooled>::range("pool", 0) == interval{0, 9});

// A slope may be below 0, so that prelu turns back: nothing is known of its codes.
inline constexpr signed char slope_below_0[1]{-1};
inline constexpr auto turns_back = graph([](input<tensor<byte, shape<1>>> x) {
  using namespace etch::dsl;
  return prelu<byte>(x | dsl::clamp(-4, 2), constant<tensor<byte, shape<1>>>{slope_below_0}) |
         tap("prelu");
});
static_assert(net<turns_back>::range("prelu", 0) == interval{-128, 127});

// Functions of one code are tried on every code: hard_swish is 0 at both ends of [-3, 0].
using sixteenth = affine<std::int8_t, 0.0625>;
template <int Low, int High, class Word>
inline constexpr auto from_to = graph([](input<tensor<sixteenth, shape<1>>> x) {
  return x | dsl::clamp(Low, High) | Word{}() | dsl::tap("word");
});
WORD(swishes, hard_swish);
WORD(squashes, sigmoid);
WORD(bends, tanh());
WORD(bends_to_q, tanh_to<q<0, 7>>);
static_assert(net<from_to<-48, 0, swishes>>::range("word", 0) == interval{-6, 0});
static_assert(net<from_to<0, 0, squashes>>::range("word", 0) == interval{0, 0}, "a half");
static_assert(net<from_to<0, 127, squashes>>::range("word", 0).low == 0);
static_assert(net<from_to<0, 0, bends>>::range("word", 0) == interval{0, 0});
static_assert(net<from_to<-128, 0, bends_to_q>>::range("word", 0) == interval{-128, 0});
#undef WORD

// ---- a mean that changes the scale
inline constexpr auto mean = graph([](input<tensor<byte, shape<2, 2, 1>>> x) {
  constexpr format halves = affine<std::int8_t, 2.0>::descriptor;
  const wire four_to_8 = x | dsl::clamp(4, 8);
  return etch::detail::apply(ops::global_avg_pool{}, &four_to_8, 1, &halves,
                             rounding::tflite_double) |
         dsl::tap("mean");
});
static_assert(net<mean>::range("mean", 0) == interval{2, 4});

// ---- rounding by the place of an element
using image = tensor<q<0, 7>, shape<2, 2, 4>>;
template <rounding Round>
inline constexpr auto halved = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(5, 5) | dsl::to<q<3, 4>, Round>;
});
template <rounding Round>
constexpr interval range_of_halves = network<halved<Round>, generic, slim>::range("to", 0);
static_assert(range_of_halves<rounding::half_up> == interval{1, 1});
static_assert(range_of_halves<stochastic(1)> == interval{-128, 127},
              "0 in some places, 1 in others");

}  // namespace
