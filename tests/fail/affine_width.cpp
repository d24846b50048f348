// EXPECT: affine: signed codes have 1 to 32 bits
// EXPECT: affine_width.cpp:7:
#include "support.hpp"

using pixel = tensor<affine<etch::signed_code<33>, 0.05, 128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
