// What is proved of the channels of small networks, asserted by the compiler: which of them live,
// and that the outputs stay what they were.
#include "../support/unit_networks.hpp"

namespace {

using namespace unit;

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
inline constexpr signed char doubled[1][1][1][4]{{{{1, 2, 0, 0}}}};
inline constexpr signed char four[1][1][1][4]{{{{1, 1, 1, 1}}}};
inline constexpr auto depthwise = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(1, 2) | conv2d(parameters{weights<2, 1, 1, 1>{pair_of}}) | to<code> |
         tap("pair") | depthwise_conv2d(parameters{weights<1, 1, 1, 4>{doubled}}) | to<code> |
         tap("depthwise") | conv2d(parameters{weights<1, 1, 1, 4>{four}}) | to<code>;
});
static_assert(net<depthwise>::channels("pair") == counts(2, 1, 0, 1, 1));
static_assert(net<depthwise>::channels("depthwise") == counts(4, 2, 2, 0, 2),
              "filters of one channel stay together");
static_assert(net<depthwise>::range("depthwise", 0) == interval{1, 2});
static_assert(net<depthwise>::range("depthwise", 1) == interval{2, 4});
static_assert(net<depthwise>::range("depthwise", 2) == interval{0, 0});
static_assert(net<depthwise>::macs == 2 * (1 + 2 + 2));

// ---- dense behind flatten or without: a channel is read through the weights of each cell
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
  return x | conv2d(parameters{weights<2, 1, 1, 1>{pair_of}}) | to<code> | tap("pair") |
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

// ---- concat and slice: the channels that are left keep their places
inline constexpr signed char dead_first[2][1][1][1]{{{{0}}}, {{{1}}}};
inline constexpr auto offsets = graph([](input<codes<2, 1, 1>> x) {
  using namespace etch::dsl;
  const wire a = x | conv2d(parameters{weights<2, 1, 1, 1>{dead_first}}) | to<code> | tap("a");
  const wire b =
      x | dsl::clamp(1, 2) | conv2d(parameters{weights<2, 1, 1, 1>{slopes}}) | to<code> | tap("b");
  return concat(a, b) | slice(range{0, 2}, range{0, 1}, range{1, 3}) | tap("three") |
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
    return x | pad({.front = 1}, -7) | conv2d(parameters{weights<1, 1, 1, 3>{of_third}}) | to<code>;
  }
  static constexpr signed char of_third[1][1][1][3]{{{{0, 0, 1}}}};
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
static_assert(net<behind_dead<pads_in_front>>::channels("pair").live == 1,
              "the third is the second");
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
// One that is constant because it saturates no longer weighs what nobody else reads.
inline constexpr signed char ten_or_one[2][1][1][2]{{{{10, 0}}}, {{{0, 1}}}};
inline constexpr int below_800[2]{-800, 0};
inline constexpr auto saturated = graph([](input<codes<2, 2, 1>> x) {
  using namespace etch::dsl;
  return x | dsl::clamp(100, 127) | conv2d(parameters{weights<2, 1, 1, 1>{pair_of}}) | to<code> |
         tap("pair") | conv2d(parameters{weights<2, 1, 1, 2>{ten_or_one}, biases<2>{below_800}}) |
         to<code> | tap("output");
});
static_assert(net<saturated>::range("output", 0) == interval{127, 127});
static_assert(net<saturated>::channels("pair") == counts(2, 1, 0, 1, 1));
static_assert(keeps_outputs<saturated>);
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

}  // namespace
