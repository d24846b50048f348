// A picture that arrives while the one before it is at work. With keep_input nothing else lies
// where the input does; once the last layer that reads it has run, DMA may write the next one.
#include "digit.hpp"

#include <cstdio>
#include <cstring>

struct net : digits::s8::with<etch::options{.keep_input = true}> {};

namespace {

// Stands for the DMA controller: starts to fill the input, some time before the run is over.
void start_transfer(signed char* to, const unsigned char* pixels) {
  for (int i = 0; i < 64; ++i) to[i] = static_cast<signed char>(8 * pixels[i] - 128);
}

}  // namespace

int main() {
  static net memory;
  constexpr unsigned char nothing[64] = {};
  const unsigned char* const pictures[] = {digit::eight, nothing, digit::eight, nothing};
  int eights = 0;
  start_transfer(memory.input().data(), pictures[0]);
  for (int k = 0; k < 4; ++k) {
    for (int n = 0; n < net::layer_count; ++n) {
      memory.run_layer(n);
      const bool free = n == net::last_layer_reading_input<>;
      if (free && k + 1 < 4) start_transfer(memory.input().data(), pictures[k + 1]);
    }
    const int read = digit::largest(memory.output());
    std::printf("picture %d is read as a %d\n", k, read);
    eights += (k % 2 == 0) == (read == 8) ? 1 : 0;
  }
  std::printf("the input is free after layer %d of %d\n", net::last_layer_reading_input<>,
              net::layer_count);
  return eights == 4 ? 0 : 1;
}
