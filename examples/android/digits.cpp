// The C functions of digits.h. Compiled with -fvisibility=hidden, so that a shared library shows
// these and nothing of the network.
// Compiled for several targets, under names of their own, the objects link together: see
// docs/android.md.
// UNDEFINED: memcpy memmove memset
#include "digits.h"

#include "../digits/network.hpp"

using net = digits::s8;

static_assert(net::ram_bytes <= digits_memory_bytes);

extern "C" [[gnu::visibility("default")]] int digits_read(void* memory, const unsigned char* pixels,
                                                          signed char* logits) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (address == 0 || address % digits_memory_alignment != 0) return -1;
  auto* const arena = static_cast<unsigned char*>(memory);
  const auto input = net::input(arena);
  for (int i = 0; i < 64; ++i) input[i] = static_cast<signed char>(8 * pixels[i] - 128);
  net::run(arena);
  const auto output = net::output(arena);
  int best = 0;
  for (int i = 0; i < 10; ++i) {
    logits[i] = output[i];
    best = output[i] > output[best] ? i : best;
  }
  return best;
}

extern "C" [[gnu::visibility("default")]] const char* digits_target() {
  return etch::this_target::name;
}
