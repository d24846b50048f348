// EXPECT: tensor: it takes no more bytes than an int counts: bytes_of_tensor<have, most>
// EXPECT: bytes_of_tensor<4294967296, 2147483647>::fit
// EXPECT: tensor_bytes.cpp:6:
#include "support.hpp"

constexpr etch::operand described = etch::describe<tensor<f32, shape<32768, 32768>>>();
