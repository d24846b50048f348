// EXPECT: error::history_takes_values_channels_last_of_8_bits_or_more, 4, 0>
// EXPECT: history_bits.cpp:10:
#include "support.hpp"

#include <etch/signal/operators.hpp>

inline constexpr auto graph =
    etch::graph<etch::signal::operators>([](input<tensor<q<0, 3>, shape<1, 10>>> x) {
      using namespace etch::dsl;
      return x | history<49>;
    });
