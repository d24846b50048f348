// EXPECT: error::a_mel_band_is_empty_no_bin_of_the_fft_lies_in_it, 2, 80>
// EXPECT: signal_empty_band.cpp:6:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.points = 256, .window = 256, .hop = 128, .bands = 80}>
    features;
