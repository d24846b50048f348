// Networks with tables against the same without, for every code that they can read.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;

/// Runs G with and without tables on every code of its input, at each place.
template <const auto& G, int Layers>
void check() {
  using tabled = network<G>;
  using plain = typename tabled::template with<options{.tables = false}>;
  CHECK(plain::layer_count - tabled::layer_count == Layers);
  CHECK(tabled::ram_bytes <= plain::ram_bytes);
  CHECK(tabled::constant_bytes <= plain::constant_bytes);
  static tabled have;
  static plain want;
  using value = typename tabled::template input_value<>;
  const int low = value::kind::lowest(value::is.number),
            high = value::kind::highest(value::is.number);
  bool equal = true;
  int changes = 0, last = 0;
  for (int code = low; code <= high; ++code) {
    for (int i = 0; i < have.input().size(); ++i) {
      const int at = low + (code - low + 37 * i) % (high - low + 1);
      have.input()[i] = want.input()[i] = static_cast<typename value::storage>(at);
    }
    have.run(), want.run();
    for (int i = 0; i < have.output().size(); ++i)
      equal = equal && int{have.output()[i]} == int{want.output()[i]};
    changes += int{have.output()[0]} != last ? 1 : 0;
    last = have.output()[0];
  }
  CHECK(equal);
  CHECK(changes > 2);
}

// ---- chains
template <class X, class Y, class L = hwc>
inline constexpr auto chain = etch::graph([](input<tensor<X, shape<2, 3, 5>, L>> x) {
  using namespace etch::dsl;
  return x | to<Y> | relu | sigmoid | leaky_relu(0.5F) | to<X>;
});
using s8 = affine<std::int8_t, 0.05, 3>;
using t8 = affine<std::int8_t, 0.02, -20>;
using u8 = affine<std::uint8_t, 0.03, 100>;
TEST_CASE("chains of int8, uint8 and q") {
  check<chain<s8, t8>, 3>();
  check<chain<u8, u8>, 3>();
  check<chain<q<3, 4>, q<2, 5>>, 3>();
  check<chain<s8, t8, chw>, 3>();
}

template <class X, class Y>
inline constexpr auto packed_chain = etch::graph([](input<tensor<X, shape<2, 4, 4>>> x) {
  using namespace etch::dsl;
  return x | sigmoid_to<Y> | leaky_relu(0.5F) | tanh_to<Y>;
});
TEST_CASE("chains of packed codes") {
  check<packed_chain<q<2, 2>, q<0, 4>>, 2>();
  check<packed_chain<uq<2, 1>, uq<0, 3>>, 2>();
  check<packed_chain<q<2, 5>, q<0, 3>>, 1>();  // reads the smaller codes of sigmoid_to
}

template <class X, class Y>
inline constexpr auto to_16_bits = etch::graph([](input<tensor<X, shape<4>>> x) {
  using namespace etch::dsl;
  return x | sigmoid_to<Y> | to<affine<std::int16_t, 0.001>> | sigmoid_to<Y>;
});
TEST_CASE("codes of 16 bits") { check<to_16_bits<s8, affine<std::int16_t, 0.0001>>, 2>(); }

inline constexpr auto swish = etch::graph([](input<tensor<s8, shape<3, 7>>> x) {
  using namespace etch::dsl;
  return mul<t8>(x, x | sigmoid) | tap("swish");
});
TEST_CASE("sigmoid(x) * x") { check<swish, 1>(); }

inline constexpr std::int8_t factor[1]{100};
inline constexpr auto by_one = etch::graph([](input<tensor<s8, shape<3, 7>>> x) {
  using namespace etch::dsl;
  return mul<t8>(x | tanh, constant<tensor<t8, shape<1>>>{factor}) | dsl::clamp(-50, 60);
});
TEST_CASE("a constant of one element") { check<by_one, 1>(); }

// ---- one code in
template <int O, int I, int From>
constexpr parameters layer{
    constant<tensor<affine<std::int8_t, 0.01>, shape<O, I>>>{&w::bytes.byte[From]}};
template <class X, class Y, int Hidden, int Outputs>
inline constexpr auto curve = etch::graph([](input<tensor<X, shape<1>>> x) {
  using namespace etch::dsl;
  return x | dense(layer<Hidden, 1, 0>) | to<Y> | relu | dense(layer<Hidden, Hidden, 50>) | to<Y> |
         tap("hidden") | tanh | dense(layer<Outputs, Hidden, 900>) | to<X> | tap("y");
});
TEST_CASE("networks that read one code") {
  check<curve<s8, t8, 16, 1>, 3>();
  check<curve<u8, u8, 24, 3>, 5>();  // two of them to int8 and back
  check<curve<q<2, 2>, affine<std::int8_t, 0.1>, 5, 7>, 3>();
}

inline constexpr auto image = etch::graph([](input<tensor<s8, shape<1, 1, 1>>> x) {
  using namespace etch::dsl;
  return x | dense(layer<50, 1, 0>) | to<t8> | dense(layer<10, 50, 60>) | to<t8> |
         dense(layer<2, 10, 600>) | to<t8> | reshape<1, 2, 1> | relu | dense(layer<40, 2, 0>) |
         to<s8>;
});
TEST_CASE("the first layers of a network that reads one code") { check<image, 4>(); }

inline constexpr auto branches = etch::graph([](input<tensor<s8, shape<1>>> x) {
  using namespace etch::dsl;
  const auto hidden = x | dense(layer<16, 1, 0>) | to<t8> | tanh;
  return outputs(hidden | dense(layer<1, 16, 0>) | to<t8> | sigmoid,
                 hidden | dense(layer<1, 16, 77>) | to<t8>);
});
TEST_CASE("two outputs") { check<branches, 3>(); }

// ---- of channels, some of which nobody needs
struct half_dead {
  signed char code[256][3]{};
};
constexpr half_dead make_half_dead() {
  half_dead d;
  for (int o = 0; o < 256; o += 2) {
    for (int i = 0; i < 3; ++i) d.code[o][i] = static_cast<signed char>(37 * o + 85 * i);
  }
  return d;
}
inline constexpr half_dead some_dead = make_half_dead();
inline constexpr auto wide = etch::graph([](input<tensor<s8, shape<3>>> x) {
  using namespace etch::dsl;
  using small = affine<std::int8_t, 0.01>;
  return x | dense(parameters{constant<tensor<small, shape<256, 3>>>{some_dead.code}}) | to<t8> |
         leaky_relu(0.5F) | tanh | dense(layer<5, 256, 0>) | to<s8>;
});
TEST_CASE("a table of as many codes as the value has channels") {
  using plain = network<wide, this_target, options{.slim = false, .tables = false}>;
  using slim = network<wide, this_target>;
  CHECK(slim::layer_count == 3);
  CHECK(slim::macs == 128 * 8);
  CHECK(plain::macs == 256 * 8);
  static plain want;
  static slim have;
  for (int k = 0; k < 300; ++k) {
    for (int i = 0; i < 3; ++i)
      have.input()[i] = want.input()[i] = static_cast<std::int8_t>(k * (i + 1) * 7 % 256 - 128);
    have.run(), want.run();
    for (int i = 0; i < 5; ++i) CHECK(int{have.output()[i]} == int{want.output()[i]});
  }
}

}  // namespace
