// EXPECT: a_number_of_bytes_is_at_most_2_to_the_31_minus_1
// EXPECT: bytes_too_many.cpp:5:
#include "support.hpp"

constexpr auto budget = 2048_MiB;
