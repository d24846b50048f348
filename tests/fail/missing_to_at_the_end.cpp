// EXPECT: error::the_accumulator_reaches_an_operator_that_needs_a_format_say_to_F, 0, 0>
// EXPECT: missing_to_at_the_end.cpp:7:
#include "support.hpp"

constexpr parameters fc{constant<tensor<q<0, 7>, shape<10, 16>>>{zeros<10 * 16>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<16>>> x) {
  using namespace etch::dsl;
  return x | dense(fc);
});
