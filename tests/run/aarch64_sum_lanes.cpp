// Eight sums that AArch64 ends at once become the codes that the epilogues of the generic kernels
// give one by one: every rounding, factors and shifts at their limits, sums at the ends of 32 and
// 64 bits, all sums that round to different posits. Elsewhere there is nothing to run.
// PROCESSORS: aarch64
#include <catch2/catch.hpp>
#include <etch/kernel/aarch64.hpp>

#if ETCH_HAS_NEON

namespace {

using etch::rounding, etch::neon::end_lanes, etch::neon::sum_lanes;

/// Whether 8 sums from s on end by lanes as they do one by one.
template <class Y, class Sum, class End>
bool end_alike(const End& end, const Sum* s) {
  Y y[8];
  end_lanes<End, Sum>(end, 0).write(y, sum_lanes<Sum>::load(s));
  bool same = true;
  for (int k = 0; k < 8; ++k) same &= y[k] == end(s[k], k);
  return same;
}
/// The same of sums about all powers of two up to 2^Bits, 8 times the same so that each meets each
/// channel, and of sums that look random.
template <class Y, class Sum, int Bits, class End>
bool end_all_alike(const End& end) {
  bool same = true;
  const auto all = [&](std::int64_t sum) {
    Sum s[8];
    for (Sum& one : s) one = static_cast<Sum>(sum);
    same &= end_alike<Y>(end, s);
  };
  for (int bit = 0; bit < Bits; ++bit) {
    const std::int64_t size = std::int64_t{1} << bit;
    for (int near = -3; near <= 3; ++near) {
      all(size + near), all(-size + near);
      all(size + size / 2 + near), all(-size - size / 2 + near);
    }
  }
  std::uint64_t state = 1;
  for (int i = 0; i < 4000; ++i) {
    Sum s[8];
    for (Sum& one : s) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      one = static_cast<Sum>(static_cast<std::int64_t>(state) >> (64 - Bits + (state >> 3) % Bits));
    }
    same &= end_alike<Y>(end, s);
  }
  return same;
}

template <class Y, int Lowest, int Highest>
struct codes {
  using type = Y;
  static constexpr int low = Lowest, high = Highest;
};
using whole_bytes = codes<std::int8_t, -128, 127>;
using some_bytes = codes<std::int8_t, -100, 90>;
using unsigned_bytes = codes<std::uint8_t, 0, 255>;
using some_unsigned = codes<std::uint8_t, 30, 220>;
using halves = codes<std::int16_t, -32768, 32767>;
using some_halves = codes<std::int16_t, 17, 9000>;

/// Multipliers of all sizes with shifts from `first` on, `step` apart.
template <class L, rounding R, int Zero, int First, int Step>
constexpr auto make_factors() {
  constexpr std::int32_t multiplier[8]{1 << 30,         INT32_MAX,  0,          1234567936,
                                       (1 << 30) + 128, 2147483520, 2000000000, 1500000256};
  etch::factor_epilogue<typename L::type, R, 8> e{{}, {}, Zero, L::low, L::high};
  for (int c = 0; c < 8; ++c) {
    // 24 bits where floats hold them
    const bool in_float = R == rounding::xnnpack;
    e.set(c, {in_float ? multiplier[c] & ~127 : multiplier[c], First + c * Step});
  }
  return e;
}
template <class L, rounding R, int Zero, int First, int Step>
constexpr auto factors = make_factors<L, R, Zero, First, Step>();
template <class L, rounding R, int Zero, int First, int Step>
bool factors_end_alike() {
  constexpr const auto& e = factors<L, R, Zero, First, Step>;
  using epilogue = etch::factor_epilogue<typename L::type, R, 8>;
  using end = etch::neon::known_factors<epilogue, etch::neon::rules_of_factors(e)>;
  return end_all_alike<typename L::type, std::int32_t, 32>(end{e});
}
template <rounding R>
void check_factors() {
  CHECK(factors_end_alike<whole_bytes, R, 9, -8, 1>());
  CHECK(factors_end_alike<some_bytes, R, -7, -3, 1>());
  CHECK(factors_end_alike<unsigned_bytes, R, 131, -15, 2>());
  CHECK(factors_end_alike<some_unsigned, R, 0, -31, 4>());
  CHECK(factors_end_alike<halves, R, 0, -12, 2>());
  CHECK(factors_end_alike<some_halves, R, -30000, -20, 2>());
}

template <class L, int Zero, int First, int Step>
constexpr auto make_wide_factors() {
  etch::wide_factor_epilogue<typename L::type, 8> e{{}, {}, Zero, L::low, L::high};
  for (int c = 0; c < 8; ++c) e.set(c, {(1 << 30) + c * 150'000'000, First + c * Step});
  return e;
}
template <class L, int Zero, int First, int Step>
constexpr auto wide_factors = make_wide_factors<L, Zero, First, Step>();
template <class L, int Zero, int First, int Step>
void check_wide_factors() {
  constexpr const auto& e = wide_factors<L, Zero, First, Step>;
  using epilogue = etch::wide_factor_epilogue<typename L::type, 8>;
  using end = etch::neon::known_factors<epilogue, etch::neon::rules_of_factors(e)>;
  CHECK(end_all_alike<typename L::type, std::int32_t, 32>(end{e}));
  CHECK(end_all_alike<typename L::type, std::int64_t, 47>(end{e}));
}

template <class L, rounding R, int Shift>
bool shift_ends_alike() {
  using end = etch::short_sums::known_shift<etch::shift_epilogue<typename L::type, R>{Shift, L::low,
                                                                                      L::high}>;
  return end_all_alike<typename L::type, std::int32_t, 32>(end{});
}
template <rounding R, int... Shift>
void check_shifts() {
  CHECK((shift_ends_alike<whole_bytes, R, Shift>() && ...));
  CHECK((shift_ends_alike<some_unsigned, R, Shift>() && ...));
  CHECK((shift_ends_alike<halves, R, Shift>() && ...));
  CHECK((shift_ends_alike<some_halves, R, Shift>() && ...));
}

using posit8 = etch::posit_code<8, 0>;
struct posit_value {
  using storage = posit8;
  using kind = etch::posit_kind<8, 0>;
};
template <int Low, int High>
constexpr etch::exact_epilogue<posit_value, rounding::half_even, 12> posits{
    {posit8{Low}, posit8{High}}};
template <int Low, int High>
using posit_end = etch::posit_sums::known_end<posits<Low, High>>;

}  // namespace

TEST_CASE("factors end 8 sums as they end one", "[aarch64]") {
  check_factors<rounding::tflite_double>();
  check_factors<rounding::tflite_single>();
  check_factors<rounding::xnnpack>();
}
TEST_CASE("factors of 16 bits end 8 sums as they end one", "[aarch64]") {
  check_wide_factors<halves, 0, -14, 2>();
  check_wide_factors<some_halves, -900, -31, 4>();
  check_wide_factors<whole_bytes, 5, -7, 3>();
}
TEST_CASE("shifts end 8 sums as they end one", "[aarch64]") {
  check_shifts<rounding::half_up, -32, -9, -1, 0, 1, 7, 15, 16, 17, 24, 30, 31, 32>();
  check_shifts<rounding::half_away, -3, 0, 1, 7, 16, 17, 30, 31>();
  check_shifts<rounding::toward_zero, -3, 0, 1, 7, 16, 17, 30, 31>();
  check_shifts<rounding::half_even, -3, 0, 1, 7, 16, 30>();
}
TEST_CASE("8 sums round to posits as one does", "[aarch64]") {
  bool same = true;
  for (std::int32_t sum = -(1 << 18) - 64; sum < (1 << 18) + 64; sum += 8) {
    std::int32_t s[8];
    std::int64_t wide[8];
    for (int k = 0; k < 8; ++k) wide[k] = s[k] = sum + k;
    same &= end_alike<posit8>(posit_end<-127, 127>{}, s);
    same &= end_alike<posit8>(posit_end<0, 100>{}, s);
    same &= end_alike<posit8>(posit_end<-127, 127>{}, wide);
  }
  CHECK(same);
  CHECK(end_all_alike<posit8, std::int32_t, 31>(posit_end<-127, 127>{}));
  CHECK(end_all_alike<posit8, std::int64_t, 62>(posit_end<-127, 127>{}));
}

#else

TEST_CASE("no vectors of AArch64", "[aarch64]") {}

#endif
