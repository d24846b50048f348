// EXPECT: error::features_are_made_of_as_many_samples_as_the_window_has, 320, 1024>
// EXPECT: features_samples.cpp:10:
#include "support.hpp"

#include <etch/signal/operators.hpp>

inline constexpr auto graph =
    etch::graph<etch::signal::operators>([](input<tensor<q<0, 15>, shape<320, 1>>> x) {
      using namespace etch::dsl;
      return x | mfcc();
    });
