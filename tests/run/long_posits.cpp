// The kernels for posits of 16 bits, and of 8 with bits of an exponent, equal the generic ones: on
// values that their integers hold, on those that are too large, too fine or NaR, and on constants
// that leave less room. They are the same on every target.
// LONG: cortex-m0 aarch64 cortex-m4
#include <etch/kernel/armv7m.hpp>

#include "../support/shapes.hpp"

namespace {

using namespace test;
using etch::posit, etch::posit_code, etch::shape;
namespace sums = etch::long_posit_sums;

template <kind K>
using kernel_of = std::conditional_t<
    K == kind::conv2d, etch::conv2d_p16_p16_p16_4x1_smlal,
    std::conditional_t<K == kind::depthwise, etch::depthwise_conv2d_p16_p16_p16_4x1_smlal,
                       etch::dense_p16_p16_p16_4x1_smlal>>;

/// Codes of numbers near 1, both signs, some of them 0.
template <class Code>
std::vector<Code> near_one(std::size_t count) {
  std::vector<Code> x(count);
  random_numbers r{11};
  const int most = Code::highest * 15 / 16, least = Code::highest / 64;
  for (Code& c : x) {
    const int size = r.between(least, most), kind = r.between(0, 9);
    c.bits = static_cast<typename Code::integer>(kind == 0 ? 0 : kind < 5 ? -size : size);
  }
  return x;
}

template <kind K, const auto& G, class X>
void check_on(const X& x) {
  check_codes<kernel_of<K>, generic_of<K>, G>(x.data());
}
/// Numbers near 1, and among them one code of each kind that the integers do not hold.
template <kind K, const auto& G>
void check() {
  using c = etch::call<G, 0>;
  static_assert(kernel_of<K>::template accepts<c>);
  using code = typename c::template in<0>::storage;
  const auto x = near_one<code>(static_cast<std::size_t>(c::template in<0>::span));
  check_on<K, G>(x);
  const typename code::integer odd[]{1, -1, code::highest, -code::highest, code::nar().bits};
  std::size_t at = 0;
  const auto check_with = [&](code one) {
    auto y = x;
    y[at] = one;
    check_on<K, G>(y);
    at = x.size() - 1 - at / 2;
  };
  for (const auto bits : odd) check_with({bits});
  for (const int exponent : {-26, -25, -24, -23, -13, 5, 6, 7, 8, 18, 19}) {
    using kind = typename c::template in<0>::kind;
    check_with(kind::encode(c::template in<0>::is.number, 1.5 * etch::power_of_two(exponent)));
  }
}
template <kind K, const auto& Table, int C, int OC = 0>
void check_each() {
  each_of<Table, scheme::p16, C, OC>([]<layer L>() { check<K, tried<L, K>::node>(); });
}

/// N codes of format F up to Most, not too near 0.
template <class F, int N, int Most>
struct some_weights {
  using code = typename F::kind::code;
  struct array {
    unsigned char byte[N * sizeof(code)]{};
  };
  static constexpr array make() {
    array a;
    random_numbers r{3};
    for (unsigned i = 0; i < N; ++i) {
      const int size = r.between(Most / 16, Most), bits = r.between(0, 1) == 0 ? size : -size;
      for (unsigned b = 0; b < sizeof(code); ++b) {
        a.byte[i * sizeof(code) + b] = static_cast<unsigned char>(bits >> 8 * b);
      }
    }
    return a;
  }
  static constexpr array bytes = make();
};

/// A conv2d of 3 x 3 over values X with weights W and biases B, to Y; weights up to Most.
template <class X, class W, class B, class Y, int Most, int C = 5,
          etch::activation Act = etch::activation::none>
struct convolution {
  template <class F>
  using integer = typename F::kind::code::integer;
  using weights = some_weights<W, 4 * 9 * C, Most>;
  using biases =
      random_constant<integer<B>, 4, -(B::kind::code::highest / 2), B::kind::code::highest / 2, 4>;
  static constexpr one_node make() {
    const value in[3]{given<X, shape<5, 7, C>>,
                      stored<W, shape<4, 3, 3, C>, etch::ohwi>(weights::bytes.byte),
                      stored<B, shape<4>>(biases::bytes.byte)};
    return {etch::ops::conv2d{etch::window{1, 1, etch::same}},
            in,
            {.number = Y::descriptor, .round = etch::rounding::half_even, .act = Act}};
  }
  static constexpr one_node node = make();
};
/// Layer L without its biases.
template <class L>
struct without_bias {
  static constexpr one_node make() {
    const auto& of = L::node.values;
    const value in[2]{{of[0].is}, {of[1].is, of[1].bytes}};
    return {etch::ops::conv2d{etch::window{1, 1, etch::same}},
            in,
            {.number = of[8].is.number, .round = etch::rounding::half_even}};
  }
  static constexpr one_node node = make();
};
/// A depthwise_conv2d with three filters a channel.
constexpr one_node with_multiplier{
    etch::ops::depthwise_conv2d{etch::window{{1, 2}, {2, 1}, etch::same}},
    {given<posit<16, 1>, shape<4, 6, 5>>,
     stored<posit<16, 1>, shape<1, 3, 2, 15>, etch::ohwi>(
         some_weights<posit<16, 1>, 3 * 2 * 15, 0x5000>::bytes.byte)},
    {.number = posit<16, 1>::descriptor, .round = etch::rounding::half_even}};
template <int Es>
using p8 = posit<8, Es>;
template <int Es>
using p16 = posit<16, Es>;

template <class Layer>
constexpr sums::units units_of = sums::units_for<etch::call<Layer::node, 0>>;
using plain = convolution<p16<1>, p16<1>, p16<1>, p16<1>, 0x5000>;
/// Weights up to 2^56, and of fractions of a thousandth.
using apart = convolution<p16<2>, p16<2>, p16<2>, p16<2>, 0x7fff>;
static_assert(units_of<plain>.values == 24);
static_assert(units_of<apart>.value_bits == 0);

}  // namespace

TEST_CASE("conv2d of long posits equals the generic kernel") {
  check_each<kind::conv2d, shapes::windows, 1>();
  check_each<kind::conv2d, shapes::windows, 7>();
  check_each<kind::conv2d, shapes::dilated_windows, 4>();
}
TEST_CASE("groups of long posits equal the generic kernel") {
  check_each<kind::conv2d, shapes::grouped_windows, 12>();
  constexpr layer odd = as(shapes::groups_of_vectors[0], scheme::p16);
  constexpr layer of_one = as(shapes::groups_of_vectors[3], scheme::p16);
  check<kind::conv2d, tried<odd, kind::conv2d>::node>();
  check<kind::conv2d, tried<of_one, kind::conv2d>::node>();
}
TEST_CASE("depthwise_conv2d of long posits equals the generic kernel") {
  check_each<kind::depthwise, shapes::channel_windows, 1>();
  check_each<kind::depthwise, shapes::channel_windows, 6>();
  check<kind::depthwise, with_multiplier>();
}
TEST_CASE("dense of long posits equals the generic kernel") {
  check_each<kind::dense, shapes::denses, 0>();
}
TEST_CASE("rows of long posits lie on the stack in pieces") {
  constexpr layer deep{.h = 3, .w = 4, .c = 100, .oc = 2, .kw = 1, .how = scheme::p16};
  constexpr layer wide{
      .h = 3, .w = 41, .c = 6, .oc = 3, .stride = {1, 2}, .how = scheme::p16, .weights = 3};
  check<kind::conv2d, tried<as(deep, scheme::p16), kind::conv2d>::node>();
  check<kind::conv2d, tried<as(wide, scheme::p16), kind::conv2d>::node>();
}
TEST_CASE("posits of every width and exponent, and mixtures") {
  check<kind::conv2d, plain::node>();
  check<kind::conv2d, convolution<p16<2>, p16<2>, p16<2>, p16<2>, 0x5000>::node>();
  check<kind::conv2d, convolution<p8<1>, p8<1>, p8<1>, p8<1>, 0x50>::node>();
  check<kind::conv2d, convolution<p8<2>, p8<2>, p8<2>, p8<2>, 0x50>::node>();
  check<kind::conv2d, convolution<p16<1>, p8<0>, p16<1>, p16<1>, 0x60, 9>::node>();
  check<kind::conv2d,
        convolution<p8<0>, p16<1>, p16<1>, p16<2>, 0x4000, 3, etch::activation::relu>::node>();
}
TEST_CASE("values of one size alone, which no bias hides") {
  using fine = without_bias<plain>;
  using code = posit_code<16, 1>;
  for (int exponent = -28; exponent <= 28; ++exponent) {
    const double size = 1.5 * etch::power_of_two(exponent);
    const code one = p16<1>::kind::encode(p16<1>::descriptor, size);
    check_on<kind::conv2d, fine::node>(std::vector<code>(5 * 7 * 5, one));
  }
}
TEST_CASE("layers whose sums may leave 64 bits stay generic") {
  using call = etch::call<apart::node, 0>;
  static_assert(!etch::conv2d_p16_p16_p16_4x1_smlal::accepts<call>);
}
