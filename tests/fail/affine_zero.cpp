// EXPECT: affine: the zero point is one of the codes
// EXPECT: affine_zero.cpp:7:
#include "support.hpp"

using pixel = tensor<affine<std::int8_t, 0.05, 128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
