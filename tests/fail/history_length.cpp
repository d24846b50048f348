// EXPECT: error::history_is_longer_than_what_a_run_brings, 160, 320>
// EXPECT: history_length.cpp:10:
#include "support.hpp"

#include <etch/signal/operators.hpp>

inline constexpr auto graph =
    etch::graph<etch::signal::operators>([](input<tensor<q<0, 15>, shape<320, 1>>> x) {
      using namespace etch::dsl;
      return x | history<160>;
    });
