// EXPECT: error::there_are_1_coefficient_or_more_and_no_more_than_bands, 13, 12>
// EXPECT: signal_coefficients.cpp:5:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.bands = 12, .coefficients = 13}> features;
