// Posits against tables of others (folder posit of the data): conversions, every sum and product of
// 8 bits, fused products, dot products.
#include <etch/format/formats.hpp>

#include "../support/npy.hpp"

namespace {

template <int Bits, int Es>
struct of {
  using code = etch::posit_code<Bits, Es>;
  using number = etch::number<etch::posit<Bits, Es>>;
  using pattern = etch::unsigned_storage_t<Bits>;
  static number from(pattern p) {
    return number::from_code({static_cast<typename code::integer>(p)});
  }
  static pattern to(number x) { return static_cast<pattern>(x.code().bits); }
  static std::string file(const char* what) {
    return "posit/posit" + std::to_string(Bits) + "_es" + std::to_string(Es) + "_" + what + ".npy";
  }
};

bool same(double a, double b) { return !(a < b) && !(b < a) && (a == a) == (b == b); }

template <class P>
void check_conversions() {
  using pattern = typename P::pattern;
  const auto real = test::npy<float>(P::file("to_f32"));
  REQUIRE(real.size() == std::size_t{1} << (8 * sizeof(pattern)));
  long wrong = 0;
  for (std::size_t i = 0; i < real.size(); ++i) {
    if (!same(P::from(static_cast<pattern>(i)).real(), static_cast<double>(real[i]))) ++wrong;
  }
  CHECK(wrong == 0);

  const auto in = test::npy<float>(P::file("from_f32_input"));
  const auto out = test::npy<pattern>(P::file("from_f32_code"));
  REQUIRE(in.size() == out.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const etch::parts x = etch::parts_of(in[i]);
    const auto code = static_cast<typename P::code::integer>(out[i]);
    if (P::number::kind::pack(x, etch::rounding::half_even).bits != code) ++wrong;
    // encode saturates an infinite number; all others are the same
    if (x.is != etch::parts::what::infinite &&
        P::to(typename P::number(static_cast<double>(in[i]))) != out[i]) {
      ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("conversions of posits from and to single precision", "[apart:data]") {
  check_conversions<of<8, 0>>();
  check_conversions<of<8, 2>>();
  check_conversions<of<16, 1>>();
  check_conversions<of<16, 2>>();
}

template <class P>
void check_tables() {
  const auto sums = test::npy<std::uint8_t>(P::file("add"));
  const auto products = test::npy<std::uint8_t>(P::file("mul"));
  long wrong = 0;
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const auto x = P::from(static_cast<std::uint8_t>(a));
      const auto y = P::from(static_cast<std::uint8_t>(b));
      if (P::to(x + y) != sums[a * 256 + b]) ++wrong;
      if (P::to(x * y) != products[a * 256 + b]) ++wrong;
    }
  }
  CHECK(wrong == 0);

  const auto abc = test::npy<std::uint8_t>(P::file("fma_abc"));
  const auto out = test::npy<std::uint8_t>(P::file("fma_out"));
  REQUIRE(abc.size() == 3 * out.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto* x = &abc[3 * i];
    if (P::to(fma(P::from(x[0]), P::from(x[1]), P::from(x[2]))) != out[i]) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("every sum and product of posits of 8 bits, fused products", "[apart:data]") {
  check_tables<of<8, 0>>();
  check_tables<of<8, 2>>();
}

template <class P>
void check_samples() {
  const auto abc = test::npy<std::uint16_t>(P::file("sample_abc"));
  const auto out = test::npy<std::uint16_t>(P::file("sample_add_mul_fma_out"));
  REQUIRE(abc.size() == out.size());
  long wrong = 0;
  for (std::size_t i = 0; i < out.size(); i += 3) {
    const auto a = P::from(abc[i]), b = P::from(abc[i + 1]), c = P::from(abc[i + 2]);
    if (P::to(a + b) != out[i] || P::to(a * b) != out[i + 1] || P::to(fma(a, b, c)) != out[i + 2]) {
      ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("sums, products and fused products of posits of 16 bits", "[apart:data]") {
  check_samples<of<16, 1>>();
  check_samples<of<16, 2>>();
}

/// Dot products by Math, whose sums are in units of 2^-frac.
template <class P, class Math>
void check_dots(int frac) {
  const auto a = test::npy<std::uint8_t>(P::file("dot_a"));
  const auto b = test::npy<std::uint8_t>(P::file("dot_b"));
  const auto first = test::npy<std::int32_t>(P::file("dot_offsets"));
  const auto out = test::npy<std::uint8_t>(P::file("dot_out"));
  REQUIRE(first.size() == out.size() + 1);
  long wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto sum = Math::zero();
    for (auto k = static_cast<std::size_t>(first[i]); k < static_cast<std::size_t>(first[i + 1]);
         ++k) {
      sum = Math::multiply_add(sum, Math::read(P::from(a[k]).code(), 0),
                               Math::read(P::from(b[k]).code(), 0));
    }
    const auto y = P::number::kind::pack(etch::parts_of_sum(sum, frac), etch::rounding::half_even);
    if (static_cast<std::uint8_t>(y.bits) != out[i]) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("dot products of posits of 8 bits", "[apart:data]") {
  check_dots<of<8, 0>, etch::quire_arithmetic<12>>(12);
  check_dots<of<8, 0>, etch::fixed_posit_arithmetic<std::int64_t, 12>>(12);
  check_dots<of<8, 2>, etch::quire_arithmetic<48>>(48);
}

/// FNV-1a over the results of op for all pairs of codes.
template <class P, class Op>
std::uint32_t hash_of_pairs(const Op& op) {
  std::uint32_t hash = 2166136261U;
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const auto y =
          P::to(op(P::from(static_cast<std::uint8_t>(a)), P::from(static_cast<std::uint8_t>(b))));
      hash = (hash ^ y) * 16777619U;
    }
  }
  return hash;
}
template <class P>
void check_hashes(std::uint32_t sum, std::uint32_t product, std::uint32_t quotient) {
  using number = typename P::number;
  CHECK(hash_of_pairs<P>([](number a, number b) { return a + b; }) == sum);
  CHECK(hash_of_pairs<P>([](number a, number b) { return a * b; }) == product);
  CHECK(hash_of_pairs<P>([](number a, number b) { return a / b; }) == quotient);
}

// Computed with exact rationals and by two libraries of others.
TEST_CASE("hashes of every sum, product and quotient of 8 bits") {
  check_hashes<of<8, 0>>(0xd4bbcbd7U, 0x379feaf5U, 0xfa560c45U);
  check_hashes<of<8, 1>>(0x463dfc29U, 0x9a7bcd75U, 0x4fa6a7d5U);
  check_hashes<of<8, 2>>(0x7c600e6bU, 0x4188e845U, 0x6f65a6c5U);
}

}  // namespace
