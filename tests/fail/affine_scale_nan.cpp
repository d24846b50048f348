// EXPECT: affine: the scale is a positive number: scale_is<sort>
// EXPECT: scale_sort::not_a_number>::usable
// EXPECT: affine_scale_nan.cpp:8:
#include "support.hpp"

using pixel = tensor<affine<std::int8_t, __builtin_nan(""), -128>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
