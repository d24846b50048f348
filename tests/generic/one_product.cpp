// What finds the offset that ends sums by one multiplication on AArch64, and how far steps lie from
// it, gives what a search one by one does.
#include <algorithm>
#include <catch2/catch.hpp>
#include <etch/etch.hpp>
#include <etch/kernel/aarch64/one_product.hpp>

#include "../support/poison.hpp"

namespace {

using namespace etch::neon;
constexpr std::int64_t none = most_offset + 1;

/// Of 0, -1, 1, -2, 2, ... the first with a multiple of m from first + offset * 2^31 to below
/// last + offset * 2^31.
std::int64_t searched(std::int64_t first, std::int64_t last, std::int64_t m) {
  for (int i = 0; i <= 2 * most_offset; ++i) {
    const std::int64_t offset = i % 2 == 0 ? i / 2 : -(i / 2) - 1;
    const std::int64_t above = (first + offset * (std::int64_t{1} << 31)) % m;
    const std::int64_t to_next = above > 0 ? m - above : -above;
    if (to_next < last - first) return offset;
  }
  return none;
}

}  // namespace

TEST_CASE("offsets of one multiplication are those of a search") {
  test::lcg random{5};
  const auto below = [&](std::int64_t n) {
    const auto high = static_cast<std::int64_t>(random.next() & 0x7fffffff);
    return (high << 31 | static_cast<std::int64_t>(random.next() & 0x7fffffff)) % n;
  };
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t m = 1 + below(std::int64_t{2} << i % 31);
    const std::int64_t width = 1 + below(i % 3 == 0 ? m : 1 + (m >> i % 16));
    const std::int64_t first = below(std::int64_t{1} << 40) - (std::int64_t{1} << 39);
    const std::int64_t offset = find_offset(first, first + width, m);
    const std::int64_t want = searched(first, first + width, m);
    INFO(first << " to " << first + width << " by " << m);
    CHECK((offset < -most_offset || offset > most_offset ? none : offset) == want);
    found += want != none;
  }
  CHECK(found > 1000);
}

TEST_CASE("the largest of stairs is that of all steps") {
  test::lcg random{7};
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random.next()) % n; };
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t range = std::int64_t{2} << i % 24;
    const std::int64_t n = 1 + below(300), a = below(range) - range / 2,
                       b = below(range) - range / 2;
    const std::int64_t m = 1 + below(range), c = below(i % 2 == 0 ? m : 8 * m), d = below(3 * m);
    std::int64_t want = INT64_MIN;
    for (std::int64_t x = 0; x < n; ++x) want = std::max(want, a * x + b * ((c * x + d) / m));
    INFO(n << " of " << a << " x + " << b << " floor((" << c << " x + " << d << ") / " << m << ")");
    CHECK(largest_of_stairs(n, a, b, c, d, m) == want);
  }
}
