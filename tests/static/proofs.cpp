// What is proved of the channels of small networks, asserted by the compiler: a network for the
// rule of each operator, with formats whose unit is 1, so that sums are codes.
#include <etch/etch.hpp>

namespace {

using namespace etch;

constexpr options slim{.slim = true};
template <const auto& G>
using net = network<G, generic, slim>;

using code = q<7, 0>;
template <int... D>
using codes = tensor<code, shape<D...>>;
template <int... D>
using weights = constant<tensor<code, shape<D...>, ohwi>>;
template <int C>
using biases = constant<tensor<bias32, shape<C>>>;

constexpr channel_counts counts(int total, int live, int constant, int unread, int kept) {
  return {.total = total, .live = live, .constant = constant, .unread = unread, .kept = kept};
}

// ---- conv2d: three filters that a second layer reads, one of them with a weight of 0
inline constexpr signed char three[3][1][1][2]{{{{0, 0}}}, {{{1, -1}}}, {{{2, 0}}}};
inline constexpr int three_biases[3]{5, 0, 0};
inline constexpr signed char of_two[1][1][1][3]{{{{1, -1, 0}}}};
inline constexpr auto convs = graph([](input<codes<2, 2, 2>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 4) |
         conv2d(parameters{weights<3, 1, 1, 2>{three}, biases<3>{three_biases}}) | to<code> |
         tap("three") | conv2d(parameters{weights<1, 1, 1, 3>{of_two}}) | to<code> | tap("one");
});
static_assert(net<convs>::channels("three") == counts(3, 1, 1, 1, 1));
static_assert(net<convs>::channels() == counts(4, 2, 1, 1, 2));
static_assert(net<convs>::range("three", 0) == interval{5, 5});
static_assert(net<convs>::range("three", 1) == interval{-7, 7});
static_assert(net<convs>::range("three", 2) == interval{-6, 8});
static_assert(net<convs>::range("one", 0) == interval{-2, 12}, "5 - {-7, 7}");
static_assert(net<convs>::sum_bits("three") == 4, "of the channel that lives");
static_assert(net<convs>::sum_bits("one") == 5);
static_assert(net<convs>::macs_as_written == 4 * (3 * 2 + 3));
static_assert(net<convs>::macs == 4 * (2 + 1));
static_assert(!net<convs>::outputs_are_constant());
static_assert(net<convs>::on<cortex_m4>::channels("three").kept == 3, "a step of four, as far");
static_assert(network<convs, generic, options{.slim = false}>::channels().kept == 4);

// All of a layer is the same for every input: one channel is kept, and the output is known.
inline constexpr signed char nothing[2][1][1][2]{};
inline constexpr int two_biases[2]{3, -9};
inline constexpr signed char seven[1][1][1][2]{{{{7, 1}}}};
inline constexpr auto constants = graph([](input<codes<1, 1, 2>> x) {
  using namespace etch::dsl;
  return x | conv2d(parameters{weights<2, 1, 1, 2>{nothing}, biases<2>{two_biases}}) | to<code> |
         tap("two") | conv2d(parameters{weights<1, 1, 1, 2>{seven}}) | to<code> | tap("one");
});
static_assert(net<constants>::outputs_are_constant());
static_assert(net<constants>::channels("two") == counts(2, 0, 2, 0, 1), "one is kept");
static_assert(net<constants>::range("one", 0) == interval{12, 12});

// Each set of taps that lies inside at once is a sum of its own: two or three codes of 2 to 4.
inline constexpr signed char ones[1][3][1][1]{{{{1}}, {{1}}, {{1}}}};
template <int Stride, int Dilation>
inline constexpr auto tall = graph([](input<codes<3, 1, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(2, 4) |
         conv2d(parameters{weights<1, 3, 1, 1>{ones}}, {.stride = Stride, .dilation = Dilation}) |
         to<code> | tap("tall");
});
static_assert(net<tall<1, 1>>::range("tall", 0) == interval{4, 12});
static_assert(net<tall<2, 1>>::range("tall", 0) == interval{4, 8}, "two at both ends");
static_assert(net<tall<1, 2>>::range("tall", 0) == interval{2, 8}, "one or two of three apart");

// Groups read their own inputs, and keep all channels.
inline constexpr signed char grouped[2][1][1][2]{{{{1, 1}}}, {{{0, 0}}}};
inline constexpr signed char of_pair[1][1][1][2]{{{{1, 1}}}};
inline constexpr auto groups = graph([](input<codes<1, 1, 4>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 4) | conv2d(parameters{weights<2, 1, 1, 2>{grouped}}, {.groups = 2}) |
         to<code> | tap("groups") | conv2d(parameters{weights<1, 1, 1, 2>{of_pair}}) | to<code>;
});
static_assert(net<groups>::channels("groups") == counts(2, 1, 1, 0, 2));
static_assert(net<groups>::range("groups", 0) == interval{-6, 8});
static_assert(net<groups>::range("groups", 1) == interval{0, 0});

// ---- depthwise_conv2d: both filters of channel 1 are 0, so that nobody reads it
inline constexpr signed char pair_of[2][1][1][1]{{{{1}}}, {{{1}}}};
inline constexpr signed char doubled[1][1][1][4]{{{{1, 0, 0, 0}}}};
inline constexpr signed char four[1][1][1][4]{{{{1, 1, 1, 1}}}};
inline constexpr auto depthwise = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(1, 2) | conv2d(parameters{weights<2, 1, 1, 1>{pair_of}}) | to<code> |
         tap("pair") | depthwise_conv2d(parameters{weights<1, 1, 1, 4>{doubled}}) | to<code> |
         tap("depthwise") | conv2d(parameters{weights<1, 1, 1, 4>{four}}) | to<code>;
});
static_assert(net<depthwise>::channels("pair") == counts(2, 1, 0, 1, 1));
static_assert(net<depthwise>::channels("depthwise") == counts(4, 1, 3, 0, 2),
              "filters of one channel stay together");
static_assert(net<depthwise>::range("depthwise", 0) == interval{1, 2});
static_assert(net<depthwise>::range("depthwise", 1) == interval{0, 0});
static_assert(net<depthwise>::macs == 2 * (1 + 2 + 2));

// ---- dense behind flatten: a channel is read through the weights of each cell
inline constexpr signed char of_cells[1][4]{{1, 0, 2, 0}};
inline constexpr auto flat = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 4) | conv2d(parameters{weights<2, 1, 1, 1>{pair_of}}) | to<code> |
         tap("pair") | flatten | dense(parameters{weights<1, 4>{of_cells}}) | to<code> |
         tap("dense");
});
static_assert(net<flat>::channels("pair") == counts(2, 1, 0, 1, 1));
static_assert(net<flat>::range("dense", 0) == interval{-9, 12});
static_assert(net<flat>::sum_bits("dense") == 5);
static_assert(net<flat>::macs == 2 + 2 && net<flat>::macs_as_written == 4 + 4);
inline constexpr signed char of_second_cell[1][4]{{1, 0, 0, 2}};
inline constexpr auto second_cell = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return x | conv2d(parameters{weights<2, 1, 1, 1>{pair_of}}) | to<code> | tap("pair") | flatten |
         dense(parameters{weights<1, 4>{of_second_cell}}) | to<code>;
});
static_assert(net<second_cell>::channels("pair") == counts(2, 2, 0, 0, 2));

// ---- transpose_conv2d: at a stride of two each row of the output has one tap
inline constexpr signed char two_taps[1][2][1][1]{{{{1}}, {{1}}}};
inline constexpr auto transposed = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(2, 4) |
         transpose_conv2d(parameters{weights<1, 2, 1, 1>{two_taps}},
                          {.stride = {2, 1}, .h = 4, .w = 1}) |
         to<code> | tap("transposed");
});
static_assert(net<transposed>::range("transposed", 0) == interval{2, 4});
// A stride past the window leaves rows without a tap.
inline constexpr auto gaps = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(2, 4) |
         transpose_conv2d(parameters{weights<1, 2, 1, 1>{two_taps}},
                          {.stride = {3, 1}, .h = 6, .w = 1}) |
         to<code> | tap("gaps");
});
static_assert(net<gaps>::range("gaps", 0) == interval{0, 4});

// ---- sums that can leave their accumulator, weights with a zero point, 64 bits
inline constexpr int huge[1]{2147483647};
inline constexpr signed char one[1][1][1][1]{{{{1}}}};
inline constexpr auto leaves = graph([](input<codes<1, 1, 1>> x) {
  using namespace etch::dsl;
  return x | conv2d(parameters{weights<1, 1, 1, 1>{one}, biases<1>{huge}}) | to<code> |
         dsl::clamp(-5, 100) | tap("leaves");
});
using wraps = network<leaves, generic, options{.sums = overflow::wraps, .slim = true}>;
static_assert(wraps::range("leaves", 0) == interval{-5, 100});
using real = affine<std::int8_t, 1.0, 10>;
using zero_of_three = affine<std::int8_t, 1.0, 3>;
inline constexpr signed char as_three[2][1]{{3}, {5}};
inline constexpr auto zeros = graph([](input<tensor<real, shape<1>>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(8, 11) |
         dense(parameters{constant<tensor<zero_of_three, shape<2, 1>, ohwi>>{as_three}}) |
         to<real> | tap("zeros");
});
static_assert(net<zeros>::range("zeros", 0) == interval{10, 10}, "a weight of 3 is 0");
static_assert(net<zeros>::range("zeros", 1) == interval{6, 12}, "10 + 2 {-2, 1}");
using wide = affine<std::int16_t, 1.0>;
using byte = affine<std::int8_t, 1.0>;
inline constexpr signed char hundred[1][1]{{100}};
inline constexpr long long long_bias[1]{-7};
inline constexpr auto sums64 = graph([](input<tensor<wide, shape<1>>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(-3, 4) |
         dense(parameters{constant<tensor<byte, shape<1, 1>, ohwi>>{hundred},
                          constant<tensor<bias64, shape<1>>>{long_bias}}) |
         to<wide> | tap("wide");
});
static_assert(net<sums64>::range("wide", 0) == interval{-307, 393});

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
inline constexpr signed char ten[1]{10}, ten_and_20[2]{10, 20}, each[2][1][2]{{{1, 2}}, {{3, 4}}};
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
inline constexpr signed char slopes[2][1][1][1]{{{{3}}}, {{{-2}}}};
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

// ---- concat and slice: the channels that are left keep their places
inline constexpr signed char dead_first[2][1][1][1]{{{{0}}}, {{{1}}}};
inline constexpr auto offsets = graph([](input<codes<1, 1, 1>> x) {
  using namespace etch::dsl;
  const wire a = x | conv2d(parameters{weights<2, 1, 1, 1>{dead_first}}) | to<code> | tap("a");
  const wire b =
      x | dsl::clamp(1, 2) | conv2d(parameters{weights<2, 1, 1, 1>{slopes}}) | to<code> | tap("b");
  return concat(a, b) | slice(range{0, 1}, range{0, 1}, range{1, 3}) | tap("three") |
         conv2d(parameters{weights<1, 1, 1, 3>{of_two}}) | to<code>;
});
static_assert(net<offsets>::range("three", 0) == interval{-128, 127});
static_assert(net<offsets>::range("three", 1) == interval{3, 6});
static_assert(net<offsets>::range("three", 2) == interval{-4, -2});
static_assert(net<offsets>::channels("a") == counts(2, 1, 1, 0, 1));
static_assert(net<offsets>::channels("b") == counts(2, 1, 0, 1, 1));
constexpr int channels_of(const auto& g, const char* name) {
  return g.values[find_value(g, name)].is.shape.c();
}
static_assert(channels_of(net<offsets>::graph, "three") == 2);
// along another axis each channel is of the same channel of all values
inline constexpr auto rows = graph([](input<codes<1, 1, 1>> x) {
  using namespace etch::dsl;
  const wire a = x | dsl::clamp(0, 1) | conv2d(parameters{weights<2, 1, 1, 1>{slopes}}) | to<code>;
  const wire b = x | dsl::clamp(2, 3) | conv2d(parameters{weights<2, 1, 1, 1>{slopes}}) | to<code>;
  return concat<0>(a, b) | tap("rows");
});
static_assert(net<rows>::range("rows", 0) == interval{0, 9});
static_assert(net<rows>::range("rows", 1) == interval{-6, 0});
// constants among the values stay whole, and the value that they are part of with them
inline constexpr signed char two_codes[1][1][2]{{{7, 8}}};
inline constexpr auto with_constant = graph([](input<codes<1, 1, 1>> x) {
  using namespace etch::dsl;
  const wire a = x | conv2d(parameters{weights<2, 1, 1, 1>{dead_first}}) | to<code> | tap("a");
  const wire k = etch::detail::to_wire(*a.graph, constant<codes<1, 1, 2>>{two_codes});
  return concat(a, k) | tap("four") | conv2d(parameters{weights<1, 1, 1, 4>{four}}) | to<code>;
});
static_assert(net<with_constant>::range("four", 2) == interval{7, 7});
static_assert(net<with_constant>::channels("a").kept == 1);
static_assert(channels_of(net<with_constant>::graph, "four") == 3, "one of a, two constants");

// ---- a constant channel beside padding: it goes where it is the padding, or meets none
template <int Bias>
inline constexpr int first_bias[2]{Bias, 0};
template <int Size>
inline constexpr signed char corner[1][Size][Size][2]{{{{1, 1}}}};
template <int Bias, int Size>
inline constexpr auto beside = graph([](input<codes<3, 3, 1>> x) {
  using namespace etch::dsl;
  return x | conv2d(parameters{weights<2, 1, 1, 1>{dead_first}, biases<2>{first_bias<Bias>}}) |
         to<code> | tap("pair") | conv2d(parameters{weights<1, Size, Size, 2>{corner<Size>}}) |
         to<code>;
});
template <int Bias, int Size>
constexpr int kept_beside = net<beside<Bias, Size>>::channels("pair").kept;
static_assert(kept_beside<0, 3> == 1 && kept_beside<4, 3> == 2);
static_assert(kept_beside<0, 1> == 1 && kept_beside<4, 1> == 1);
// depthwise the pattern at the border is a range, and needs its channel
inline constexpr signed char three_by_three[1][3][3][2]{
    {{{0, 0}, {1, 1}, {0, 0}}, {{1, 1}, {1, 1}, {1, 1}}, {{0, 0}, {1, 1}, {0, 0}}}};
template <int Bias>
inline constexpr auto patterns = graph([](input<codes<3, 3, 1>> x) {
  using namespace etch::dsl;
  return x | conv2d(parameters{weights<2, 1, 1, 1>{dead_first}, biases<2>{first_bias<Bias>}}) |
         to<code> | tap("pair") |
         depthwise_conv2d(parameters{weights<1, 3, 3, 2>{three_by_three}}) | to<code> |
         tap("pattern") | conv2d(parameters{weights<1, 1, 1, 2>{of_pair}}) | to<code>;
});
static_assert(net<patterns<4>>::range("pattern", 0) == interval{12, 20});
static_assert(net<patterns<4>>::channels("pair") == counts(2, 1, 1, 0, 2));
static_assert(net<patterns<0>>::range("pattern", 0) == interval{0, 0});
static_assert(net<patterns<0>>::channels("pair") == counts(2, 1, 1, 0, 1));

// ---- what is left gives the outputs of the whole
template <const auto& G>
constexpr bool compare_outputs() {
  using whole = network<G, generic, options{.slim = false}>;
  using value = typename whole::template input_value<>;
  typename value::storage x[value::span]{};
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < value::span; ++i)
      x[i] = static_cast<typename value::storage>((37 * i + 51 * k + 11) % 90 - 45);
    const auto y = net<G>::evaluate(x);
    const auto z = whole::evaluate(x);
    for (int i = 0; i < whole::template output_value<>::span; ++i) {
      if (y.code[i] != z.code[i]) return false;
    }
  }
  return net<G>::macs < whole::macs;
}
template <const auto& G>
inline constexpr bool keeps_outputs = compare_outputs<G>();
static_assert(keeps_outputs<convs> && keeps_outputs<constants>);
static_assert(keeps_outputs<depthwise> && keeps_outputs<flat>);
static_assert(keeps_outputs<offsets> && keeps_outputs<with_constant>);
static_assert(keeps_outputs<beside<0, 3>> && keeps_outputs<beside<4, 1>>);
static_assert(keeps_outputs<patterns<0>>);

// Behind a layer whose first channel is dead, what Word makes of it, and a layer that reads all.
inline constexpr int four_and_0[2]{4, 0};
template <class Join>
inline constexpr auto behind_dead = graph([](input<codes<2, 2, 1>> x) {
  using namespace etch::dsl;
  return Join{}(x | conv2d(parameters{weights<2, 1, 1, 1>{dead_first}, biases<2>{four_and_0}}) |
                to<code> | tap("pair"));
});
struct adds_a_constant {
  constexpr wire operator()(wire x) const {
    using namespace etch::dsl;
    return add<code>(x, constant<codes<2>>{ten_and_20}) |
           conv2d(parameters{weights<1, 1, 1, 2>{seven}}) | to<code>;
  }
};
struct reshapes_cells {
  constexpr wire operator()(wire x) const {
    using namespace etch::dsl;
    return x | reshape<1, 4, 2> | conv2d(parameters{weights<1, 1, 1, 2>{seven}}) | to<code>;
  }
};
static_assert(keeps_outputs<behind_dead<adds_a_constant>>);
static_assert(keeps_outputs<behind_dead<reshapes_cells>>);
inline constexpr double scales[3]{0.25, 0.5, 1};
struct scales_channels {
  constexpr wire operator()(wire x) const {
    using namespace etch::dsl;
    using filters = tensor<affine_channels<std::int8_t, scales>, shape<3, 1, 1, 2>, ohwi>;
    return x | conv2d(parameters{constant<filters>{three}}) | to<code> |
           conv2d(parameters{weights<1, 1, 1, 3>{of_last}}) | to<code>;
  }
  static constexpr signed char three[3][1][1][2]{{{{0, 0}}}, {{{1, 1}}}, {{{0, 1}}}};
  static constexpr signed char of_last[1][1][1][3]{{{{1, 1, 1}}}};
};
static_assert(keeps_outputs<behind_dead<scales_channels>>);

// What keeps all channels before it: none of them turns into a constant.
template <class Word>
inline constexpr bool stays_whole = net<behind_dead<Word>>::channels("pair").kept == 2;
struct pads_in_front {
  constexpr wire operator()(wire x) const {
    using namespace etch::dsl;
    return x | pad({.front = 1}, -7) | conv2d(parameters{weights<1, 1, 1, 3>{of_two}}) | to<code>;
  }
};
struct turns {
  constexpr wire operator()(wire x) const { return x | dsl::transpose<0, 2, 1> | dsl::relu; }
};
struct shares {
  constexpr wire operator()(wire x) const {
    using namespace etch::dsl;
    return x | softmax | slice(range{0, 2}, range{0, 2}, range{1, 1});
  }
};
static_assert(stays_whole<pads_in_front> && stays_whole<turns> && stays_whole<shares>);
static_assert(net<behind_dead<turns>>::channels("pair").live == 1, "read, whichever it becomes");
// A window that meets padding at its end alone.
struct pads_behind {
  constexpr wire operator()(wire x) const {
    using namespace etch::dsl;
    return x | conv2d(parameters{weights<1, 1, 3, 2>{wide}}, {.pad = pad(0, 0, 0, 1)}) | to<code>;
  }
  static constexpr signed char wide[1][1][3][2]{{{{1, 1}, {1, 1}, {1, 1}}}};
};
static_assert(stays_whole<pads_behind>);
inline constexpr signed char of_first[1][1][1][2]{{{{1, 0}}}};
// Inputs keep their shapes.
inline constexpr auto of_one_input = graph([](input<codes<1, 1, 2>> x) {
  using namespace etch::dsl;
  return x | conv2d(parameters{weights<1, 1, 1, 2>{of_first}}) | to<code>;
});
static_assert(net<of_one_input>::input_value<>::span == 2);
// An idle channel that stays has weights of real 0, at their zero point.
inline constexpr signed char with_idle[3][1][1][1]{{{{3}}}, {{{4}}}, {{{3}}}};
inline constexpr int first_of_three[3]{4, 0, 0};
inline constexpr signed char of_all[1][1][3][3]{{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}};
inline constexpr auto idle = graph([](input<tensor<byte, shape<1, 3, 1>>> x) {
  using namespace etch::dsl;
  using filters = tensor<zero_of_three, shape<3, 1, 1, 1>, ohwi>;
  using readers = tensor<byte, shape<1, 1, 3, 3>, ohwi>;
  return x | conv2d(parameters{constant<filters>{with_idle}, biases<3>{first_of_three}}) |
         to<byte> | tap("idle") | conv2d(parameters{constant<readers>{of_all}}) | to<byte>;
});
static_assert(net<idle>::channels("idle") == counts(3, 1, 2, 0, 2), "one beside padding");
static_assert(keeps_outputs<idle>);
// Constants that go become part of biases of 64 bits.
inline constexpr signed char second_alone[2][1]{{0}, {1}}, of_wide_pair[1][2]{{7, 1}};
inline constexpr long long five_and_0[2]{5, 0}, beyond_32_bits[1]{3LL << 31};
inline constexpr auto wide_sums = graph([](input<tensor<wide, shape<1>>> x) {
  using namespace etch::dsl;
  using coarse = affine<std::int16_t, 1048576.0>;
  return x |
         dense(parameters{constant<tensor<byte, shape<2, 1>, ohwi>>{second_alone},
                          constant<tensor<bias64, shape<2>>>{five_and_0}}) |
         to<wide> |
         dense(parameters{constant<tensor<byte, shape<1, 2>, ohwi>>{of_wide_pair},
                          constant<tensor<bias64, shape<1>>>{beyond_32_bits}}) |
         to<coarse> | tap("coarse");
});
static_assert(net<wide_sums>::range("coarse", 0) == interval{6144, 6144});
static_assert(net<wide_sums>::sum_bits("coarse") == 34);
static_assert(keeps_outputs<wide_sums>);
// The mean over rows and columns may have another scale.
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
