// A network over two memories: what is read and written most a byte lies in the one that the core
// reads without waiting, the rest elsewhere. `ctest -R section.placement_regions` checks where.
#include "digit.hpp"

#include <cstdio>

using namespace etch::literals;
struct net : digits::s8::with<etch::options{.regions = {{"tcm", 1_KiB}, {"ram", 8_KiB}}}> {};

[[gnu::section(".tcm")]] alignas(16) static unsigned char fast[net::region_bytes<"tcm">()];
alignas(16) static unsigned char slow[net::region_bytes<"ram">()];

int main() {
  const net::bases memory{fast, slow};
  digit::write(net::input(memory), digit::eight);
  net::run(memory);
  const int read = digit::largest(net::output(memory));
  std::printf("read as a %d, %d bytes at %p, %d at %p\n", read, net::region_bytes<"tcm">(),
              static_cast<void*>(fast), net::region_bytes<"ram">(), static_cast<void*>(slow));
  return read == 8 ? 0 : 1;
}
