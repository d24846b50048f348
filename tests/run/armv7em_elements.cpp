// The element-wise kernels of Armv7E-M equal the generic ones on every code. Elsewhere only what is
// known at compile time.
// PROCESSORS: cortex-m4
#include <etch/kernel/armv7em.hpp>

#include "../support/byte_elements.hpp"

namespace {

using namespace test;
constexpr bool runs = ETCH_HAS_DSP != 0;

}  // namespace

TEST_CASE("relu by SEL equals the generic kernel", "[armv7em]") {
  check_signed_relus<etch::relu_s8_s8_sel, runs, 4>();
  check_unsigned_relus<etch::relu_u8_u8_sel, runs, 4>();
  check_relus<etch::relu_s8_s8_sel, runs, 5, etch::affine<std::int8_t, 0.1, -7>>();
  check_relus<etch::relu_u8_u8_sel, runs, 7, etch::affine<std::uint8_t, 0.1, 9>>();
  check_relus<etch::relu_s16_s16_sel, runs, 3, etch::affine<std::int16_t, 0.1, 300>>();
}
TEST_CASE("mul by SMMLAR equals the generic kernel", "[armv7em]") {
  check_products<etch::mul_s8_s8_s8_smmlar, runs>();
}
TEST_CASE("sums by QADD8 and their like equal the generic kernel", "[armv7em]") {
  check_plain_sums<etch::add_s8_s8_s8_qadd8, etch::add_s16_s16_s16_qadd16, etch::sub_s8_s8_s8_qsub8,
                   etch::sub_s16_s16_s16_qsub16, runs>();
}
