// EXPECT: affine: unsigned codes have 8 bits
// EXPECT: affine_unsigned_width.cpp:7:
#include "support.hpp"

using pixel = tensor<affine<std::uint16_t, 0.05, 128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
