// A run-time reader, MODEL, under libFuzzer: any bytes are refused in words, or make a graph that
// is sound, within a limit of steps.
#include <etch/host/read.hpp>

#include <cstdlib>

#include "sound.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  constexpr int steps = 1 << 18;
  const etch::host::MODEL model(bytes, size, etch::numerics::PRESET, steps);
  const bool good = model.refused() ? !model.why().empty() : test::is_sound(model, bytes, size);
  if (!good) std::abort();
  return 0;
}
