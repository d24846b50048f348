// A camera whose lines come by interrupt: the handler fills one of two buffers, push_row() takes
// the other one, and works while the next line comes. Neither the picture nor most of the values
// are ever whole in RAM. `ctest -R section.placement_lines` checks where buffers and regions lie.
#include "digit.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>

using namespace etch::literals;
struct net : digits::s8::with<etch::options{.ram = etch::ram::smallest,
                                            .input = etch::arrival::rows,
                                            .regions = {{"tcm", 256}, {"ram", 8_KiB}}}> {};

[[gnu::section(".tcm")]] alignas(16) static unsigned char fast[net::region_bytes<"tcm">()];
alignas(16) static unsigned char slow[net::region_bytes<"ram">()];
/// Of the handler and of main(): one writes a line while the other reads one.
[[gnu::section(".tcm")]] static signed char lines[2][8];

namespace {

std::atomic<unsigned> arrived = 0, taken = 0;  // lines, since the start

}  // namespace

// Here one tick is one line. This camera waits where no buffer is free; others would lose a line.
extern "C" void SysTick_Handler() {
  const unsigned line = arrived.load(std::memory_order_relaxed);
  if (line - taken.load(std::memory_order_acquire) == 2) return;
  for (unsigned i = 0; i < 8; ++i)
    lines[line % 2][i] = static_cast<signed char>(8 * digit::eight[8 * (line % 8) + i] - 128);
  arrived.store(line + 1, std::memory_order_release);
}

namespace {

#if defined(PLACEMENT_ON_A_BOARD)
void start_camera() {
  const auto at = [](std::uint32_t address) {
    return reinterpret_cast<volatile std::uint32_t*>(address);
  };
  *at(0xe000e014) = 9999;  // the tick of SysTick, in cycles
  *at(0xe000e018) = 0;
  *at(0xe000e010) = 7;  // on, with interrupts, by the core's clock
}
void wait() {}
#else
void start_camera() {}
void wait() { SysTick_Handler(); }
#endif

}  // namespace

int main() {
  start_camera();
  int eights = 0;
  for (int picture = 0; picture < 3; ++picture) {
    const net::bases memory{fast, slow};
    net::progress p;
    net::begin(memory, p);
    for (bool ready = false; !ready;) {
      const unsigned line = taken.load(std::memory_order_relaxed);
      while (arrived.load(std::memory_order_acquire) == line) wait();
      const auto row = net::next_row(memory, p);
      for (int i = 0; i < 8; ++i) row[i] = lines[line % 2][i];
      taken.store(line + 1, std::memory_order_release);
      ready = net::push_row(memory, p);
    }
    const int read = digit::largest(net::output(memory));
    std::printf("picture %d is read as a %d\n", picture, read);
    eights += read == 8 ? 1 : 0;
  }
  std::printf("%u lines, %d + %d bytes of RAM\n", taken.load(), net::region_bytes<"tcm">(),
              net::region_bytes<"ram">());
  return eights == 3 && taken.load() == 24 ? 0 : 1;
}
