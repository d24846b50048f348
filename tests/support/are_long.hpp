// Which layers of a list a test tries: `./dev test long` all, `./dev test` every other one.
#pragma once

namespace test {

#ifdef ETCH_TESTS_ARE_LONG
inline constexpr bool are_long = true;
#else
inline constexpr bool are_long = false;
#endif

/// Whether layer `index` of `count` is tried. `seed` differs from one use of a list to the next, so
/// that together they have all of it.
constexpr bool is_tried(int index, int count, int seed) {
  return are_long || count == 1 || (index + seed) % 2 == 0;
}

}  // namespace test
