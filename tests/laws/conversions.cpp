// Every code of every format of up to 16 bits brought to every other, by each policy, against an
// oracle that shares nothing with the library. All numbers here are dyadic rationals that a double
// holds exactly, their ties as well, so that each comparison is exact.
#include <catch2/catch.hpp>
#include <etch/format/formats.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

using etch::rounding;

// ---- what each format is, written anew
/// A posit of `bits` bits, read bit after bit.
double posit_value(std::uint32_t pattern, int bits, int es) {
  if (pattern == 0) return 0;
  const bool negative = (pattern >> (bits - 1) & 1) != 0;
  if (negative) pattern = (~pattern + 1) & ((1U << bits) - 1);
  int at = bits - 2;
  const auto next = [&] { return at < 0 ? 0 : static_cast<int>(pattern >> at-- & 1); };
  const int first = next();
  int run = 1;
  while (at >= 0 && static_cast<int>(pattern >> at & 1) == first) --at, ++run;
  next();
  int exponent = 0;
  for (int i = 0; i < es; ++i) exponent = 2 * exponent + next();
  double fraction = 1;
  const int digits = at + 1;
  for (int i = 1; i <= digits; ++i) fraction += std::ldexp(next(), -i);
  const int k = first == 1 ? run - 1 : -run;
  const double size = std::ldexp(fraction, (k << es) + exponent);
  return negative ? -size : size;
}
/// A floating-point number by its three fields; infinity and NaN are NaN here.
double float_value(unsigned pattern, int exponent, int mantissa, int bias, bool ieee) {
  const int field = static_cast<int>(pattern >> mantissa & ((1U << exponent) - 1));
  const auto fraction = static_cast<double>(pattern & ((1U << mantissa) - 1));
  const bool last = field == (1 << exponent) - 1;
  if (last && (ieee || fraction + 1 == std::ldexp(1, mantissa))) return std::nan("");
  const double size = field == 0 ? std::ldexp(fraction, 1 - bias - mantissa)
                                 : std::ldexp(1 + std::ldexp(fraction, -mantissa), field - bias);
  return (pattern >> (exponent + mantissa) & 1) != 0 ? -size : size;
}

template <int Bits, int Es>
struct posit_oracle {
  using format = etch::posit<Bits, Es>;
  static constexpr int bits = Bits;
  static constexpr bool ties_even = true;
  static double value(unsigned p) {
    return p == 1U << (Bits - 1) ? std::nan("") : posit_value(p, Bits, Es);
  }
  /// Where rounding turns between the neighbours a < b of one sign: one bit more.
  static double tie(unsigned lower_pattern, double, double) {
    return posit_value(2 * lower_pattern + 1, Bits + 1, Es);
  }
  static constexpr bool keeps_from_zero = true;
};
template <class F, int Exponent, int Mantissa, int Bias, bool Ieee>
struct float_oracle {
  using format = F;
  static constexpr int bits = 1 + Exponent + Mantissa;
  static constexpr bool ties_even = true;
  static double value(unsigned p) { return float_value(p, Exponent, Mantissa, Bias, Ieee); }
  static double tie(unsigned, double a, double b) { return a / 2 + b / 2; }
  static constexpr bool keeps_from_zero = false;
};
template <int M, int N>
struct q_oracle {
  using format = etch::q<M, N>;
  static constexpr int bits = M + N + 1;
  static constexpr bool ties_even = false;
  static double value(unsigned p) {
    const auto code = static_cast<int>(p) - (p >> (bits - 1) != 0 ? 1 << bits : 0);
    return std::ldexp(code, -N);
  }
  static double tie(unsigned, double a, double b) { return a / 2 + b / 2; }
  static constexpr bool keeps_from_zero = false;
};

using bf16 = float_oracle<etch::bf16, 8, 7, 127, true>;
using f16 = float_oracle<etch::f16, 5, 10, 15, true>;
using e4m3 = float_oracle<etch::e4m3, 4, 3, 7, false>;
using e5m2 = float_oracle<etch::e5m2, 5, 2, 15, true>;
using all = etch::list<q_oracle<0, 7>, q_oracle<5, 2>, q_oracle<3, 12>, bf16, f16, e4m3, e5m2,
                       posit_oracle<8, 0>, posit_oracle<8, 1>, posit_oracle<8, 2>,
                       posit_oracle<16, 1>, posit_oracle<16, 2>>;

// ---- the oracle
/// Every number of format G in order, with its pattern; of two zeros the positive one.
struct entry {
  double value;
  unsigned pattern;
};
template <class G>
const std::vector<entry>& numbers_of() {
  static const std::vector<entry> sorted = [] {
    std::vector<entry> x;
    for (unsigned p = 0; p < 1U << G::bits; ++p) {
      const double v = G::value(p);
      if (v == v && !(v <= 0 && v >= 0 && p != 0)) x.push_back({v, p});
    }
    std::sort(x.begin(), x.end(), [](entry a, entry b) { return a.value < b.value; });
    return x;
  }();
  return sorted;
}

/// The number of G that x becomes by policy r.
template <class G>
double rounded_by_oracle(double x, rounding r) {
  const auto& sorted = numbers_of<G>();
  if (x <= sorted.front().value) return sorted.front().value;
  if (x >= sorted.back().value) return sorted.back().value;
  const auto above = std::lower_bound(sorted.begin(), sorted.end(), x,
                                      [](entry e, double y) { return e.value < y; });
  if (above->value <= x) return x;
  const auto below = above - 1;
  if (G::keeps_from_zero && above->value >= 0 && below->value <= 0) {
    return x > 0 ? above->value : below->value;
  }
  const bool negative = x < 0;
  const entry near = negative ? *above : *below, far = negative ? *below : *above;
  const double turn = G::tie(negative ? far.pattern : near.pattern, near.value, far.value);
  if (r == rounding::toward_zero) return near.value;
  const double size = std::fabs(x);
  if (size < std::fabs(turn)) return near.value;
  if (size > std::fabs(turn)) return far.value;
  if (r == rounding::half_up) return negative ? near.value : far.value;
  if (r == rounding::half_away || (r == rounding::standard && !G::ties_even)) return far.value;
  return near.pattern % 2 == 0 ? near.value : far.value;
}

constexpr bool small_machine = ETCH_HAS_M_PROFILE != 0;

template <class F>
auto number_of(unsigned pattern) {
  using number = etch::number<typename F::format>;
  using storage = typename number::storage;
  return number::from_code(
      __builtin_bit_cast(storage, static_cast<etch::unsigned_storage_t<F::bits>>(pattern)));
}

template <class F, class G, rounding R>
long wrong_numbers() {
  long wrong = 0;
  const unsigned step = F::bits == 8 ? 1 : small_machine ? 257 : 7;
  for (unsigned p = 0; p < 1U << F::bits; p += step) {
    const double x = F::value(p);
    if (x != x) continue;
    const auto from = number_of<F>(p);
    const auto to = from.template to<typename G::format, R>();
    const double want = rounded_by_oracle<G>(x, R), have = to.real();
    if (from.real() < x || from.real() > x || have < want || have > want) ++wrong;
    using kind = typename G::format::kind;
    if constexpr (requires { kind::from_float(0.0F); } && R == rounding::half_even) {
      if (!(kind::from_float(static_cast<float>(x)) == to.code()) && have != 0) ++wrong;
    }
  }
  return wrong;
}

template <class G, class... F>
void check_to(etch::list<F...>) {
  if constexpr (!small_machine || G::bits == 8) {
    INFO("to " << G::format::kind::name);
    CHECK(((wrong_numbers<F, G, rounding::standard>() == 0) && ...));
    CHECK(((wrong_numbers<F, G, rounding::half_even>() == 0) && ...));
    CHECK(wrong_numbers<posit_oracle<16, 1>, G, rounding::half_up>() == 0);
    CHECK(wrong_numbers<posit_oracle<16, 1>, G, rounding::half_away>() == 0);
    CHECK(wrong_numbers<posit_oracle<16, 1>, G, rounding::toward_zero>() == 0);
    CHECK(wrong_numbers<f16, G, rounding::half_up>() == 0);
    CHECK(wrong_numbers<f16, G, rounding::half_away>() == 0);
    CHECK(wrong_numbers<f16, G, rounding::toward_zero>() == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("conversions are those of an exact oracle", "", all) {
  check_to<TestType>(all{});
}

// ---- arithmetic of scalars, and of kernels, which add and multiply in single precision
template <class F>
long wrong_results() {
  using kind = typename F::format::kind;
  constexpr std::uint64_t count = small_machine ? 2000 : 40000;
  long wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t r = etch::counted_random(i);
    const auto p = static_cast<unsigned>(r & ((1U << F::bits) - 1));
    const auto q = static_cast<unsigned>(r >> 32 & ((1U << F::bits) - 1));
    const double x = F::value(p), y = F::value(q);
    if (x != x || y != y) continue;
    const auto a = number_of<F>(p), b = number_of<F>(q);
    const auto check = [&](auto result, double exact) {
      const double want = rounded_by_oracle<F>(exact, rounding::half_even);
      if (result.real() < want || result.real() > want) ++wrong;
    };
    const double sum = x + y;
    // the sum of numbers far apart is no double: then it is not asked for
    const bool is_exact = !(sum - x < y) && !(sum - x > y) && !(sum - y < x) && !(sum - y > x);
    if (is_exact) check(a + b, sum);
    check(a * b, x * y);
    if constexpr (requires { kind::from_float(0.0F); }) {
      const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
      if (!(kind::from_float(fx + fy) == (a + b).code()) && x + y != 0) ++wrong;
      if (!(kind::from_float(fx * fy) == (a * b).code()) && x * y != 0) ++wrong;
    }
  }
  return wrong;
}
TEST_CASE("sums and products are the exact ones rounded once") {
  CHECK(wrong_results<bf16>() == 0);
  CHECK(wrong_results<f16>() == 0);
  CHECK(wrong_results<e4m3>() == 0);
  CHECK(wrong_results<e5m2>() == 0);
  CHECK(wrong_results<posit_oracle<8, 1>>() == 0);
  if constexpr (!small_machine) {
    CHECK(wrong_results<posit_oracle<16, 1>>() == 0);
    CHECK(wrong_results<posit_oracle<16, 2>>() == 0);
  }
}

// ---- what is no number, and what lies beyond
template <class F>
void check_specials() {
  using kind = typename F::kind;
  using parts = etch::parts;
  const auto none = kind::pack(parts::none(), rounding::half_even);
  const double nan = kind::decode(F::descriptor, none);
  CHECK(nan != nan);
  CHECK(!(none < none));
  CHECK((kind::unpack(none).is == parts::what::none));
  const parts far{parts::what::number, true, 900, std::uint64_t{1} << 63};
  CHECK((kind::pack(far, rounding::half_even) == kind::lowest(F::descriptor)));
  CHECK((kind::encode(F::descriptor, 1e300) == kind::highest(F::descriptor)));
  CHECK((kind::encode(F::descriptor, HUGE_VAL) == kind::highest(F::descriptor)));
}
TEST_CASE("NaN, NaR, infinity and numbers beyond the range") {
  check_specials<etch::bf16>();
  check_specials<etch::f16>();
  check_specials<etch::e4m3>();
  check_specials<etch::e5m2>();
  check_specials<etch::posit<8, 0>>();
  check_specials<etch::posit<8, 2>>();
  check_specials<etch::posit<16, 1>>();
  check_specials<etch::posit<32, 2>>();

  using etch::beyond_range;
  const etch::parts far = etch::parts_of(1e9);
  CHECK(etch::minifloat_of<etch::f16_description>(far, rounding::half_even, beyond_range::escapes)
            .bits == 0x7c00);
  CHECK(etch::minifloat_of<etch::e5m2_description>(far, rounding::half_even, beyond_range::escapes)
            .bits == 0x7c);
  CHECK(etch::minifloat_of<etch::e4m3_description>(far, rounding::half_even, beyond_range::escapes)
            .bits == 0x7f);
  // NaR absorbs, and so does NaN
  const auto nar = etch::number<etch::posit<16, 1>>::from_code(etch::posit_code<16, 1>::nar());
  CHECK((nar + etch::number<etch::posit<16, 1>>(1.0)).code().is_nar());
  CHECK((etch::number<etch::posit<16, 1>>(0.0) * nar).code().is_nar());
  CHECK((etch::number<etch::bf16>(0.0) / etch::number<etch::bf16>(0.0)).code().is_nan());
}

TEST_CASE("sums in half precision are rounded once a step", "[apart:f16]") {
  if (small_machine) {
    std::puts("skipped: numbers of 16 bits do not fit this machine");
    return;
  }
  using math = etch::fused_arithmetic<etch::f16_description>;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    // sizes so near that a double holds the exact result
    const auto near = [&](std::uint64_t k) {
      const std::uint64_t r = etch::counted_random(3 * i + k);
      return number_of<f16>(static_cast<unsigned>((r & 0x83ff) | (10 + (r >> 20) % 12) << 10));
    };
    const double a = near(0).real(), x = near(1).real(), w = near(2).real();
    const float have = math::multiply_add(static_cast<float>(a), math::read(near(1).code(), 0),
                                          math::read(near(2).code(), 0));
    const double want = rounded_by_oracle<f16>(a + x * w, rounding::half_even);
    CHECK((static_cast<double>(have) <= want && static_cast<double>(have) >= want));
  }
}

TEST_CASE("stochastic rounding of numbers alone is fair") {
  double sum = 0;
  for (int i = 0; i < 4000; ++i) {
    const double x = 1.0 + (i + 0.5) / 4000 / 8;  // between 1 and the next number of e4m3
    const double y =
        etch::number<etch::e4m3>(x, etch::stochastic(static_cast<std::uint32_t>(i))).real();
    CHECK((y <= 1 || y >= 1.125));
    sum += y - x;
  }
  CHECK(std::fabs(sum / 4000) < 0.003);
}

}  // namespace
