// What the words network hears: a hop of 20 ms, and how many of them make a second.
#pragma once

#include <etch/signal/features.hpp>

namespace words {

constexpr etch::signal::settings
    listening{};  // 16 kHz, windows of 64 ms, 40 bands, 10 coefficients
using features = etch::signal::mfcc<listening>;
constexpr int hops = 50;

}  // namespace words
