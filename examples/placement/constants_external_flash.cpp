// Weights in a memory of their own, such as serial flash. The linker script names them
// (.external_flash in toolchains/board/mps.ld), so that the source is as ever; only -fdata-sections
// is needed. `ctest -R section.placement_constants` checks where they lie.
#include "digit.hpp"

#include <cstdio>

int main() {
  static digits::s8 net;
  digit::write(net.input(), digit::eight);
  net.run();
  const int read = digit::largest(net.output());
  std::printf("read as a %d\n", read);
  return read == 8 ? 0 : 1;
}
