// The kernels of x86-64 by AVX512-VNNI and by AVX2 equal the generic ones on every code: windows,
// channels, filters, formats and limits of all kinds. Elsewhere only what is known at compile time.
// PROCESSORS: host
#include "../support/vectors_of_bytes.hpp"

namespace {

namespace vectors = test::vectors;

struct by_vnni {
  using conv2d = etch::conv2d_s8_s8_s8_vpdpbusd;
  using depthwise = etch::depthwise_conv2d_s8_s8_s8_vpdpbusd;
  using dense = etch::dense_s8_s8_s8_vpdpbusd;
  static constexpr bool takes_one_pixel = true;
  static constexpr int first = 0;
  static constexpr bool runs = ETCH_HAS_AVX512_VNNI != 0;
};
struct by_avx2 {
  using conv2d = etch::conv2d_s8_s8_s8_vpmaddubsw;
  using depthwise = etch::depthwise_conv2d_s8_s8_s8_vpmaddubsw;
  using dense = etch::dense_s8_s8_s8_vpmaddubsw;
  static constexpr bool takes_one_pixel = true;
  static constexpr int first = 1;
  static constexpr bool runs = ETCH_HAS_AVX2 != 0;
};

}  // namespace

TEMPLATE_TEST_CASE("conv2d by vectors of bytes equals the generic kernel", "[x86_64]", by_vnni,
                   by_avx2) {
  vectors::check_windows<TestType>();
}
TEMPLATE_TEST_CASE("conv2d of groups and of gaps by vectors of bytes equals the generic kernel",
                   "[x86_64]", by_vnni, by_avx2) {
  vectors::check_parts<TestType>();
}
TEMPLATE_TEST_CASE("conv2d of even rows by vectors of bytes equals the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_even_rows<TestType>();
}
TEMPLATE_TEST_CASE("conv2d with edges by vectors of bytes equals the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_edges<TestType>();
}
TEMPLATE_TEST_CASE("conv2d of single cells by vectors of bytes equals the generic kernel",
                   "[x86_64]", by_vnni, by_avx2) {
  vectors::check_single_cells<TestType>();
}
TEMPLATE_TEST_CASE("conv2d by vectors of bytes ends sums as the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_ends<TestType>();
}
TEMPLATE_TEST_CASE("all kinds of weights by vectors of bytes equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_weights<TestType>();
}
TEMPLATE_TEST_CASE("filters of one code by vectors of bytes equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_filters_of_one_code<TestType>();
}
TEMPLATE_TEST_CASE("depthwise_conv2d by vectors of bytes equals the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_channels<TestType>();
}
TEMPLATE_TEST_CASE("two rows of depthwise_conv2d at once equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_two_rows<TestType>();
}
TEMPLATE_TEST_CASE("columns that depthwise_conv2d keeps equal the generic kernel", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_kept_columns<TestType>();
}
TEMPLATE_TEST_CASE("dense by vectors of bytes equals the generic kernel", "[x86_64]", by_vnni,
                   by_avx2) {
  vectors::check_dense<TestType>();
}
TEMPLATE_TEST_CASE("weights of 4 bits are bytes to kernels by vectors of bytes", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_weights_of_4_bits<TestType>();
}
TEMPLATE_TEST_CASE("kernels by vectors of bytes leave to others what they cannot do", "[x86_64]",
                   by_vnni, by_avx2) {
  vectors::check_what_is_left<TestType>();
}
