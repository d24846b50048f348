// Which layers of a list a test tries: `./dev test long` all, `./dev test` one of thirteen.
#pragma once

#include <utility>

namespace test {

#ifdef ETCH_TESTS_ARE_LONG
inline constexpr bool are_long = true;
#else
inline constexpr bool are_long = false;
#endif
/// Of so many layers of a list one is tried.
inline constexpr int one_of = are_long ? 1 : 13;

/// What is repeated as often as one likes is repeated so many times as rarely.
inline constexpr int rarer = are_long ? 1 : 3;

/// Whether layer `index` of `count` is tried, one of thirteen where tests are not long, and one at
/// least. `seed` differs from one use of a list to the next, so that together they have all of it.
constexpr bool is_tried(int index, int count, int seed) {
  return (index + seed) % (count < one_of ? count : one_of) == 0;
}
/// Those of the indices below Count that are tried: one of thirteen, of all remainders by 2 to 12.
template <int Count>
constexpr auto tried_below() {
  return []<int... I>(std::integer_sequence<int, I...>) {
    return std::integer_sequence<int, one_of * I...>{};
  }(std::make_integer_sequence<int, (Count + one_of - 1) / one_of>{});
}

}  // namespace test
