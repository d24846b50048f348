// EXPECT: constant: the array is of another type than the codes of the tensor: element_of_constant<have, want>
// EXPECT: element_of_constant<float, signed char>::fits
// EXPECT: constant_element.cpp:8:
#include "support.hpp"

constexpr float trained[288] = {};

constexpr constant<tensor<q<0, 7>, shape<8, 3, 3, 4>, ohwi>> filters{trained};
