// EXPECT: error::a_mel_bank_has_2_to_80_bands, 128, 0>
// EXPECT: signal_bands.cpp:5:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.bands = 128}> features;
