// EXPECT: constant: codes of fewer than 8 bits, and of blocks, are given as bytes: unsigned char
// EXPECT: constant_packed.cpp:7:
#include "support.hpp"

constexpr std::int8_t codes[8] = {};

constexpr constant<tensor<q<0, 3>, shape<8>>> halves_of_bytes{codes};
