// Numbers, bytes and pixels written into inputs: the codes that the formats say, in every format.
#include <etch/etch.hpp>

#include <catch2/catch.hpp>
#include <cmath>

namespace {

using etch::affine, etch::f32, etch::q, etch::shape, etch::tensor;

template <class F, class S, class L>
inline constexpr auto graph = etch::graph([](etch::input<tensor<F, S, L>> x) {
  using namespace etch::dsl;
  return x | relu;
});
template <class F, class S, class L = etch::hwc>
struct net : etch::network<graph<F, S, L>> {};

/// Rows of its own: the mean of each channel is taken off.
struct centred {
  static constexpr double real(int p, int c) { return (p - 100 - 10 * c) / 64.0; }
};

template <class View>
double code_of(double real) {
  return static_cast<double>(View::kind::encode(View::number, real));
}

template <class F, class L, class Range>
void check_bytes() {
  static net<F, shape<2, 3, 3>, L> object;
  const auto x = object.input();
  using view = std::remove_const_t<decltype(x)>;
  unsigned char bytes[18], pixels[24];
  for (int start = 0; start < 256; start += 18) {
    for (int i = 0; i < 18; ++i) bytes[i] = static_cast<unsigned char>(start + 7 * i);
    etch::quantise_bytes<Range>(x, bytes);
    bool all = true;
    for (int i = 0; i < 18; ++i) {
      const auto want = code_of<view>(Range::real(bytes[i], i % 3));
      all = all && static_cast<double>(x(i / 9, i / 3 % 3, i % 3)) == want;
    }
    CHECK(all);
    for (int i = 0; i < 24; ++i) pixels[i] = static_cast<unsigned char>(start + 11 * i);
    etch::quantise_pixels<Range, etch::bgra>(x, pixels);
    for (int i = 0; i < 18; ++i) {
      const auto want = code_of<view>(Range::real(pixels[i / 3 * 4 + 2 - i % 3], i % 3));
      all = all && static_cast<double>(x(i / 9, i / 3 % 3, i % 3)) == want;
    }
    CHECK(all);
  }
}

TEST_CASE("bytes and pixels become the codes of what they stand for") {
  check_bytes<affine<std::int8_t, 1.0 / 255, -128>, etch::hwc, etch::bytes_from_0_to_1>();
  check_bytes<affine<std::int8_t, 1.0 / 127.5, -1>, etch::chw, etch::bytes_from_minus_1_to_1>();
  check_bytes<affine<std::int8_t, 0.02, 7>, etch::hwc, centred>();
  check_bytes<affine<std::int16_t, 0.001>, etch::chw, centred>();
  check_bytes<affine<std::uint8_t, 1.0, 0>, etch::hwc, etch::plain_bytes>();
  check_bytes<q<0, 7>, etch::hwc, etch::bytes_from_0_to_1>();
  check_bytes<f32, etch::hwc, centred>();
}

TEST_CASE("pixels become brightness where there is one channel") {
  static net<affine<std::int8_t, 1.0 / 255, -128>, shape<1, 2, 1>> object;
  const unsigned char pixels[8]{200, 100, 50, 0, 255, 255, 255, 9};
  etch::quantise_pixels(object.input(), pixels);
  CHECK(object.input()(0, 0, 0) == ((77 * 200 + 150 * 100 + 29 * 50 + 128) >> 8) - 128);
  CHECK(object.input()(0, 1, 0) == 127);
}

// the common case needs no table: a byte less 128
using common =
    std::remove_const_t<decltype(net<affine<std::int8_t, 1.0 / 255, -128>, shape<4, 4, 3>>::input(
        nullptr))>;
static_assert(etch::detail::byte_codes<common, etch::bytes_from_0_to_1>::shifted);
static_assert(!etch::detail::byte_codes<common, centred>::shifted);
static_assert(etch::detail::byte_codes<common, etch::plain_bytes>::alike);
static_assert(!etch::detail::byte_codes<common, centred>::alike);

TEST_CASE("numbers are rounded as QUANTIZE does") {
  static net<affine<std::int8_t, 0.5, 3>, shape<1, 2, 4>, etch::chw> object;
  const float x[8]{0, 0.25F, -0.25F, 0.24F, 1e9F, -1e9F, NAN, 10};
  const int want[8]{3, 4, 2, 3, 127, -128, 3, 23};
  etch::quantise_input(object.input(), x);
  for (int i = 0; i < 8; ++i) CHECK(object.input()(0, i / 4, i % 4) == want[i]);
}

TEST_CASE("numbers far from a zero point of 32 bits keep their codes and limits") {
  constexpr int zero = 1 << 30;
  static net<affine<std::int32_t, 1.0, -zero>, shape<1, 2, 3>> object;
  const auto x = object.input();
  const float given[6] = {3.0e9F, 4.0e9F, -2.0e9F, 2.5F, -2.5F, NAN};
  etch::quantise_input(x, given);
  const int want[6] = {
      static_cast<int>(3000000000LL - zero), INT32_MAX, INT32_MIN, 3 - zero, -3 - zero, -zero};
  for (int i = 0; i < 6; ++i) CHECK(static_cast<int>(x(0, i / 3, i % 3)) == want[i]);
}

}  // namespace
