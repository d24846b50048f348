// A program of somebody else: the library and a blob, found by find_package(etch).
#include "ramp.hpp"

#include <cstdio>
#include <etch/etch.hpp>

int main() {
  const bool right = blob::ramp_size == 300 && blob::ramp_bytes[1] == 135;
  std::puts(right ? "the installed library works" : "the blob is wrong");
  return right ? 0 : 1;
}
