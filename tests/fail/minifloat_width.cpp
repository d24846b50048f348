// EXPECT: minifloat: sign, exponent and mantissa have 8 or 16 bits
#include "support.hpp"

struct twelve {
  static constexpr const char* name = "twelve";
  static constexpr int exponent = 5, mantissa = 6, bias = 15;
  static constexpr bool has_infinity = true;
};
constexpr int bits = etch::minifloat<twelve>::bits;
