// A constant made by etch_add_blob holds the file's bytes, shape and type: data/ramp.npy is
// element i = 7 i - 128 modulo 256, of 2 x 3 x 50 int8.
#include "ramp.hpp"
#include "waves.hpp"
#include "waves_first.hpp"
#include "waves_last.hpp"
#include "waves_q.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <etch/etch.hpp>
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

// What a build step quantises is what the compiler quantises.
constexpr etch::constant<etch::tensor<etch::f32, etch::shape<4, 3, 5>>> waves{blob::waves_bytes};
inline constexpr auto scales = etch::scales_of<8, 4>(waves);
inline constexpr auto last_scales = etch::scales_of<4, 5>(waves, etch::channels_at::last);
inline constexpr auto codes = etch::quantise<etch::q<1, 4>>(waves);
inline constexpr auto first = etch::quantise<etch::affine_channels<std::int8_t, scales>>(waves);
inline constexpr auto last = etch::quantise<etch::affine_channels<etch::int4, last_scales>>(
    waves, etch::rounding::standard, etch::channels_at::last);

template <class Made, int N>
constexpr bool same_bytes(const Made& made, const unsigned char (&bytes)[N]) {
  if (sizeof made.bytes + 1 != N) return false;
  for (unsigned i = 0; i + 1 < N; ++i) {
    if (made.bytes[i] != bytes[i]) return false;
  }
  return true;
}
static_assert(same_bytes(codes, blob::waves_q_bytes) && blob::waves_q_size == 45);
static_assert(same_bytes(first, blob::waves_first_bytes));
static_assert(same_bytes(last, blob::waves_last_bytes) && blob::waves_last_size == 30);
static_assert(scales.channel[3] == blob::waves_first_scales[3]);
static_assert(last_scales.channel[4] == blob::waves_last_scales[4]);
