// EXPECT: affine_over: the range begins below its end
// EXPECT: affine_over.cpp:7:
#include "support.hpp"

using pixel = tensor<etch::affine_over<std::int8_t, 3.0, 1.0>, shape<8, 8, 1>>;

constexpr etch::operand described = etch::describe<pixel>();
