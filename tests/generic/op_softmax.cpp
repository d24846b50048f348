// softmax of the generic kernel against the published vectors and against double precision.
#include "../support/compare.hpp"

namespace {

using namespace test;
using etch::shape;
namespace ops = etch::ops;
using row = shape<10>;

// ---- CMSIS-NN's legacy arm_softmax_q7
constexpr one_node legacy(ops::softmax{}, {given<etch::q<3, 4>, row>});
constexpr auto legacy_of(const codes<std::int8_t, 10>& x) {
  return run_whole<etch::softmax_generic, legacy>(x.code);
}
using ten = codes<std::int8_t, 10>;
static_assert(legacy.values[8].is.number == etch::q<0, 7>::descriptor);
static_assert(legacy_of({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}) ==
              ten{{0, 0, 0, 1, 2, 5, 10, 21, 42, 85}});
static_assert(legacy_of({{7, 7, 7, 7, 7, 7, 7, 7, 7, 7}}) ==
              ten{{25, 25, 25, 25, 25, 25, 25, 25, 25, 25}});
static_assert(legacy_of({{-10, 20, 18, 17, 3, -4, 20, 0, 1, 2}}) ==
              ten{{0, 91, 22, 11, 0, 0, 91, 0, 0, 0}});

// ---- CMSIS-NN's legacy arm_softmax_q15
constexpr one_node legacy_wide(ops::softmax{}, {given<etch::q<3, 12>, shape<4>>});
static_assert(legacy_wide.values[8].is.number == etch::q<0, 15>::descriptor);
using four = codes<std::int16_t, 4>;
static_assert(run_whole<etch::softmax_generic, legacy_wide>(four{{10, 12, 0, -3}}.code) ==
              four{{6552, 26208, 6, 0}});
// the smallest sum, 2^16: 2^32 divided by it does not fit 16 bits, and is halved
static_assert(run_whole<etch::softmax_generic, legacy_wide>(four{{32767, -32768, 0, 32751}}.code) ==
              four{{32767, 0, 0, 0}});

// ---- TensorFlow Lite int8
template <etch::scale Scale, int Count>
constexpr one_node lite(ops::softmax{}, {given<etch::affine<std::int8_t, Scale, 5>, shape<Count>>});
template <etch::scale Scale, int Count>
constexpr auto lite_of(const codes<std::int8_t, Count>& x) {
  return run_whole<etch::softmax_generic, lite<Scale, Count>>(x.code);
}
static_assert(lite<0.1, 2>.values[8].is.number ==
              etch::affine<std::int8_t, 1.0 / 256, -128>::descriptor);
static_assert(lite_of<0.1, 2>({{0, 0}}) == codes<std::int8_t, 2>{{0, 0}});
static_assert(lite_of<0.1, 4>({{10, 20, 30, 40}}) == codes<std::int8_t, 4>{{-120, -106, -67, 37}});
static_assert(lite_of<0.05, 3>({{-128, 0, 127}}) == codes<std::int8_t, 3>{{-128, -128, 127}});
static_assert(lite_of<0.25, 10>({{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}) ==
              ten{{-121, -120, -117, -114, -110, -105, -99, -91, -80, -66}});
// differences beyond the 31 units that Q5.26 holds
static_assert(lite_of<1.0, 5>({{100, 69, 68, 67, -128}}) ==
              codes<std::int8_t, 5>{{127, -128, -128, -128, -128}});
// gemmlowp's exp in Q0.31
static_assert(etch::exp_of_negative(0) == 2147483647);
static_assert(etch::exp_of_negative(-(1 << 24)) == 1672462419);
static_assert(etch::exp_of_negative(-(1 << 26)) == 790015308);
static_assert(etch::exp_of_negative(-8 * (1 << 26)) == 720401);

TEST_CASE("gemmlowp's exp of -3.7") {
  CHECK(etch::exp_of_negative(static_cast<std::int32_t>(std::lround(-3.7 * 67108864.0))) ==
        53093370);
}

template <class F, class S, class L>
void check_softmax(double bound) {
  static constexpr one_node g(ops::softmax::with_beta(0.5F), {given<F, S, L>});
  const auto x = random_codes<g, 0>(9);
  const auto y = run<etch::softmax_generic, g>(x);
  const etch::format &fx = g.values[0].is.number, &fy = g.values[8].is.number;
  const auto c = static_cast<std::size_t>(g.values[0].is.shape.c());
  const auto power = [&](std::size_t i) {
    return std::exp(0.5 * fx.scale * static_cast<double>(x[i]));
  };
  double worst = 0;
  for (std::size_t first = 0; first < x.size(); first += c) {
    double sum = 0;
    for (std::size_t i = first; i < first + c; ++i) sum += power(i);
    for (std::size_t i = first; i < first + c; ++i) {
      const double want = power(i) / sum;
      const double have = fy.scale * (static_cast<double>(y[i]) - fy.zero);
      worst = std::fmax(worst, std::fabs(have - want));
    }
  }
  CHECK(worst <= bound);
}

TEST_CASE("softmax of whole tensors, by row and layout, is near exp") {
  using s8 = etch::affine<std::int8_t, 0.04, 5>;
  check_softmax<s8, shape<2, 3, 3, 7>, etch::hwc>(1.01 / 256);
  check_softmax<s8, shape<2, 3, 3, 7>, etch::chw>(1.01 / 256);
  check_softmax<etch::f32, shape<3, 2, 5>, etch::chw>(2e-7);
  check_softmax<etch::f32, shape<2, 4>, etch::hwc>(2e-7);
  check_softmax<etch::f32, shape<3, 1>, etch::hwc>(2e-7);
}

TEST_CASE("many equal codes share nothing rather than overflow") {
  static constexpr one_node g(ops::softmax{}, {given<etch::affine<std::int8_t, 0.1>, shape<1500>>});
  const auto y = run<etch::softmax_generic, g>(std::vector<std::int8_t>(1500, 3));
  CHECK(y == std::vector<std::int8_t>(1500, -128));
  // their sum leaves 32 bits; one code far above the others still has it all
  static constexpr one_node wide(ops::softmax{},
                                 {given<etch::affine<std::int8_t, 0.1>, shape<8193>>});
  std::vector<std::int8_t> x(8193, 3), want(8193, -128);
  CHECK(run<etch::softmax_generic, wide>(x) == want);
  for (std::int8_t& code : x) code = -128;
  x[17] = 127, want[17] = 127;
  CHECK(run<etch::softmax_generic, wide>(x) == want);
}

TEST_CASE("the exponential stays below a relative error of 2^-22") {
  double worst = 0;
  // every 1024th float from -87.3 to 88 and those around 0
  for (std::uint32_t bits = 0x33000000U; bits < 0x42b00000U; bits += 1024) {
    for (const std::uint32_t sign : {0U, 0x80000000U}) {
      const auto x = __builtin_bit_cast(float, bits | sign);
      if (x < -87.3F) continue;
      const double want = std::exp(static_cast<double>(x));
      worst = std::fmax(worst, std::fabs(static_cast<double>(etch::exponential(x)) / want - 1));
    }
  }
  CHECK(worst < 1.0 / (1 << 22));
  CHECK(etch::exponential(0) == 1.0F);
  CHECK(etch::exponential(-100) == 0.0F);
}

TEST_CASE("softmax of int16 is near exp") {
  using s16 = etch::affine<std::int16_t, 1.0 / 4096>;
  check_softmax<s16, shape<2, 3, 3, 7>, etch::hwc>(8.0 / 32768);
  check_softmax<s16, shape<2, 3, 3, 7>, etch::chw>(8.0 / 32768);
  check_softmax<etch::affine<std::int16_t, 0.0001>, shape<3, 1>, etch::hwc>(4.0 / 32768);
}
// TensorFlow Lite's tables of 513 entries; exp(-10) is 1.49 of 32768, moved by half of what the
// line misses.
static_assert(etch::shared_table<etch::power_lines<float>>.code[0] == 2 &&
              etch::shared_table<etch::power_lines<float>>.code[512] == 32767);
static_assert(etch::shared_table<etch::reciprocal_lines<float>>.code[0] == 32767 &&
              etch::shared_table<etch::reciprocal_lines<float>>.code[512] == 16384);
// In double, as LiteRT has it, these two are others.
static_assert(etch::shared_table<etch::reciprocal_lines<double>>.code[160] == 24967 &&
              etch::shared_table<etch::reciprocal_lines<double>>.code[294] == 20815);
static_assert(etch::shared_table<etch::reciprocal_lines<float>>.code[160] == 24966 &&
              etch::shared_table<etch::reciprocal_lines<float>>.code[294] == 20816);

/// TensorFlow Lite's gen_lut, of floats.
template <class F>
int lines_that_differ(const etch::line_table& table, const F& f, float first, float last) {
  const float step = (last - first) / 512;
  const auto saturated = [](float y) { return std::fmin(std::fmax(y, -32768.0F), 32767.0F); };
  int wrong = 0;
  for (int i = 0; i < 512; ++i) {
    const float at = first + static_cast<float>(i) * step;
    const float next = f(first + static_cast<float>(i + 1) * step) * 32768;
    const float sample = std::round(f(at) * 32768);
    const float line = std::round((next + sample) / 2);
    const float curve = std::round(f(at + step / 2) * 32768);
    const float code = saturated(sample - std::round((line - curve) / 2));
    wrong += static_cast<int>(code) == table.code[i] ? 0 : 1;
  }
  return wrong +
         (static_cast<int>(saturated(std::round(f(last) * 32768))) == table.code[512] ? 0 : 1);
}
TEST_CASE("the tables of int16 are those of TensorFlow Lite") {
  const auto inverse = [](float x) { return 1 / (1 + x); };
  const auto power = [](float x) { return static_cast<float>(std::exp(static_cast<double>(x))); };
  CHECK(lines_that_differ(etch::shared_table<etch::power_lines<float>>, power, -10, 0) == 0);
  CHECK(lines_that_differ(etch::shared_table<etch::reciprocal_lines<float>>, inverse, 0, 1) == 0);
}

TEST_CASE("softmax refuses 32 bits, and beta with q") {
  const etch::operand wide = given<etch::q<0, 31>, row>.is, narrow = given<etch::q<0, 7>, row>.is;
  CHECK(ops::softmax{}.infer({&wide, 1}).refused);
  CHECK(ops::softmax::with_beta(2).infer({&narrow, 1}).refused);
  CHECK(ops::softmax::with_beta(0).infer({&narrow, 1}).refused);
}

}  // namespace
