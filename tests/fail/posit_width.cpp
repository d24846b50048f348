// EXPECT: posit<n, es>: n is 8, 16 or 32 bits and es 0, 1 or 2
#include "support.hpp"

constexpr int bits = etch::posit<12, 1>::bits;
