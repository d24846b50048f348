// EXPECT: constant: the array has more or fewer numbers than the tensor: numbers_of_constant<have, need>
// EXPECT: numbers_of_constant<4, 288>::fit
// EXPECT: constant_numbers.cpp:8:
#include "support.hpp"

constexpr std::int8_t four[4] = {};

constexpr constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>> filters{four};
