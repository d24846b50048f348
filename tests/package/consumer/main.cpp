// A program of somebody else: the library, a blob and a network, found by find_package(etch).
#include "network.hpp"
#include "ramp.hpp"

#include <cstdio>

int main() {
  const bool right =
      blob::ramp_size == 300 && blob::ramp_bytes[1] == 135 && smaller::ram_bytes == 20;
  std::puts(right ? "the installed library works" : "the blob is wrong");
  return right ? 0 : 1;
}
