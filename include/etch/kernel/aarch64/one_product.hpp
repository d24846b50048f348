// Ends of sums by one multiplication. TensorFlow Lite's end of a sum rounds a product, shifts it
// and rounds again. Where negative results cannot be seen its code is a staircase over the sum, and
//   code = (((sum + start) * multiplier + 2^30) >> 31) + offset) >> places
// is one too, with a multiplier that has the shift in it. `start` and `offset` move its steps as
// finely as the multiplier divides a code: some pair of them puts each step where it belongs.
// Compile time only.
#pragma once

#include <etch/kernel/layer/filters.hpp>

namespace ETCH_NAMESPACE {
namespace neon {

/// The constants of one filter, its offset with the output's zero point.
struct one_product {
  bool exists = false;
  std::int32_t multiplier = 0, start = 0;
  std::int16_t offset = 0;
};

/// How far offsets go, and products with them so that 16 bits hold both.
inline constexpr std::int32_t most_offset = 8192, most_product = 24000;
inline constexpr std::int32_t most_start = std::int32_t{1} << 28;
/// More digits behind the point than steps need.
inline constexpr int most_places = 6;
/// To the right, so that 64 bits hold all that is compared.
inline constexpr int longest_shift = 22;

/// sum * f in codes, floored; f.shift <= 0.
constexpr std::int64_t in_codes(long long sum, fixed_point_factor f) {
  return sum * f.multiplier >> (31 - f.shift);
}

/// The least x >= 0 with least <= a x mod m <= most, where 0 <= a < m and 0 <= least <= most < m;
/// -1: none. By the steps of Euclid's algorithm: a multiple of a that goes past m leaves, modulo a,
/// a smaller question of the same kind.
constexpr std::int64_t first_multiple_within(std::int64_t a, std::int64_t m, std::int64_t least,
                                             std::int64_t most) {
  if (least == 0) return 0;
  if (a == 0) return -1;
  if (2 * a > m) return first_multiple_within(m - a, m, m - most, m - least);
  const std::int64_t x = (least + a - 1) / a;
  if (x * a <= most) return x;
  const std::int64_t wraps = first_multiple_within((a - m % a) % a, a, least % a, most % a);
  return wraps < 0 ? -1 : (least + m * wraps + a - 1) / a;
}
/// The offset next to 0, of two the negative one, with a multiple of m that is at least
/// first + offset * 2^31 and below last + offset * 2^31; beyond most_offset: none. first < last.
constexpr std::int64_t find_offset(std::int64_t first, std::int64_t last, std::int64_t m) {
  const auto modulo = [m](std::int64_t n) { return (n % m + m) % m; };
  const std::int64_t unit = modulo(std::int64_t{1} << 31), width = last - first;
  // the least x with (from + x * by) mod m < width
  const auto steps = [&](std::int64_t from, std::int64_t by) {
    if (from < width) return std::int64_t{0};
    const std::int64_t x = first_multiple_within(by, m, m - from, m - from + width - 1);
    return x < 0 ? std::int64_t{1} << 40 : x;
  };
  const std::int64_t up = steps(modulo(-first), modulo(-unit));
  const std::int64_t down = 1 + steps(modulo(unit - first), unit);
  return down <= up ? -down : up;
}

/// The largest a x + b floor((c x + d) / m) of x = 0 .. n - 1; n > 0, c >= 0, d >= 0, m > 0. By the
/// steps of Euclid's algorithm: of the x with the same floor y the first is best, or the last, and
/// is a floor of y.
constexpr std::int64_t largest_of_stairs(std::int64_t n, std::int64_t a, std::int64_t b,
                                         std::int64_t c, std::int64_t d, std::int64_t m) {
  std::int64_t before = 0, largest = INT64_MIN;
  while (true) {
    a += b * (c / m), c %= m;
    before += b * (d / m), d %= m;
    const std::int64_t last = (c * (n - 1) + d) / m;  // floor
    largest = maximum(largest, maximum(before, before + a * (n - 1) + b * last));
    if (last == 0 || (a >= 0) == (b >= 0)) return largest;
    if (a < 0) before += a + b;
    const std::int64_t down = a, over = m;
    n = last, a = b, b = down, d = m - d - 1, m = c, c = over;
  }
}

/// What ends the sums low .. high as factor f, rounded twice, does, if the codes between which it
/// differs are those behind `zero`, `count` of them. `nudge` moves the multiplier.
constexpr one_product try_one_product(fixed_point_factor f, long long low, long long high, int zero,
                                      int count, int places, int nudge) {
  const int right = -f.shift, drop = right - places;
  if (right > longest_shift || drop < (nudge == 0 ? 0 : 1) || f.multiplier <= 0) return {};
  const std::int64_t multiplier =
      (drop == 0 ? f.multiplier : (f.multiplier + (std::int64_t{1} << (drop - 1))) >> drop) + nudge;
  const std::int64_t half = std::int64_t{1} << 30, code = std::int64_t{1} << (31 + places);
  // Step k begins at the least sum with sum * f.multiplier >= k * unit - rounded. What its product
  // by `multiplier` exceeds k codes by, over all steps that sums reach and the one behind:
  const std::int64_t unit = std::int64_t{1} << (31 + right);
  const std::int64_t rounded = half + (right == 0 ? 0 : half << right);
  const int steps = static_cast<int>(minimum<long long>(count, in_codes(high, f) + 2));
  std::int64_t least = 0, most = 0;
  if (steps > 0) {
    const std::int64_t beside = unit - rounded + f.multiplier - 1;  // the floor is a ceiling
    most = largest_of_stairs(steps, -code, multiplier, unit, beside, f.multiplier) - code;
    least = -largest_of_stairs(steps, code, -multiplier, unit, beside, f.multiplier) - code;
  }
  // start * multiplier - offset * 2^31 >= first, < last
  const std::int64_t first = -least - half, last = multiplier - most - half;
  if (first >= last) return {};
  const std::int64_t offset = find_offset(first, last, multiplier);
  if (offset < -most_offset || offset > most_offset) return {};
  const std::int64_t from = first + offset * (std::int64_t{1} << 31);
  const std::int64_t start = from / multiplier + (from > 0 && from % multiplier != 0 ? 1 : 0);
  const std::int64_t smallest = ((low + start) * multiplier + half) >> 31;
  const std::int64_t largest = ((high + start) * multiplier + half) >> 31;
  const bool fits = start > -most_start && start < most_start && low > -most_start &&
                    high < most_start && smallest >= INT16_MIN && largest <= INT16_MAX;
  if (!fits) return {};
  return {true, static_cast<std::int32_t>(multiplier), static_cast<std::int32_t>(start),
          static_cast<std::int16_t>((zero << places) - offset)};
}
inline constexpr int nudges[]{0, 1, -1, 2, -2, 3, -3, 4, -4};
constexpr one_product find_one_product(fixed_point_factor f, long long low, long long high,
                                       int zero, int count, int places) {
  for (const int nudge : nudges) {
    const one_product p = try_one_product(f, low, high, zero, count, places, nudge);
    if (p.exists) return p;
  }
  return {};
}

/// How far the sums of each factor of call C reach, and places behind the point that leave their
/// products 16 bits; none, -1, where TensorFlow Lite's rounding can be seen in them.
template <int Factors>
struct reach_of_sums {
  long long low[Factors]{}, high[Factors]{};
  bool is_constant[Factors]{};  ///< whether the output is code[k] for every input
  std::int16_t code[Factors]{};
  int places = -1;
};
template <class C>
constexpr auto find_reach() {
  constexpr byte_layer l = layer_of<C>;
  constexpr epilogue e = l.end;
  constexpr const auto& epilogue = generic_epilogue<C, l.filters()>;
  constexpr int factors = e.per_channel ? l.filters() : 1;
  constexpr const auto& proved = proved_of<C>::sums;
  reach_of_sums<factors> r;
  if (e.round != rounding::tflite_double || e.low < e.zero || e.high <= e.zero) return r;
  for (int o = 0; o < l.filters(); ++o) {
    const int k = e.per_channel ? o : 0;
    const long long low = proved.least[o], high = proved.most[o];
    const bool is_first = k == o;
    r.low[k] = is_first ? low : minimum(r.low[k], low);
    r.high[k] = is_first ? high : maximum(r.high[k], high);
    r.is_constant[k] = e.per_channel && proved.codes.is_constant(o);
    r.code[k] = static_cast<std::int16_t>(proved.codes.low[o]);
  }
  int places = most_places;
  for (int k = 0; k < factors; ++k) {
    const fixed_point_factor f{epilogue.multiplier[k], epilogue.shift[k]};
    if (r.is_constant[k]) continue;
    if (f.shift > 0) return r;
    places = minimum(places, -f.shift);
    const std::int64_t most = maximum(-in_codes(r.low[k], f), in_codes(r.high[k], f)) + 2;
    if (most > most_product) return r;
    while (most << places > most_product) --places;
  }
  r.places = places;
  return r;
}
template <class C>
inline constexpr auto reach_of = find_reach<C>();

/// Constants of some factors: compilers limit what one evaluation does.
inline constexpr int products_at_once = 32;
template <class C, int First>
inline constexpr auto some_products = [] {
  constexpr epilogue e = layer_of<C>.end;
  constexpr const auto& epilogue = generic_epilogue<C, layer_of<C>.filters()>;
  constexpr const auto& reach = reach_of<C>;
  constexpr int factors = sizeof reach.low / sizeof reach.low[0];
  struct {
    one_product is[products_at_once]{};
  } some;
  for (int i = 0; i < products_at_once && First + i < factors; ++i) {
    const int k = First + i;
    if (reach.is_constant[k]) {
      some.is[i] = {true, 0, 0, static_cast<std::int16_t>(reach.code[k] << reach.places)};
      continue;
    }
    some.is[i] = find_one_product({epilogue.multiplier[k], epilogue.shift[k]}, reach.low[k],
                                  reach.high[k], e.zero, e.high - e.zero, reach.places);
    if (!some.is[i].exists) break;
  }
  return some;
}();

/// The constants of all factors of call C, if each has some.
template <int Factors>
struct one_products {
  bool exist = false;
  one_product is[Factors]{};
};
template <class C>
inline constexpr auto one_products_of = [] {
  constexpr const auto& reach = reach_of<C>;
  constexpr int factors = sizeof reach.low / sizeof reach.low[0];
  one_products<factors> all;
  if constexpr (reach.places >= 0) {
    all.exist = true;
    const auto take = [&](int first, const auto& some) {
      for (int i = 0; i < products_at_once && first + i < factors; ++i) {
        all.is[first + i] = some.is[i];
        all.exist &= some.is[i].exists;
      }
    };
    [&]<int... I>(detail::indices<I...>) {
      (take(I * products_at_once, some_products<C, I * products_at_once>), ...);
    }(detail::first<ceil_div(factors, products_at_once)>{});
  }
  return all;
}();

}  // namespace neon
}  // namespace ETCH_NAMESPACE
