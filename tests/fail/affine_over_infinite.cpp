// EXPECT: affine_over: the range has a finite length: scale_is<sort>
// EXPECT: scale_sort::infinite>::usable
// EXPECT: affine_over_infinite.cpp:8:
#include "support.hpp"

using pixel = tensor<etch::affine_over<std::int8_t, 0.0, __builtin_inf()>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
