// The kernels of x86-64 for values of 16 bits and posits of 8 equal the generic ones on every code.
// Elsewhere only what is known at compile time.
// PROCESSORS: host
// LONG: instrumented
#include <etch/kernel/x86_64.hpp>

#include "../support/posit_layers.hpp"
#include "../support/short_layers.hpp"

namespace {

using namespace test;

struct by_pmaddwd {
  using conv2d = etch::conv2d_s16_s16_s16_4x2_pmaddwd;
  using dense = etch::dense_s16_s16_s16_4x2_pmaddwd;
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_8x1_pmaddwd;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};
struct pairs_by_pmaddwd : by_pmaddwd {
  using depthwise = etch::depthwise_conv2d_s16_s16_s16_8x2_pmaddwd;
};
using pairs = short_layers<pairs_by_pmaddwd>;
struct filters_by_pmaddwd : by_pmaddwd {
  using conv2d = etch::conv2d_s16_s16_s16_16x3_pmaddwd;
  using dense = etch::dense_s16_s16_s16_16x3_pmaddwd;
};
using filters = short_layers<filters_by_pmaddwd>;
struct posits_by_pmaddwd {
  using conv2d = etch::conv2d_p8_p8_p8_4x2_pmaddwd;
  using dense = etch::dense_p8_p8_p8_4x2_pmaddwd;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_8x1_pmaddwd;
  static constexpr bool runs = ETCH_HAS_X86 != 0;
};
struct posit_filters_by_pmaddwd : posits_by_pmaddwd {
  using conv2d = etch::conv2d_p8_p8_p8_16x3_pmaddwd;
  using depthwise = etch::depthwise_conv2d_p8_p8_p8_8x2_pmaddwd;
};
using posit_filters = posit_layers<posit_filters_by_pmaddwd>;
/// Filters in a block and behind it, channels in runs of vectors and behind them.
constexpr layer many{.h = 4, .w = 5, .c = 37, .oc = 11, .how = scheme::q15};
/// Channels in blocks of eight that overlap, an odd number of pixels inside.
constexpr layer blocks{.h = 4, .w = 9, .c = 19, .kw = 5, .how = scheme::q15};

#if ETCH_HAS_X86
using etch::rounding;
/// Ends of every kind; the last ones' numbers reach the limits of 32 bits.
template <class Y, rounding R>
constexpr etch::factor_epilogue<Y, R, 4> by_factors{
    {1 << 30, 1'518'500'096, R == rounding::xnnpack ? INT32_MAX - 127 : INT32_MAX, 1'073'758'208},
    {-8, 0, -1, -31},
    7,
    Y(-100),
    Y(120)};
template <rounding R, int Shift>
constexpr etch::factor_epilogue<std::uint8_t, R, 1> by_factor{
    {1'518'500'096}, {Shift}, 128, 3, 250};
constexpr etch::wide_factor_epilogue<std::int16_t, 4> by_short_factors{
    {16'384, 32'767, 23'170, 20'000}, {17, 32, 24, 30}, 0, -32'768, 32'767};
constexpr etch::wide_factor_epilogue<std::int8_t, 1> by_short_factor{{30'011}, {36}, -5, -128, 127};
template <rounding R, int Shift>
using by_shift =
    etch::short_sums::known_shift<etch::shift_epilogue<std::int16_t, R>{Shift, -32'768, 32'767}>;

/// posit<8, 0> from sums in units of 2^-12.
struct by_rounding {
  using code = etch::posit_sums::code;
  static constexpr int frac = 12;
  etch::limits<code> l;
  template <class Sum>
  ETCH_GLUE static constexpr code end(Sum sum, code low, code high) {
    return etch::clamp(etch::posit8_of_sum<frac>(sum), low, high);
  }
};
/// The sums from -2^19 on below 2^19, and some of those beyond, whose codes are all the largest.
template <std::int8_t Low, std::int8_t High>
void check_posit_ends() {
  constexpr etch::posit_sums::known_end<by_rounding{{{Low}, {High}}}> end;
  int differ = 0;
  const auto check = [&](int first) {
    const __m128i four = _mm_setr_epi32(first, first + 1, first + 2, first + 3);
    const __m128i two[2] = {four, four};
    by_rounding::code y[8], one[4];
    etch::x86::write_ends<2>(y, 4, two, end, 0);
    etch::x86::write_ends<1>(one, 4, two, end, 0);
    for (int c = 0; c < 4; ++c) {
      const int bits = end(first + c, 0).bits;
      differ += y[c].bits != bits || y[4 + c].bits != bits || one[c].bits != bits;
    }
  };
  for (int first = -(1 << 19); first < 1 << 19; first += 4) check(first);
  for (int k = 19; k < 31; ++k) check(1 << k), check(-1 << k);
  check(INT32_MAX - 3), check(INT32_MIN + 1);
  REQUIRE(differ == 0);
}

template <class Y, class End>
void check_ends(const End& end) {
  static_assert(etch::x86::ends_by_vectors<End, Y>());
  std::uint32_t next = 1;
  for (int step = 0; step < 4'000; ++step) {
    std::int32_t sums[8];
    for (std::int32_t& s : sums) {
      next = next * 1'664'525 + 1'013'904'223;
      s = static_cast<std::int32_t>(next) >> step % 32;
    }
    if (step % 8 == 0) sums[0] = INT32_MIN, sums[3] = INT32_MAX, sums[5] = INT32_MIN + 1;
    const __m128i two[2] = {etch::x86::load_vector<__m128i>(sums),
                            etch::x86::load_vector<__m128i>(sums + 4)};
    Y y[13]{}, one[4];
    etch::x86::write_ends<2>(y, 9, two, end, 0);
    etch::x86::write_ends<1>(one, 9, two, end, 0);
    for (int c = 0; c < 4; ++c) {
      REQUIRE(y[c] == end(sums[c], c));
      REQUIRE(one[c] == y[c]);
      REQUIRE(y[9 + c] == end(sums[4 + c], c));
    }
  }
}
template <const auto& Epilogue, class Y>
void check_factors() {
  using epilogue = std::remove_cvref_t<decltype(Epilogue)>;
  check_ends<Y>(
      etch::x86::end_by_factors<epilogue, etch::x86::factors_of_ends(Epilogue)>{{Epilogue}});
}
#endif

}  // namespace

#if ETCH_HAS_X86
TEST_CASE("vectors end sums of 32 bits as the epilogues of generic kernels", "[x86_64]") {
  check_factors<by_factors<std::int8_t, rounding::tflite_double>, std::int8_t>();
  check_factors<by_factors<std::int16_t, rounding::tflite_double>, std::int16_t>();
  check_factors<by_factors<std::int8_t, rounding::xnnpack>, std::int8_t>();
  check_factors<by_factor<rounding::tflite_double, 0>, std::uint8_t>();
  check_factors<by_factor<rounding::tflite_double, -1>, std::uint8_t>();
  check_factors<by_factor<rounding::tflite_double, -9>, std::uint8_t>();
  check_factors<by_factor<rounding::tflite_single, 0>, std::uint8_t>();
  check_factors<by_factor<rounding::tflite_single, -1>, std::uint8_t>();
  check_factors<by_factor<rounding::tflite_single, -9>, std::uint8_t>();
  check_factors<by_factor<rounding::xnnpack, -9>, std::uint8_t>();
  check_factors<by_short_factors, std::int16_t>();
  check_factors<by_short_factor, std::int8_t>();
  check_ends<std::int16_t>(by_shift<rounding::half_up, 1>{});
  check_ends<std::int16_t>(by_shift<rounding::half_up, 17>{});
  check_ends<std::int16_t>(by_shift<rounding::half_away, 1>{});
  check_ends<std::int16_t>(by_shift<rounding::half_away, 17>{});
  check_ends<std::int16_t>(by_shift<rounding::half_away, 31>{});
}
TEST_CASE("vectors round all sums as the epilogues of posits", "[x86_64]") {
  check_posit_ends<-127, 127>();
  check_posit_ends<0, 100>();
}
#endif
TEST_CASE("conv2d of 16-bit codes by PMADDWD equals the generic kernel", "[x86_64]") {
  short_layers<by_pmaddwd>::windows();
  short_layers<by_pmaddwd>::check<kind::conv2d, many>();
}
TEST_CASE("conv2d of 16-bit codes by PMADDWD takes gaps and groups", "[x86_64]") {
  short_layers<by_pmaddwd>::gaps_and_groups();
}
TEST_CASE("dense of 16-bit codes by PMADDWD equals the generic kernel", "[x86_64]") {
  short_layers<by_pmaddwd>::denses();
}
TEST_CASE("filters of 16-bit codes side by side equal the generic kernel", "[x86_64]") {
  filters::with_weights_of_16_bits<kind::conv2d, shapes::windows, 7>();
  filters::with_weights_of_16_bits<kind::conv2d, shapes::dilated_windows, 4, 21>();
  filters::check<kind::conv2d, many>();
  filters::check<kind::conv2d,
                 layer{.h = 5, .w = 8, .c = 16, .oc = 18, .how = scheme::q15, .groups = 2}>();
  each_of<shapes::windows, scheme::s16, 3, 19>(
      []<layer L>() { filters::check<kind::conv2d, filters::without_bias(L)>(); });
}
TEST_CASE("filters of 16-bit codes side by side read single cells in place", "[x86_64]") {
  constexpr layer l{.h = 5, .w = 7, .c = 16, .oc = 22, .kh = 1, .kw = 1, .how = scheme::q15};
  filters::check<kind::conv2d, l>();
  filters::check<kind::conv2d, layer{.n = 2,
                                     .h = 5,
                                     .w = 6,
                                     .c = 32,
                                     .oc = 24,
                                     .kh = 1,
                                     .kw = 1,
                                     .stride = 2,
                                     .how = scheme::q15,
                                     .groups = 2}>();
  filters::check<kind::dense, as(shapes::denses[3], scheme::q15, 48, 70)>();
}
TEST_CASE("rows of 16-bit codes side by side equal the generic kernel", "[x86_64]") {
  filters::with_weights_of_16_bits<kind::dense, shapes::denses, 0>();
  each_of<shapes::denses, scheme::s16, 0, 71>(
      []<layer L>() { filters::check<kind::dense, filters::without_bias(L)>(); });
}
TEST_CASE("depthwise_conv2d of 16-bit codes by PMADDWD equals the generic kernel", "[x86_64]") {
  short_layers<by_pmaddwd>::channels();
  short_layers<by_pmaddwd>::check<kind::depthwise, blocks>();
}
TEST_CASE("pairs of rows of 16-bit codes equal the generic kernel", "[x86_64]") {
  pairs::with_weights_of_16_bits<kind::depthwise, shapes::channel_windows, 16>();
  each_of<shapes::channel_windows, scheme::s16, 8>(
      []<layer L>() { pairs::check<kind::depthwise, pairs::without_bias(L)>(); });
}
TEST_CASE("conv2d of posits by PMADDWD equals the generic kernel", "[x86_64]") {
  posit_layers<posits_by_pmaddwd>::windows();
  posit_layers<posits_by_pmaddwd>::gaps_and_groups();
  posit_layers<posits_by_pmaddwd>::pieces();
}
TEST_CASE("filters of posits side by side equal the generic kernel", "[x86_64]") {
  posit_filters::check_each<kind::conv2d, shapes::windows, 7, 19>();
  posit_filters::check_each<kind::conv2d, shapes::dilated_windows, 4, 21>();
  posit_filters::check<kind::conv2d,
                       layer{.n = 2, .h = 5, .w = 8, .c = 16, .oc = 18, .how = scheme::p8}>();
  posit_filters::check<kind::conv2d,
                       layer{.h = 5, .w = 8, .c = 16, .oc = 18, .how = scheme::p8, .groups = 2}>();
  posit_filters::check<kind::conv2d,
                       layer{.h = 4, .w = 6, .c = 8, .oc = 9, .how = scheme::p8, .weights = 1}>();
  posit_filters::check<kind::conv2d, layer{.h = 5,
                                           .w = 7,
                                           .c = 16,
                                           .oc = 22,
                                           .kh = 1,
                                           .kw = 1,
                                           .how = scheme::p8,
                                           .act = etch::activation::relu}>();
}
TEST_CASE("dense of posits by PMADDWD equals the generic kernel", "[x86_64]") {
  posit_layers<posits_by_pmaddwd>::denses();
}
TEST_CASE("pairs of rows of posits equal the generic kernel", "[x86_64]") {
  posit_filters::check_each<kind::depthwise, shapes::channel_windows, 16>();
  posit_filters::check<kind::depthwise, layer{.n = 2,
                                              .h = 7,
                                              .w = 5,
                                              .c = 8,
                                              .dilation = 2,
                                              .how = scheme::p8,
                                              .act = etch::activation::relu}>();
}
TEST_CASE("depthwise_conv2d of posits equals the generic kernel", "[x86_64]") {
  posit_layers<posits_by_pmaddwd>::channels();
}
