// The element-wise kernels of Armv8.1-M equal the generic ones on every code. Elsewhere only what
// is known at compile time.
// PROCESSORS: cortex-m55
#include <etch/kernel/armv81m.hpp>

#include "../support/byte_elements.hpp"

namespace {

using namespace test;
constexpr bool runs = ETCH_HAS_MVE != 0;

}  // namespace

TEST_CASE("relu by VMAX equals the generic kernel", "[armv81m]") {
  check_signed_relus<etch::relu_s8_s8_vmax, runs, 1>();
  check_unsigned_relus<etch::relu_u8_u8_vmax, runs, 1>();
  check_relus<etch::relu_s16_s16_vmax, runs, 1, etch::affine<std::int16_t, 0.1, 300>>();
}
TEST_CASE("tables by VLDRB equal the generic kernels", "[armv81m]") {
  check_tables<etch::table_s8_s8_vldrb, runs>();
  check_functions<etch::sigmoid_s8_s8_vldrb, etch::tanh_s8_s8_vldrb, etch::function_s8_s8_vldrb,
                  etch::unary_s8_s8_vldrb, runs>();
}
TEST_CASE("mul by VQRDMULH equals the generic kernel", "[armv81m]") {
  check_products<etch::mul_s8_s8_s8_vqrdmulh, runs>();
}
TEST_CASE("sums by VQADD and VQSUB equal the generic kernel", "[armv81m]") {
  check_plain_sums<etch::add_s8_s8_s8_vqadd, etch::add_s16_s16_s16_vqadd, etch::sub_s8_s8_s8_vqsub,
                   etch::sub_s16_s16_s16_vqsub, runs>();
}
