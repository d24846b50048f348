// Layers in posits: which accumulator the weights choose, that every choice gives the sum rounded
// once, sums as values of their own, NaR; and the same inside the compiler.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cmath>

namespace {

using etch::posit;
using etch::shape;
using etch::tensor;

/// K weights of F of Eighths / 8 or less, and a bias.
template <class F, int K, int Outputs, int Eighths>
struct layer_of {
  using storage = typename F::kind::template storage<F::bits>;
  struct memory {
    alignas(16) unsigned char weight[K * Outputs * sizeof(storage)]{};
    alignas(16) unsigned char bias[Outputs * sizeof(storage)]{};
    constexpr memory() {
      constexpr double top = Eighths / 8.0;
      for (int i = 0; i < K * Outputs; ++i) {
        put(weight, i, top * ((i * 37 % 41) - 20) / 20);
      }
      for (int i = 0; i < Outputs; ++i) put(bias, i, i - 0.5);
    }
    static constexpr void put(unsigned char* to, int i, double real) {
      etch::detail::put_code<8 * sizeof(storage)>(to, i, F::kind::encode(F::descriptor, real));
    }
  };
  static constexpr memory bytes{};
  static constexpr etch::parameters value{
      etch::constant<tensor<F, shape<Outputs, K>>>{bytes.weight},
      etch::constant<tensor<F, shape<Outputs>>>{bytes.bias}};
};

template <class X, class W, int K, int Eighths>
struct fused {
  static constexpr auto graph = etch::graph([](etch::input<tensor<X, shape<K>>> x) {
    using namespace etch::dsl;
    return x | dense(layer_of<W, K, 3, Eighths>::value) | to<X>;
  });
  struct net : etch::network<graph> {};
  using call = typename net::placed::template call_at<0>;
  using arithmetic = etch::sum_arithmetic<call>;
};

template <class X, class W, int K, int Eighths, class Sum>
constexpr bool sums_in = __is_same(typename fused<X, W, K, Eighths>::arithmetic::sum, Sum);

// weights of up to 1/8, and up to 64
static_assert(sums_in<posit<8, 0>, posit<8, 0>, 20, 1, std::int32_t>);
static_assert(sums_in<posit<8, 0>, posit<8, 0>, 400, 512, std::int64_t>);
static_assert(sums_in<posit<8, 1>, posit<8, 1>, 20, 1, std::int64_t>);
static_assert(sums_in<posit<8, 1>, posit<8, 0>, 20, 1, std::int32_t>);
static_assert(sums_in<posit<8, 2>, posit<8, 2>, 20, 1, etch::quire<4>>);
static_assert(sums_in<posit<16, 2>, posit<16, 2>, 20, 1, etch::quire<8>>);
static_assert(sums_in<posit<32, 2>, posit<32, 2>, 20, 1, etch::quire<16>>);

/// The sum of numbers of few bits in parts, whose 64 bits hold it here.
template <class X, class W, int K, int Eighths>
void check_sums() {
  using net = typename fused<X, W, K, Eighths>::net;
  using layer = layer_of<W, K, 3, Eighths>;
  using sx = typename X::kind::template storage<X::bits>;
  using sw = typename W::kind::template storage<W::bits>;
  static net n;
  for (int i = 0; i < K; ++i) n.input().set(0, 0, i, ((i * 29 % 31) - 15) / 8.0);
  sx x[K];
  for (int i = 0; i < K; ++i) x[i] = n.input()[i];
  n.run();
  for (int o = 0; o < 3; ++o) {
    etch::parts sum = etch::parts_of(etch::load<sw>(layer::bytes.bias, o));
    for (int k = 0; k < K; ++k) {
      const auto w = etch::parts_of(etch::load<sw>(layer::bytes.weight, o * K + k));
      sum = etch::add(sum, etch::multiply(etch::parts_of(x[k]), w));
    }
    CHECK((n.output()[o] == X::kind::pack(sum, etch::rounding::half_even)));
    CHECK((n.output()[o] == net::evaluate(x).code[o]));
  }
  // one NaR makes every sum NaR
  for (int i = 0; i < K; ++i) n.input()[i] = x[i];
  n.input()[K / 2] = sx::nar();
  n.run();
  CHECK((n.output()[0].is_nar() && n.output()[2].is_nar()));
}
TEST_CASE("a sum is exact, and rounded once") {
  check_sums<posit<8, 0>, posit<8, 0>, 20, 1>();
  check_sums<posit<8, 0>, posit<8, 0>, 400, 512>();
  check_sums<posit<8, 1>, posit<8, 1>, 20, 1>();
  check_sums<posit<8, 1>, posit<8, 0>, 20, 1>();
  check_sums<posit<8, 2>, posit<8, 2>, 20, 1>();
  check_sums<posit<16, 1>, posit<8, 0>, 20, 1>();
  check_sums<posit<16, 2>, posit<8, 2>, 20, 1>();
  check_sums<posit<16, 2>, posit<16, 1>, 20, 1>();
}

template <int Bits, int Es>
void check_factors() {
  using code = etch::posit_code<Bits, Es>;
  int wrong = 0;
  for (int i = 0; i < 1 << 16; i += Bits == 8 ? 256 : ETCH_HAS_M_PROFILE ? 37 : 1) {
    const code c{
        static_cast<typename code::integer>(Bits == 8 ? i / 256 - 128 : i * (Bits / 16) - 32768)};
    const auto x = etch::operand_of(c);
    const double have = std::ldexp(x.significand, x.exponent);
    const double want = etch::double_of(etch::parts_of(c));
    if (x.nar != c.is_nar() || (!x.nar && (have < want || have > want))) ++wrong;
  }
  CHECK(wrong == 0);
}
TEST_CASE("a factor is the number that its code stands for") {
  check_factors<8, 0>();
  check_factors<8, 1>();
  check_factors<8, 2>();
  check_factors<16, 1>();
  check_factors<16, 2>();
  check_factors<32, 2>();
}

template <int Frac>
void check_short_rounding() {
  using kind = posit<8, 0>::kind;
  int wrong = 0;
  const auto check = [&](std::int64_t n) {
    const auto want =
        kind::pack(etch::parts_of(static_cast<long long>(n), -Frac), etch::rounding::half_even);
    if (kind::of_sum<Frac>(n) != want) ++wrong;
    if (n >= -INT32_MAX && n <= INT32_MAX) {
      if (kind::of_sum<Frac>(static_cast<std::int32_t>(n)) != want) ++wrong;
    }
  };
  const int step = ETCH_HAS_M_PROFILE ? 61 : 1;
  for (std::int64_t n = -(1 << 20); n <= 1 << 20; n += step) check(n);
  for (int i = 0; i < 63; ++i) {
    for (std::int64_t by : {-1, 0, 1}) {
      check((std::int64_t{1} << i) + by);
      check(by - (std::int64_t{1} << i));
      check((std::int64_t{3} << i >> 1) + by);
    }
  }
  CHECK(wrong == 0);
}
TEST_CASE("a sum of posit<8, 0> is rounded in 32 bits as by its parts") {
  check_short_rounding<7>();
  check_short_rounding<12>();
  check_short_rounding<18>();
}

// ---- a sum that two read is a value: a quire in memory
template <class F>
struct shared {
  static constexpr auto graph = etch::graph([](etch::input<tensor<F, shape<20>>> x) {
    using namespace etch::dsl;
    auto sum = x | dense(layer_of<F, 20, 3, 1>::value);
    return outputs(sum | to<F> | tap("same"), sum | to<posit<16, 1>> | tap("fine"),
                   sum | to<etch::bf16> | tap("float"), sum | to<etch::q<5, 2>> | tap("fixed"));
  });
  static constexpr auto alone = etch::graph([](etch::input<tensor<F, shape<20>>> x) {
    using namespace etch::dsl;
    return x | dense(layer_of<F, 20, 3, 1>::value) | to<F>;
  });
  struct net : etch::network<graph> {};
  struct one : etch::network<alone> {};
  struct unfused : etch::network<alone, etch::this_target, etch::options{.observe_all = true}> {};
};
template <class F>
void check_shared() {
  static typename shared<F>::net n;
  static typename shared<F>::one one;
  static typename shared<F>::unfused unfused;
  for (int i = 0; i < 20; ++i) {
    const double real = ((i * 29 % 31) - 15) / 8.0;
    n.input().set(0, 0, i, real);
    one.input().set(0, 0, i, real);
    unfused.input().set(0, 0, i, real);
  }
  n.run(), one.run(), unfused.run();
  const auto same = n.template output<"same">();
  const auto fine = n.template output<"fine">();
  const auto rough = n.template output<"float">();
  const auto fixed = n.template output<"fixed">();
  for (int o = 0; o < 3; ++o) {
    CHECK((same[o] == one.output()[o]));
    CHECK((unfused.output()[o] == one.output()[o]));
    CHECK(fine.real(o) == Approx(same.real(o)).epsilon(0.13));
    CHECK(rough.real(o) == Approx(fine.real(o)).epsilon(0.01));
    CHECK(fixed.real(o) == Approx(std::fmin(std::fmax(fine.real(o), -32), 31.75)).margin(0.26));
  }
}
TEST_CASE("a sum in memory is rounded to each format once") {
  check_shared<posit<8, 0>>();
  check_shared<posit<8, 1>>();
  check_shared<posit<8, 2>>();
  check_shared<posit<16, 2>>();
}

// ---- sums of integers become numbers of other kinds
alignas(16) inline constexpr unsigned char small_codes[12]{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
alignas(16) inline constexpr unsigned char small_biases[12]{1, 0, 0, 0, 2, 0, 0, 0, 3};
inline constexpr double channel_scales[3]{0.5, 0.25, 0.1};
template <class W>
inline constexpr etch::parameters integer_layer{
    etch::constant<tensor<W, shape<3, 4>>>{small_codes},
    etch::constant<tensor<etch::bias32, shape<3>>>{small_biases}};
template <class X, class W, class Y>
struct from_integers {
  static constexpr auto graph = etch::graph([](etch::input<tensor<X, shape<4>>> x) {
    using namespace etch::dsl;
    return x | dense(integer_layer<W>) | to<Y>;
  });
  struct net : etch::network<graph> {};
  struct unfused : etch::network<graph, etch::this_target, etch::options{.observe_all = true}> {};
};
template <class X, class W, class Y>
void check_integers(double tolerance) {
  static typename from_integers<X, W, Y>::net n;
  static typename from_integers<X, W, Y>::unfused unfused;
  for (int i = 0; i < 4; ++i) {
    n.input()[i] = unfused.input()[i] = static_cast<std::int8_t>(7 * i - 5);
  }
  n.run(), unfused.run();
  for (int o = 0; o < 3; ++o) {
    double sum = o + 1;
    for (int k = 0; k < 4; ++k) sum += (7 * k - 5 - X::descriptor.zero) * (4.0 * o + k + 1);
    const double want = sum * X::descriptor.unit() * W::descriptor.unit(o);
    CHECK(n.output().real(o) == Approx(want).epsilon(tolerance));
    CHECK(!(n.output()[o] < unfused.output()[o]));
    CHECK(!(unfused.output()[o] < n.output()[o]));
  }
}
template <class Y>
void check_from_integers(double tolerance) {
  using etch::affine;
  using x = affine<std::int8_t, 0.3, 3>;
  check_integers<x, affine<std::int8_t, 0.7>, Y>(tolerance);
  check_integers<x, etch::affine_channels<std::int8_t, channel_scales>, Y>(tolerance);
  check_integers<etch::q<3, 4>, etch::q<5, 2>, Y>(tolerance);
}
TEST_CASE("sums of integers become numbers of other kinds") {
  check_from_integers<etch::f32>(1e-6);
  check_from_integers<etch::bf16>(0.004);
  check_from_integers<etch::f16>(0.0005);
  check_from_integers<etch::posit<16, 1>>(0.0005);
  check_from_integers<etch::posit<8, 2>>(0.13);
}

// ---- inside the compiler
using small = fused<posit<8, 0>, posit<8, 0>, 4, 1>;
constexpr posit<8, 0>::kind::code ones[4]{{0x40}, {0x40}, {0x40}, {0x40}};
static_assert(small::net::evaluate(ones).code[0].is_nar() == false);

}  // namespace
