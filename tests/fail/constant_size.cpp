// EXPECT: constant: the array has more or fewer bytes than the tensor: bytes_of_constant<have, need>
// EXPECT: bytes_of_constant<290, 288>::fit
// EXPECT: bytes_of_constant<4, 288>::fit
// EXPECT: constant_size.cpp:7:
#include "support.hpp"

constexpr constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>> filters{zeros<290>};
constexpr constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>> fewer{zeros<4>};
