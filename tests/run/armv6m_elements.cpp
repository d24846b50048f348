// The element-wise kernels of Armv6-M and Armv7-M equal the generic ones on every code. Elsewhere
// only what is known at compile time.
// PROCESSORS: cortex-m0 cortex-m3
#include <etch/kernel/armv6m.hpp>

#include "../support/byte_elements.hpp"

namespace {

using namespace test;
constexpr bool runs = ETCH_HAS_M_PROFILE != 0;

}  // namespace

TEST_CASE("relu by SUBS equals the generic kernel", "[armv6m]") {
  check_signed_relus<etch::relu_s8_s8_subs, runs, 4>();
  check_unsigned_relus<etch::relu_u8_u8_subs, runs, 4>();
  check_relus<etch::relu_s16_s16_bics, runs, 2, etch::affine<std::int16_t, 0.1>>();
}
TEST_CASE("mul by MULS equals the generic kernel", "[armv6m]") {
  check_products<etch::mul_s8_s8_s8_muls, runs>();
}
