// EXPECT: settings are refused: refusal<sentence, have, want>
// EXPECT: error::a_hop_has_1_sample_or_more_and_no_more_than_the_window, 480, 400>
// EXPECT: signal_hop.cpp:6:
#include <etch/signal/signal.hpp>

etch::signal::mfcc<etch::signal::settings{.window = 400, .hop = 480}> features;
