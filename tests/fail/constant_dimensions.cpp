// EXPECT: constant: the array of arrays has other dimensions than the tensor: dimensions_of_constant<have, want>
// EXPECT: dimensions_of_constant
// EXPECT: constant_dimensions.cpp:8:
#include "support.hpp"

constexpr std::int8_t columns_first[3][2] = {};

constexpr constant<tensor<q<0, 7>, shape<2, 3>>> matrix{columns_first};
