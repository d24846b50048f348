// Sounds of integers alone, the same on every machine: silence, constants, extremes, impulses,
// tones, chirps and noise at fifteen levels.
#pragma once

#include <etch/signal/signal.hpp>

namespace sounds {

/// Random numbers of 16 bits, signed.
struct noise {
  std::uint32_t seed = 1;
  constexpr int next() {
    seed = seed * 1664525U + 1013904223U;
    return static_cast<int>(seed >> 16) - 32768;
  }
};

inline constexpr int count = 200;  ///< of different windows

/// Writes window h of `length` samples.
constexpr void make(noise& random, int h, std::int16_t* x, int length) {
  const int kind = h % 10, level = kind > 3 && kind != 8 ? h / 10 % 15 : 0;
  std::uint32_t phase = 0, step = (static_cast<std::uint32_t>(h) * 7919U + 12345U) * 4801U;
  const auto saw = [&phase] { return static_cast<int>(phase >> 16) - 32768; };
  for (int i = 0; i < length; ++i) {
    int v = 0;
    switch (kind) {
      case 0: v = h == 0 ? 0 : random.next() >> 15; break;
      case 1: v = -32768; break;
      case 2: v = i % 2 != 0 ? 32767 : -32767; break;
      case 3: v = i == h * 37 % length ? 32767 : 0; break;
      case 4: v = random.next(); break;
      case 5: {
        phase += step;
        const auto& cosine = etch::shared_table<etch::signal::quarter_turn<1024>>.at;
        const int c = etch::signal::real_part(cosine[phase >> 24]);
        v = (phase & 0x800000U ? -c : c) * 3;
        break;
      }
      case 6: v = (random.next() + random.next() + random.next() + random.next()) / 4; break;
      case 7: phase += step >> 3, step += 3000, v = saw(); break;
      case 8: v = random.next() >> 14; break;
      default: phase += step >> 4, v = (saw() * 3 + random.next()) / 4;
    }
    x[i] = static_cast<std::int16_t>(etch::clamp(v >> level, -32768, 32767));
  }
}

/// FNV-1a of codes.
struct digest {
  std::uint32_t value = 2166136261U;
  template <class Code>
  constexpr void add(const Code* codes, int many) {
    for (int i = 0; i < many; ++i) {
      value = (value ^ static_cast<std::uint16_t>(codes[i])) * 16777619U;
    }
  }
};

}  // namespace sounds
