// The instruction clock on loops whose counts are known: each figure must be exact.
#include "instruction_clock.hpp"

#include <cstdint>
#include <cstdio>

namespace {

using etch::bench::instruction_clock;

int failures = 0;

void expect(const char* what, std::uint64_t measured, std::uint64_t wanted) {
  if (measured == wanted) return;
  ++failures;
  std::printf("%s: %llu instructions, expected %llu\n", what,
              static_cast<unsigned long long>(measured), static_cast<unsigned long long>(wanted));
}

// Ends the region and returns to the function that began it: were this its last call, clang would
// restore its registers between the two.
[[gnu::always_inline]] inline std::uint64_t stopped() {
  const std::uint64_t executed = instruction_clock::stop();
  __asm volatile("" ::: "memory");
  return executed;
}

// 2 n instructions.
[[gnu::always_inline]] inline void spin(std::uint32_t n) {
#if defined(__aarch64__)
  __asm volatile("1: subs %w0, %w0, #1\n\tb.ne 1b" : "+r"(n) : : "cc");
#elif defined(__arm__)
  __asm volatile(".syntax unified\n1:\tsubs %0, %0, #1\n\tbne 1b" : "+l"(n) : : "cc");
#else
  (void)n;
#endif
}

// Not inlined, and n from memory: what surrounds the loop is then the same for every n.
[[gnu::noinline]] std::uint64_t time_of(std::uint32_t count) {
  const volatile std::uint32_t memory = count;
  const std::uint32_t n = memory;
  instruction_clock::start();
  spin(n);
  return stopped();
}

// Functions of their own: in a longer one the compiler moves other work between the two calls.
[[gnu::noinline]] std::uint64_t time_of_nothing() {
  instruction_clock::start();
  return stopped();
}

[[gnu::noinline]] std::uint64_t time_of_empty_regions() {
  instruction_clock::start();
  instruction_clock::start();
  instruction_clock::stop();
  instruction_clock::start();
  instruction_clock::stop();
  return stopped();
}

}  // namespace

int main() {
  if (!instruction_clock::available()) {
    std::puts("nothing counts instructions here");
    return 1;
  }

  expect("empty region", time_of_nothing(), 0);
  expect("only empty regions inside", time_of_empty_regions(), 0);

  const std::uint64_t around = time_of(1) - 2;
  expect("at most a move around the loop", around <= 2 ? 0 : around, 0);
  const std::uint32_t counts[] = {1, 2, 3, 10, 100, 1000, 10'000, 100'000, 1'000'000};
  for (const std::uint32_t n : counts) {
    expect("loop", time_of(n), 2 * std::uint64_t{n} + around);
  }

  // Longer than one turn of the board's 32-bit counter (671 million instructions).
  expect("long loop", time_of(700'000'000), 1'400'000'000 + around);

  // An outer region has the work of the inner ones and the loop, not the clock's.
  instruction_clock::start();
  for (int i = 0; i < 3; ++i) time_of(1000);
  const std::uint64_t nested = instruction_clock::stop();
  const std::uint64_t body = 3 * (2000 + around);
  expect("regions in a loop", nested > body && nested <= body + 3 * 20 ? 0 : nested, 0);

  std::puts(failures == 0 ? "exact" : "not exact");
  return failures == 0 ? 0 : 1;
}
