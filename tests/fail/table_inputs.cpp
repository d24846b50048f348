// EXPECT: error::a_table_takes_a_value_and_a_constant, 1, 0>
// EXPECT: table_inputs.cpp:6:
#include "support.hpp"

inline constexpr auto graph =
    etch::graph([](input<tensor<q<0, 7>, shape<4>>> x) { return x | etch::ops::table{}; });
