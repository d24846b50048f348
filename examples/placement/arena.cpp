// The arena in a section of the program's own choice: here the memory that the core reads without
// waiting. `ctest -R section.placement_arena` checks that it lies there.
#include "digit.hpp"

#include <cstdio>

using net = digits::s8;

[[gnu::section(".tcm")]] alignas(16) static unsigned char arena[net::ram_bytes];

int main() {
  digit::write(net::input(arena), digit::eight);
  net::run(arena);
  const int read = digit::largest(net::output(arena));
  std::printf("read as a %d, arena at %p\n", read, static_cast<void*>(arena));
  return read == 8 ? 0 : 1;
}
