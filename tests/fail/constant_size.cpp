// EXPECT: constant: the array has more or fewer bytes than the tensor: bytes_of_constant<have, need>
// EXPECT: bytes_of_constant<4, 288>::fit
// EXPECT: constant_size.cpp:6:
#include "support.hpp"

constexpr constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>> filters{zeros<4>};
