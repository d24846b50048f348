// The element-wise kernels of AArch64 equal the generic ones on every code. Elsewhere only what is
// known at compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/byte_elements.hpp"
#include "../support/pools.hpp"

namespace {

using namespace test;
constexpr bool runs = ETCH_HAS_NEON != 0;

}  // namespace

TEST_CASE("tables by TBL equal the generic kernels", "[aarch64]") {
  check_tables<etch::table_s8_s8_tbl, runs>();
  check_functions<etch::sigmoid_s8_s8_tbl, etch::tanh_s8_s8_tbl, etch::function_s8_s8_tbl,
                  etch::unary_s8_s8_tbl, runs>();
}
TEST_CASE("mul by SQRDMULH equals the generic kernel", "[aarch64]") {
  check_products<etch::mul_s8_s8_s8_sqrdmulh, runs>();
}
TEST_CASE("sums by SQADD and SQSUB equal the generic kernel", "[aarch64]") {
  check_plain_sums<etch::add_s8_s8_s8_sqadd, etch::add_s16_s16_s16_sqadd, etch::sub_s8_s8_s8_sqsub,
                   etch::sub_s16_s16_s16_sqsub, runs>();
}
TEST_CASE("means over windows by SADDW and UADDW equal the generic kernel", "[aarch64]") {
  check_means_of_windows<etch::avg_pool_u8_u8_uaddw, etch::affine<std::uint8_t, 0.05, 120>, runs, 1,
                         8>();
  check_means_of_windows<etch::avg_pool_s16_s16_saddw, etch::affine<std::int16_t, 0.001>, runs, 1,
                         4>();
  check_means_of_windows<etch::avg_pool_s16_s16_saddw, etch::q<3, 8>, runs, 1, 4>();
  check_means_of_windows<etch::avg_pool_u8_u8_uaddw, etch::uq<0, 8>, runs, 1, 8>();
}
