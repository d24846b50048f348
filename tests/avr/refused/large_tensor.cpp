// EXPECT: shape: a tensor has no more elements than an int counts: elements_of_shape<have, most>
// EXPECT: elements_of_shape<70000, 32767>::fit
#include <etch/etch.hpp>

using constant = etch::constant<etch::tensor<etch::q<0, 7>, etch::shape<70, 1000>>>;
constexpr int size = sizeof(constant);
