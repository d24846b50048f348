// The element-wise kernels of AArch64 equal the generic ones on every code. Elsewhere only what is
// known at compile time.
// PROCESSORS: aarch64
#include <etch/kernel/aarch64.hpp>

#include "../support/byte_elements.hpp"

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
