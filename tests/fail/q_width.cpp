// EXPECT: q<m, n>: m + n + 1 is the width, which must be 2 to 16 or 32 bits
// EXPECT: q_width.cpp:7:
#include "support.hpp"

using pixel = tensor<q<0, 16>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
