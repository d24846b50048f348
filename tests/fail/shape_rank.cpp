// EXPECT: shape: a tensor has at most five dimensions
// EXPECT: shape_rank.cpp:7:
#include "support.hpp"

using clip = tensor<q<0, 7>, shape<1, 2, 3, 4, 5, 6>>;

constexpr etch::operand described = etch::describe<clip>();
