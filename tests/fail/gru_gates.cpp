// EXPECT: error::gru_gates_have_12_to_15_fraction_bits, 16, 0>
// EXPECT: gru_gates.cpp:12:
#include "support.hpp"

using code = q<0, 15>;
inline constexpr constant<tensor<code, shape<6, 4>, ohwi>> w{&zeros<48>[0]};
inline constexpr constant<tensor<code, shape<6, 6>, ohwi>> r{&zeros<72>[0]};
inline constexpr constant<tensor<code, shape<6>>> b{&zeros<12>[0]};

inline constexpr auto graph = etch::graph([](input<tensor<code, shape<2, 3, 4>>> x) {
  using namespace etch::dsl;
  return gru<code>(x, {.gate_bits = 16}, w, w, w, r, r, r, b, b, b);
});
