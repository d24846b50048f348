// to<F> between formats of every kind in a network: each code becomes what number<F>::to makes of
// it, whose results tests/laws/conversions.cpp compares with an oracle.
// PORTABLE: no kernel of one target alone
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cmath>

namespace {

using etch::posit;
using etch::rounding;

template <class F, class G, rounding R>
struct conversion {
  static constexpr auto graph = etch::graph([](etch::input<etch::tensor<F, etch::shape<256>>> x) {
    using namespace etch::dsl;
    return x | to<G, R>;
  });
  struct net : etch::network<graph> {};
};

/// 256 codes of F, all of them where there are no more.
template <class F>
auto code_of(int i) {
  using storage = typename F::kind::template storage<F::bits>;
  using word = etch::unsigned_storage_t<8 * sizeof(storage)>;
  const std::uint64_t spread = F::bits == 8 ? 1 : F::bits == 16 ? 257 : 16843009;
  return __builtin_bit_cast(storage, static_cast<word>(static_cast<std::uint64_t>(i) * spread));
}

template <class F, class G, rounding R = rounding::standard>
void check() {
  static typename conversion<F, G, R>::net n;
  for (int i = 0; i < 256; ++i) n.input()[i] = code_of<F>(i);
  n.run();
  int wrong = 0;
  for (int i = 0; i < 256; ++i) {
    const auto x = etch::number<F>::from_code(code_of<F>(i));
    const auto want = x.template to<G, R>();
    const double have = n.output().real(i), number = want.real();
    // a NaN stays one in every format that has it
    const bool both_none = have != have && number != number;
    if (!both_none && (!(have <= number) || !(have >= number))) ++wrong;
  }
  INFO(F::kind::name << " to " << G::kind::name);
  CHECK(wrong == 0);
}

TEST_CASE("between formats that are no integers") {
  check<posit<16, 1>, etch::bf16>();
  check<posit<8, 0>, posit<16, 2>>();
  check<posit<32, 2>, posit<8, 2>>();
  check<etch::bf16, posit<8, 1>>();
  check<etch::f16, etch::e4m3>();
  check<etch::e5m2, etch::f16>();
  check<etch::e4m3, etch::f32>();
  check<etch::f16, etch::e5m2, rounding::toward_zero>();
  check<posit<16, 2>, etch::e4m3, rounding::half_away>();
}
TEST_CASE("from integers and to integers") {
  using etch::affine;
  check<etch::q<3, 4>, posit<8, 0>>();
  check<etch::q<5, 10>, etch::e5m2>();
  check<affine<std::int8_t, 0.5, 3>, etch::bf16>();
  check<posit<8, 2>, etch::q<3, 4>, rounding::half_even>();
  check<etch::e4m3, etch::q<7, 8>, rounding::half_up>();
  check<posit<16, 1>, affine<std::int8_t, 0.25, -5>, rounding::half_even>();
  check<etch::f16, affine<std::int16_t, 0.125>, rounding::toward_zero>();
}

// ---- codes of 17 to 31 bits, in 32
using wide = etch::affine<etch::signed_code<20>, 0.5, 100>;
alignas(16) inline constexpr unsigned char wide_weights[2 * 4]{1, 2, 3, 4, 0xff, 0xfe, 0, 127};
inline constexpr etch::parameters wide_layer{
    etch::constant<etch::tensor<etch::affine<std::int8_t, 1.0>, etch::shape<2, 4>>>{wide_weights}};
template <class F>
inline constexpr auto wide_graph =
    etch::graph([](etch::input<etch::tensor<etch::f32, etch::shape<4>>> x) {
      using namespace etch::dsl;
      const auto codes = x | to<F> | tap("codes");
      return outputs(codes | to<etch::f32>,
                     codes | dense(wide_layer) |
                         to<etch::affine<std::int16_t, 16.0>, rounding::tflite_single>);
    });
struct wide_net : etch::network<wide_graph<wide>> {};

TEST_CASE("codes of 17 to 31 bits saturate to their own width") {
  check<etch::e5m2, etch::affine<etch::signed_code<20>, 0.0625, -77>>();
  check<posit<16, 1>, etch::affine<etch::signed_code<31>, 0.0009765625>>();
  CHECK(etch::number<wide>(1e9).code() == 524287);
  CHECK(etch::number<wide>(-1e9).code() == -524288);
  CHECK(etch::number<etch::e5m2>(57344).to<wide>().code() == 114788);
  static wide_net n;
  const float x[4]{3e5F, -3e5F, 1234.5F, -0.75F};
  const double want[4]{(524287 - 100) / 2.0, (-524288 - 100) / 2.0, 1234.5, -1};
  for (int i = 0; i < 4; ++i) n.input()[i] = x[i];
  n.run();
  for (int i = 0; i < 4; ++i) CHECK(static_cast<double>(n.output<0>()[i]) == Approx(want[i]));
  for (int o = 0; o < 2; ++o) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += want[i] * static_cast<signed char>(wide_weights[4 * o + i]);
    CHECK(std::fabs(n.output<1>().real(o) - sum) <= 8);
  }
}

}  // namespace
