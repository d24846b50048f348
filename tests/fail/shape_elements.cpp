// EXPECT: shape: a tensor has no more elements than an int counts: elements_of_shape<have, most>
// EXPECT: elements_of_shape<4294967296, 2147483647>::fit
// EXPECT: shape_elements.cpp:6:
#include "support.hpp"

constexpr etch::extents e = shape<65536, 65536, 1>::descriptor;
