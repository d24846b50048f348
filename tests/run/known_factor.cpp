// Products with factors that the compiler knows are those of scale_by, by every policy and near
// every limit.
#include <etch/kernel/arithmetic/known_factor.hpp>

#include <catch2/catch.hpp>
#include <utility>

namespace {

using etch::fixed_point_factor, etch::rounding;

template <rounding R, fixed_point_factor F, std::int64_t Most, int Bits>
bool equals_scale_by() {
  const auto equal = [](std::int64_t x) {
    if (x < -Most || x > Most) return true;
    constexpr std::int32_t most = static_cast<std::int32_t>((std::int64_t{1} << (Bits - 1)) - 1);
    volatile auto code = static_cast<std::int32_t>(x);
    const std::int32_t want =
        etch::clamp<std::int32_t>(etch::scale_by<R>(code, F), -most - 1, most);
    return etch::scale_by_known<R, F, Most, Bits>(code) == want;
  };
  bool all = true;
  for (std::int64_t x = -700; x <= 700; ++x) {
    all = all && equal(x) && equal(Most - 700 + x) && equal(-Most + 700 + x);
    for (int power = 10; power < 31; ++power)
      all = all && equal((std::int64_t{1} << power) + x) && equal(-(std::int64_t{1} << power) + x);
  }
  return all;
}
template <rounding R, std::int64_t Most, int Bits>
void check_factors() {
  const auto check = []<int... Shift>(std::integer_sequence<int, Shift...>) {
    constexpr std::int32_t half = std::int32_t{1} << 30;
    CHECK((equals_scale_by<R, fixed_point_factor{half, 2 - 3 * Shift}, Most, Bits>() && ...));
    CHECK((equals_scale_by<R, fixed_point_factor{half + 12345677, 2 - 3 * Shift}, Most, Bits>() &&
           ...));
    CHECK((equals_scale_by<R, fixed_point_factor{INT32_MAX, 1 - 3 * Shift}, Most, Bits>() && ...));
  };
  check(std::make_integer_sequence<int, 11>{});
}
template <rounding R>
void check_policy() {
  check_factors<R, 65536, 8>();
  check_factors<R, std::int64_t{32767} * 32768 / 8, 16>();
  check_factors<R, INT32_MAX / 8, 32>();
}

}  // namespace

TEST_CASE("products with known factors are those of scale_by") {
  check_policy<rounding::tflite_double>();
  check_policy<rounding::tflite_single>();
}
