// EXPECT: uq<m, n>: m + n is the width, which must be 2 to 16 bits
// EXPECT: uq_width.cpp:7:
#include "support.hpp"

using pixel = tensor<etch::uq<0, 17>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
