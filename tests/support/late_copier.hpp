// A copier of constants that does all as late as DMA may.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>

namespace test {

/// Writes rubbish at once, and copies when someone waits; two copies may not be under way.
struct late_copier {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t count = 0;
  int calls = 0;
  void start(void* where, const void* what, std::size_t bytes) {
    REQUIRE(to == nullptr);
    REQUIRE(reinterpret_cast<std::uintptr_t>(where) % 16 == 0);
    REQUIRE((bytes < 16 || reinterpret_cast<std::uintptr_t>(what) % 16 == 0));
    to = where, from = what, count = bytes;
    std::memset(to, 0x6b, count);
    ++calls;
  }
  void wait() {
    REQUIRE(to != nullptr);
    std::memcpy(to, from, count);
    to = nullptr;
  }
};

}  // namespace test
