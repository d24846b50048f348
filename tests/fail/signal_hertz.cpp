// EXPECT: error::mel_bands_lie_between_0_Hz_and_half_the_rate, 20, 7600>
// EXPECT: signal_hertz.cpp:5:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.rate = 8000}> features;
