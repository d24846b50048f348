// EXPECT: affine: unsigned codes have 1 to 16 bits
// EXPECT: affine_unsigned_code.cpp:7:
#include "support.hpp"

using pixel = tensor<affine<etch::unsigned_code<17>, 0.05, 128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
