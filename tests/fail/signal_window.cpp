// EXPECT: error::a_window_has_an_even_number_of_samples_and_no_more_than_the_fft_has_points, 640, 512>
// EXPECT: signal_window.cpp:5:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.points = 512, .window = 640}> features;
