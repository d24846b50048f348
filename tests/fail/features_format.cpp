// EXPECT: error::features_are_made_of_samples_in_q_of_16_bits, 8, 0>
// EXPECT: features_format.cpp:10:
#include "support.hpp"

#include <etch/signal/operators.hpp>

inline constexpr auto graph =
    etch::graph<etch::signal::operators>([](input<tensor<q<0, 7>, shape<1024, 1>>> x) {
      using namespace etch::dsl;
      return x | log_mel();
    });
