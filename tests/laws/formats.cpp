// What every number format promises, over the list of kinds.
#include <catch2/catch.hpp>
#include <etch/format/formats.hpp>

namespace {

using etch::rounding;

/// The format of kind K in so many bits that has no more parameters: unit 1, zero point 0.
template <class K, int Bits>
struct plain {
  using kind = K;
  static constexpr int bits = Bits;
  static constexpr etch::format descriptor{.kind = &etch::format_id<K>, .bits = Bits};
};
/// Formats that stand for kind K; those below have more to show than the plain ones.
template <class K>
struct representatives {
  using type = etch::list<plain<K, 8>, plain<K, 16>>;
};
template <>
struct representatives<etch::q_kind> {
  using type =
      etch::list<etch::q<0, 7>, etch::q<-3, 10>, etch::q<10, -3>, etch::q<3, 12>, etch::q<0, 31>,
                 etch::q<0, 1>, etch::q<-4, 6>, etch::q<7, -4>, etch::q<1, 3>, etch::q<0, 5>,
                 etch::q<9, -3>, etch::q<-2, 10>, etch::q<0, 9>, etch::q<5, 5>, etch::q<-8, 19>,
                 etch::q<6, 6>, etch::q<0, 13>, etch::q<20, -6>>;
};
template <>
struct representatives<etch::uq_kind> {
  using type = etch::list<etch::uq<0, 8>, etch::uq<3, 5>, etch::uq<-2, 10>, etch::uq<10, -2>,
                          etch::uq<4, 12>, etch::uq<0, 2>, etch::uq<3, 1>, etch::uq<-1, 12>>;
};
inline constexpr double scales[2]{0.5, 0.01};
template <>
struct representatives<etch::affine_kind> {
  using type =
      etch::list<etch::affine<std::int8_t, 0.05, -3>, etch::affine<std::int8_t, 3.0, 127>,
                 etch::affine<std::int16_t, 0.0003>, etch::affine<std::int32_t, 1e-6, 9>,
                 etch::affine_channels<std::int8_t, scales>, etch::affine<etch::int4, 0.05, -3>,
                 etch::affine<etch::signed_code<1>, 2.0, -1>,
                 etch::affine<etch::signed_code<11>, 0.02, 700>,
                 etch::affine<etch::signed_code<17>, 0.125, -65536>,
                 etch::affine<etch::signed_code<24>, 3e-5, 77>,
                 etch::affine<etch::signed_code<31>, 0.7, 1073741823>,
                 etch::affine_over<etch::signed_code<20>, -1.0, 3.0>>;
};
template <>
struct representatives<etch::unsigned_affine_kind> {
  using type = etch::list<etch::affine<std::uint8_t, 0.05, 125>, etch::affine<std::uint8_t, 3.0, 0>,
                          etch::affine<std::uint8_t, 0.3, 255>>;
};
template <>
struct representatives<etch::f32_kind> {
  using type = etch::list<etch::f32>;
};
template <>
struct representatives<etch::accumulator_kind> {
  using type = etch::list<etch::bias32>;
};
/// A kind that is one format, whatever the bits.
template <class D, class A>
struct representatives<etch::minifloat_kind<D, A>> {
  using type = etch::list<etch::minifloat<D, A>>;
};
template <int Bits, int Es>
struct representatives<etch::posit_kind<Bits, Es>> {
  using type = etch::list<etch::posit<Bits, Es>>;
};
/// One number alone is in no block. tests/laws/mx.cpp has their laws.
template <class D>
struct representatives<etch::mx_kind<D>> {
  using type = etch::list<>;
};
/// Sums alone: nothing is rounded to a quire. tests/golden/posit.cpp has its laws.
template <>
struct representatives<etch::quire_kind> {
  using type = etch::list<>;
};
template <class List>
struct all_of;
template <class... K>
struct all_of<etch::list<K...>> {
  using type = etch::concatenation_t<typename representatives<K>::type...>;
};
using formats = all_of<etch::format_kinds>::type;

constexpr rounding policies[]{
    rounding::standard,      rounding::half_up,     rounding::half_away,
    rounding::half_even,     rounding::toward_zero, rounding::tflite_double,
    rounding::tflite_single, rounding::stochastic,  rounding::xnnpack};

constexpr bool is_power_of_two(double x) {
  const double fraction = etch::split(x).fraction;
  return !(fraction < 0.5) && !(fraction > 0.5);
}

/// Calls visit(code) for every code of F, or for some 64 thousand of many.
template <class F, class Visit>
void each_code(const Visit& visit) {
  using kind = typename F::kind;
  if constexpr (kind::is_integer) {
    const long long low = kind::lowest(F::descriptor), high = kind::highest(F::descriptor);
    const long long step = F::bits <= 16 ? 1 : (1LL << (F::bits - 16)) + 1;
    for (long long code = low; code <= high; code += step) visit(static_cast<int>(code));
    visit(static_cast<int>(high));
  } else if constexpr (sizeof(typename kind::template storage<F::bits>) <= 2) {
    using storage = typename kind::template storage<F::bits>;
    constexpr std::uint32_t step = ETCH_HAS_M_PROFILE && F::bits == 16 ? 37 : 1;  // in seconds
    for (std::uint32_t i = 0; i < (1U << F::bits); i += step) {
      const auto code =
          __builtin_bit_cast(storage, static_cast<etch::unsigned_storage_t<F::bits>>(i));
      const bool finite =
          kind::lowest(F::descriptor) <= code && code <= kind::highest(F::descriptor);
      if (finite) visit(code);
    }
  } else if constexpr (!__is_same(F, etch::f32)) {
    using storage = typename kind::template storage<F::bits>;
    for (std::uint32_t i = 0; i < 65536; i += ETCH_HAS_M_PROFILE ? 37 : 1) {
      const auto code = __builtin_bit_cast(storage, i * 65537U);
      if (code <= code) visit(code);
    }
  } else {
    for (int i = -2000; i <= 2000; ++i) visit(static_cast<float>(i) / 7.0F);
    visit(kind::lowest(F::descriptor));
    visit(kind::highest(F::descriptor));
  }
}

TEMPLATE_LIST_TEST_CASE("a code is the code of the number that it stands for", "", formats) {
  using kind = typename TestType::kind;
  const etch::format& f = TestType::descriptor;
  for (const rounding r : policies) {
    // the quotient by a scale that is no power of two may fall short of a whole number
    if (r == rounding::toward_zero && !is_power_of_two(f.scale)) continue;
    long wrong = 0;
    each_code<TestType>([&](auto code) {
      const auto back = kind::encode(f, kind::decode(f, code), r);
      if (back < code || code < back) ++wrong;
    });
    CHECK(wrong == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("zero is exact", "", formats) {
  using kind = typename TestType::kind;
  for (const rounding r : policies) {
    const auto zero = kind::encode(TestType::descriptor, 0.0, r);
    const double real = kind::decode(TestType::descriptor, zero);
    CHECK((real <= 0 && real >= 0));
  }
}

TEMPLATE_LIST_TEST_CASE("numbers beyond the range become the last code", "", formats) {
  using kind = typename TestType::kind;
  using storage = typename kind::template storage<TestType::bits>;
  const etch::format& f = TestType::descriptor;
  const auto low = kind::lowest(f), high = kind::highest(f);
  CHECK(static_cast<storage>(low) <= static_cast<storage>(high));
  for (const rounding r : policies) {
    for (const double far : {1.5, 1000.0, 1e18}) {
      const double below = kind::decode(f, low) - far * f.unit();
      const double above = kind::decode(f, high) + far * f.unit();
      CHECK(!(low < kind::encode(f, below, r)));
      CHECK(!(kind::encode(f, above, r) < high));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("a larger number never has a smaller code", "", formats) {
  using kind = typename TestType::kind;
  const etch::format& f = TestType::descriptor;
  for (const rounding r : policies) {
    if (r == rounding::stochastic) continue;  // a little more may be rounded down
    long wrong = 0;
    auto last = kind::encode(f, -40.0 * f.unit(), r);
    for (int i = -400; i <= 400; ++i) {
      const auto code = kind::encode(f, i * 0.1 * f.unit(), r);
      if (code < last) ++wrong;
      last = code;
    }
    CHECK(wrong == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("the code is at most half a unit away", "", formats) {
  using kind = typename TestType::kind;
  const etch::format& f = TestType::descriptor;
  const double middle =
      kind::decode(f, kind::lowest(f)) / 2 + kind::decode(f, kind::highest(f)) / 2;
  long wrong = 0;
  for (int i = -100; i <= 100; ++i) {
    const double real = middle + i * 0.07 * f.unit();
    if (real < kind::decode(f, kind::lowest(f)) || real > kind::decode(f, kind::highest(f)))
      continue;
    const double error = kind::decode(f, kind::encode(f, real)) - real;
    if (error > 0.501 * f.unit() || error < -0.501 * f.unit()) ++wrong;
  }
  CHECK(wrong == 0);
}

}  // namespace
