// A constant made by etch_add_blob holds the file's bytes, shape and type: data/ramp.npy is
// element i = 7 i - 128 modulo 256, of 2 x 3 x 50 int8.
#include "ramp.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

static_assert(blob::ramp_size == 2 * 3 * 50);
static_assert(blob::ramp_shape[0] == 2 && blob::ramp_shape[1] == 3 && blob::ramp_shape[2] == 50);

TEST_CASE("a blob holds the bytes of the file") {
  for (int i = 0; i < blob::ramp_size; ++i) {
    REQUIRE(blob::ramp_bytes[i] == ((7 * i - 128) & 255));
  }
  CHECK(blob::ramp_bytes[blob::ramp_size] == 0);
  CHECK(blob::ramp_type == std::string("|i1"));
  CHECK(reinterpret_cast<std::uintptr_t>(blob::ramp_bytes) % 16 == 0);
}
