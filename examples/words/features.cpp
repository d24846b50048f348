// MFCC of clips of a second, as the network hears them: 16,000 samples of 16 bits each from
// standard input, 50 hops of 10 coefficients each to standard output. For train.py, on a PC.
#include "listening.hpp"

#include <cstdio>

int main() {
  static words::features features;
  static std::int16_t hop[words::features::hop];
  for (int h = 0; std::fread(hop, sizeof hop, 1, stdin) == 1; h = (h + 1) % words::hops) {
    if (h == 0) features.reset();
    std::fwrite(features.push(hop), sizeof(std::int16_t), words::features::count, stdout);
  }
}
