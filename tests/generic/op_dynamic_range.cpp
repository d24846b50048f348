// Layers that quantise their value by its own range, against the formula on the codes that the
// range gives.
#include <catch2/catch.hpp>
#include <cmath>
#include <etch/etch.hpp>
#include <limits>
#include <vector>

#include "../support/formats.hpp"
#include "../support/one_node.hpp"

namespace {

using namespace etch;

template <class F, class S, int Count, int Low, int High, std::uint32_t Seed>
constexpr constant<tensor<F, S, ohwi>> weights{
    test::random_constant<std::int8_t, Count, Low, High, Seed>::bytes.byte};
template <int Count>
constexpr constant<tensor<f32, shape<Count>>> bias{
    test::random_constant<float, Count, 0, 0, 5>::bytes.byte};

using per_channel = affine_channels<std::int8_t, test::first_scales<4>>;
using shifted = affine<std::int8_t, 0.0625, 9>;
constexpr parameters conv{weights<per_channel, shape<4, 3, 3, 3>, 108, -127, 127, 1>, bias<4>};
constexpr parameters each{weights<per_channel, shape<1, 3, 2, 4>, 24, -128, 127, 2>};
constexpr parameters inner{weights<shifted, shape<5, 24>, 120, -128, 127, 3>, bias<5>};

template <class L>
constexpr auto conv_graph = graph([](input<tensor<f32, shape<5, 4, 3>, L>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(conv2d(conv, {.stride = {2, 1}}));
});
constexpr auto each_graph = graph([](input<tensor<f32, shape<2, 4, 4, 2>>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(depthwise_conv2d(each, {.pad = valid})) | relu;
});
constexpr auto dense_graph = graph([](input<tensor<f32, shape<2, 24>>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(dense(inner)) | relu6;
});

/// The numbers that x becomes, by Q and RQM in double precision.
std::vector<double> brought(const std::vector<float>& x) {
  double low = 0, high = 0;
  for (const float v : x) {
    if (!std::isfinite(v)) continue;
    low = std::fmin(low, static_cast<double>(v));
    high = std::fmax(high, static_cast<double>(v));
  }
  const double q = high > low ? 255 / (high - low) : 1, zero = -std::nearbyint(low * q);
  std::vector<double> codes;
  for (const float v : x) {
    double code = std::isnan(v) ? zero : std::nearbyint(static_cast<double>(v) * q) + zero;
    code = std::fmin(std::fmax(code, 0), 255);
    codes.push_back((code - zero) / q);
  }
  return codes;
}
double weight(const unsigned char* bytes, const format& f, int i, int c) {
  return f.unit(c) * (static_cast<signed char>(bytes[i]) - f.zero);
}

void check_near(double have, double want, double scale) {
  CHECK(std::fabs(have - want) <= 1e-5 * scale + 1e-7);
}

template <class L>
void check_conv(const std::vector<float>& x) {
  static network<conv_graph<L>> net;
  for (int h = 0; h < 5; ++h) {
    for (int w = 0; w < 4; ++w) {
      for (int c = 0; c < 3; ++c)
        net.input()(h, w, c) = x[static_cast<std::size_t>((h * 4 + w) * 3 + c)];
    }
  }
  net.run();
  const std::vector<double> q = brought(x);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int o = 0; o < 4; ++o) {
        double sum = static_cast<double>(load<float>(conv.bias.bytes, o)), size = 1;
        for (int k = 0; k < 27; ++k) {
          const int u = k / 9, v = k / 3 % 3, h = 2 * i + u - 1, w = j + v - 1;
          if (h < 0 || h >= 5 || w < 0 || w >= 4) continue;
          const double term = weight(conv.weights.bytes, per_channel::descriptor, 27 * o + k, o) *
                              q[static_cast<std::size_t>((h * 4 + w) * 3 + k % 3)];
          sum += term, size += std::fabs(term);
        }
        check_near(static_cast<double>(net.output()(i, j, o)), sum, size);
      }
    }
  }
}

std::vector<float> random_numbers(int count, double low, double high) {
  test::random_numbers r{static_cast<std::uint32_t>(count)};
  std::vector<float> x;
  for (int i = 0; i < count; ++i) {
    const double unit = (static_cast<double>(r.unit()) + 1) / 2;
    x.push_back(static_cast<float>(low + (high - low) * unit));
  }
  return x;
}

TEST_CASE("conv2d over ranges on either side of 0") {
  for (const auto& [low, high] :
       {std::pair{-3.0, 5.0}, {2.0, 9.0}, {-1e-3, -1e-4}, {-1e30, 1e30}}) {
    const auto x = random_numbers(60, low, high);
    check_conv<hwc>(x);
    check_conv<chw>(x);
  }
}
TEST_CASE("a value without a range, and numbers that are none") {
  check_conv<hwc>(std::vector<float>(60, 0.0F));
  check_conv<hwc>(std::vector<float>(60, 4.0F));
  auto x = random_numbers(60, -1, 1);
  x[7] = std::numeric_limits<float>::quiet_NaN();
  x[9] = std::numeric_limits<float>::infinity();
  x[11] = -std::numeric_limits<float>::infinity();
  static network<conv_graph<hwc>> have, want;
  for (int i = 0; i < 60; ++i) have.input()[i] = want.input()[i] = x[static_cast<std::size_t>(i)];
  float least = 0, most = 0;
  for (const float v : x) {
    if (std::isfinite(v)) least = std::fmin(least, v), most = std::fmax(most, v);
  }
  want.input()[7] = 0, want.input()[9] = most, want.input()[11] = least;
  have.run(), want.run();
  for (int i = 0; i < 48; ++i) CHECK(have.output()[i] == want.output()[i]);
}

TEST_CASE("depthwise_conv2d and a relu, two pictures with one range") {
  static network<each_graph> net;
  static_assert(network<each_graph>::layer_count == 1);
  const auto x = random_numbers(64, -2, 1);
  for (int i = 0; i < 64; ++i) net.input()[i] = x[static_cast<std::size_t>(i)];
  net.run();
  const std::vector<double> q = brought(x);
  for (int n = 0; n < 2; ++n) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 3; ++j) {
        for (int o = 0; o < 4; ++o) {
          double sum = 0;
          for (int k = 0; k < 6; ++k) {
            const int h = i + k / 2, w = j + k % 2;
            sum += weight(each.weights.bytes, per_channel::descriptor, 4 * k + o, o) *
                   q[static_cast<std::size_t>(((n * 4 + h) * 4 + w) * 2 + o / 2)];
          }
          check_near(static_cast<double>(net.output().at(n, i, j, o)), std::fmax(sum, 0), 10);
        }
      }
    }
  }
}

TEST_CASE("dense with a zero point of the weights") {
  static network<dense_graph> net;
  const auto x = random_numbers(48, -0.2, 0.3);
  for (int i = 0; i < 48; ++i) net.input()[i] = x[static_cast<std::size_t>(i)];
  net.run();
  const std::vector<double> q = brought(x);
  for (int b = 0; b < 2; ++b) {
    for (int o = 0; o < 5; ++o) {
      double sum = static_cast<double>(load<float>(inner.bias.bytes, o));
      for (int k = 0; k < 24; ++k) {
        sum += weight(inner.weights.bytes, shifted::descriptor, 24 * o + k, o) *
               q[static_cast<std::size_t>(24 * b + k)];
      }
      check_near(static_cast<double>(net.output()[5 * b + o]), std::fmin(std::fmax(sum, 0), 6), 30);
    }
  }
}

// The same inside the compiler, with weights of 4 bits.
constexpr unsigned char four_bits[6]{0x21, 0x43, 0x65, 0x87, 0xa9, 0xcb};
constexpr parameters small{constant<tensor<affine<int4, 0.5>, shape<3, 4>, ohwi>>{four_bits}};
constexpr auto small_graph = graph([](input<tensor<f32, shape<4>>> x) {
  using namespace etch::dsl;
  return x | dynamic_range(dense(small));
});
constexpr float four[4]{0, 255, 0, 51};
static_assert(network<small_graph>::evaluate(four).code[0] == 0.5F * (2 * 255 + 4 * 51));
static_assert(network<small_graph>::evaluate(four).code[1] == 0.5F * (6 * 255 - 8 * 51));
static_assert(network<small_graph, generic>::constant_bytes <= 32);

// A run of the source: codes by Q and RQM, and the product of both matrices that it gives.
using features = affine<std::int8_t, 1 / 16.775960259219534, 56>;
using neurons = affine<std::int8_t, 1 / 50.12221677156596, 1>;
constexpr signed char neuron_codes[3][4]{
    {127, -64, -5, -55}, {-23, -93, -128, 75}, {-49, -54, 63, -30}};
constexpr auto neuron_bytes = [] {
  struct {
    unsigned char byte[12]{};
  } b;
  for (int i = 0; i < 12; ++i) b.byte[i] = static_cast<unsigned char>(neuron_codes[i / 4][i % 4]);
  return b;
}();
constexpr parameters published{constant<tensor<neurons, shape<3, 4>, ohwi>>{neuron_bytes.byte}};
constexpr auto published_graph = graph([](input<tensor<features, shape<2, 4>>> x) {
  using namespace etch::dsl;
  return x | dense(published) | to<f32>;
});
TEST_CASE("the product of two matrices by Q and RQM") {
  const signed char x[8]{-44, -127, 127, -128, -98, 98, -68, 124};
  const double want[6]{10.90922086,  -3.77357002, 29.93524456,
                       -29.96735499, 24.70838032, -5.23994627};
  static network<published_graph> net;
  for (int i = 0; i < 8; ++i) net.input()[i] = x[i];
  net.run();
  for (int i = 0; i < 6; ++i) {
    CHECK(std::fabs(static_cast<double>(net.output()[i]) - want[i]) <= 1e-6 * 30);
  }
}

/// Whether every width keeps what it promises over [low, high].
constexpr bool holds_in_every_width(double low, double high) {
  for (int bits = 1; bits <= 32; ++bits) {
    for (const bool has_sign : {false, true}) {
      for (const bool holds_zero : {false, true}) {
        const range_codes r(low, high, bits, has_sign, holds_zero);
        const double least = holds_zero ? minimum(low, 0.0) : low;
        const double most = holds_zero ? maximum(high, 0.0) : high;
        if (r.highest - r.lowest != (1LL << bits) - 1) return false;
        if (r.encode(least) > r.lowest + 1 || r.encode(most) < r.highest - 1) return false;
        if (r.encode(least - 1e6) != r.lowest || r.encode(most + 1e6) != r.highest) return false;
        if (holds_zero && (r.zero() < r.lowest || r.zero() > r.highest)) return false;
        if (holds_zero && r.decode(r.encode(0)) != 0) return false;
        const double middle = low + (high - low) / 3;
        const double error = r.decode(r.encode(middle)) - middle;
        if (error > 1.0001 * r.scale() || error < -1.0001 * r.scale()) return false;
      }
    }
  }
  return true;
}
static_assert(holds_in_every_width(-1, 1) && holds_in_every_width(0, 100));
static_assert(holds_in_every_width(-7, -2) && holds_in_every_width(-0.001, 3e4));

// Where the source leaves things open.
constexpr range_codes halves(-1, 1, 8, false);
static_assert(halves.encode(-1) == 0 && halves.encode(1) == 255);
constexpr range_codes balanced(-1, 1, 8, true);
static_assert(balanced.lowest == -128 && balanced.encode(1) == 127 && balanced.encode(-9) == -128);
constexpr range_codes away(-2, -1, 8, false);
static_assert(away.zero() == 510 && away.encode(-2) == 0 && away.encode(-1) == 255);
constexpr range_codes widened(-2, -1, 8, false, true);
static_assert(widened.zero() == 255 && widened.encode(-2) == 0 && widened.decode(255) == 0);
using over = affine_over<std::uint8_t, -1.0, 1.0>;
static_assert(over::descriptor.zero == 128 && over::descriptor.scale * 255 == 2.0);
static_assert(affine_over<std::int8_t, 1.0, 3.0>::descriptor.zero == -128);
static_assert(affine_over<int4, -7.5, 7.5>::descriptor.scale == 1.0);
constexpr range_codes full(-1, 3, 32, false);
static_assert(full.highest == 4294967295 && full.encode(3) == 4294967295 && full.encode(-1) == 0);
constexpr range_codes bit(0, 1, 1, false);
static_assert(bit.encode(0.4) == 0 && bit.encode(0.6) == 1 && bit.encode(7) == 1);
constexpr range_codes empty(0, 0, 8, false);
static_assert(empty.factor == 1 && empty.encode(0) == 0);

}  // namespace
