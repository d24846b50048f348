// Layers in bf16_dot: what the kernels of this machine give is what the portable arithmetic gives,
// bit for bit. On a machine with BFDOT that is the instruction.
// PROCESSORS: aarch64
#include "../support/bf16_layers.hpp"

namespace {

using bf16 = etch::bf16_dot;

template <class X, class W, class Y, plan P>
void check_conv2d(const char* kernel) {
  check<etch::aarch64_bf16, typename convolution<bf16, X, W, Y, P>::net>(P.wild, kernel);
}

constexpr const char* by_bfmmla = "conv2d_bf16_bf16_bf16_4x16_bfmmla";
TEST_CASE("conv2d by BFMMLA") {
  check_conv2d<shape<5, 7, 4>, shape<3, 3, 3, 4>, bf16, plan{}>(by_bfmmla);
  check_conv2d<shape<6, 5, 2>, shape<17, 3, 2, 2>, bf16, plan{{.stride = 2}}>(by_bfmmla);
  check_conv2d<shape<7, 6, 6>, shape<33, 3, 3, 6>, etch::f32, plan{{.dilation = 2}}>(by_bfmmla);
  check_conv2d<shape<2, 5, 4, 8>, shape<16, 1, 1, 8>, etch::bf16, plan{{.pad = etch::dsl::valid}}>(
      by_bfmmla);
  check_conv2d<shape<5, 5, 10>, shape<4, 3, 3, 10>, bf16, plan{.wild = true}>(by_bfmmla);
  check_conv2d<shape<4, 9, 16>, shape<9, 3, 3, 16>, bf16, plan{.wild = true}>(by_bfmmla);
  check_conv2d<shape<3, 11, 24>, shape<24, 2, 4, 24>, etch::f16, plan{{.stride = 2}}>(by_bfmmla);
}
TEST_CASE("conv2d whose rows are one pixel, by BFDOT") {
  check_conv2d<shape<7, 1, 6>, shape<17, 3, 1, 6>, bf16, plan{}>(
      "conv2d_bf16_bf16_bf16_1x16_bfdot");
}
TEST_CASE("conv2d whose pairs join two cells is left to the generic kernel") {
  check_conv2d<shape<5, 7, 3>, shape<4, 3, 3, 3>, bf16, plan{}>("conv2d_generic");
  check_conv2d<shape<5, 7, 4>, shape<4, 3, 3, 2>, bf16, plan{{.groups = 2}}>("conv2d_generic");
}

template <class X, int K, int O, class Y, bool Wild>
void check_dense() {
  constexpr bool is_batch = X::descriptor.size() > K;
  check<etch::aarch64_bf16, typename dense_layer<bf16, X, K, O, Y, Wild>::net>(
      Wild, is_batch ? "dense_bf16_bf16_bf16_4x16_bfmmla" : "dense_bf16_bf16_bf16_1x16_bfdot");
}
TEST_CASE("dense") {
  check_dense<shape<64>, 64, 10, bf16, false>();
  check_dense<shape<37>, 37, 16, etch::f32, false>();
  check_dense<shape<1>, 1, 1, bf16, false>();
  check_dense<shape<3, 25>, 25, 35, bf16, true>();
  check_dense<shape<200>, 200, 48, etch::f32, true>();
}

}  // namespace
