// EXPECT: error::the_points_of_a_real_fft_are_a_power_of_two_of_256_to_1024, 1000, 0>
// EXPECT: signal_points.cpp:5:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.points = 1000, .window = 1000}> features;
