// EXPECT: shape: every dimension is at least 1
// EXPECT: shape_zero.cpp:7:
#include "support.hpp"

using nothing = tensor<q<0, 7>, shape<8, 0, 3>>;

constexpr etch::operand described = etch::describe<nothing>();
