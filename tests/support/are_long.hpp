// Which layers of a list a test tries: `./dev test long` all, `./dev test` one of seven.
#pragma once

#include <utility>

namespace test {

#ifdef ETCH_TESTS_ARE_LONG
inline constexpr bool are_long = true;
#else
inline constexpr bool are_long = false;
#endif

/// Whether layer `index` of `count` is tried, one of seven where tests are not long. `seed` differs
/// from one use of a list to the next, so that together they have all of it.
constexpr bool is_tried(int index, int count, int seed) {
  return are_long || (index + seed) % (count < 7 ? count : 7) == 0;
}
/// Those of the indices below Count that are tried: one of seven, of all remainders by 2 to 6.
template <int Count>
constexpr auto tried_below() {
  if constexpr (are_long) {
    return std::make_integer_sequence<int, Count>{};
  } else {
    return []<int... I>(std::integer_sequence<int, I...>) {
      return std::integer_sequence<int, 7 * I...>{};
    }(std::make_integer_sequence<int, (Count + 6) / 7>{});
  }
}

}  // namespace test
