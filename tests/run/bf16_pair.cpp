// bf16_pair: what the portable arithmetic gives is what VDPBF16PS gives, of any bits and near the
// least normal number, and layers in it give the same by kernels and without, bit for bit.
// PROCESSORS: host
#include "../support/bf16_layers.hpp"

#include <cstdio>

#if ETCH_HAS_AVX512_BF16
#include <immintrin.h>
#endif

namespace {

using bf16 = etch::bf16_pair;
using etch::vdpbf16ps;

std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }
float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

TEST_CASE("what is known of single steps") {
  CHECK(bits_of(vdpbf16ps(1, {0x1p-12F, 0x1p-12F}, {0x1p-12F, 0x1p-12F})) == 0x3f800000U);
  // the second product comes first: alone each is lost in 1, -1 leaves room for the other
  CHECK(bits_of(vdpbf16ps(1, {0x1p-15F, -1}, {0x1p-15F, 1})) == bits_of(0x1p-30F));
  CHECK(bits_of(vdpbf16ps(1, {-1, 0x1p-15F}, {1, 0x1p-15F})) == 0);
  // subnormal numbers are read as 0 and flushed to it
  CHECK(bits_of(vdpbf16ps(float_of(0x200), {0, 0}, {0, 0})) == 0);
  CHECK(bits_of(vdpbf16ps(0, {-0x1p-70F, 0}, {0x1p-70F, 0})) == 0x80000000U);
  // half a step below the least normal number: of 24 bits, to be flushed; a quarter rounds up
  CHECK(bits_of(vdpbf16ps(0x1p-126F, {-0x1p-75F, 0}, {0x1p-75F, 0})) == 0);
  CHECK(bits_of(vdpbf16ps(0x1p-126F, {-0x1p-76F, 0}, {0x1p-76F, 0})) == 0x00800000U);
}

/// Codes of any bits; with Least those whose products are just below the last bit of the least
/// normal numbers, which the sums are.
template <bool Least>
struct random_pairs {
  std::uint16_t x[32]{}, w[32]{};
  float sum[16]{};
  explicit random_pairs(std::uint64_t seed) {
    const auto next = [&] { return etch::counted_random(seed++); };
    for (int i = 0; i < 32; ++i) {
      const std::uint64_t r = next();
      x[i] = static_cast<std::uint16_t>(r), w[i] = static_cast<std::uint16_t>(r >> 16);
      if (Least) {
        const auto of_x = static_cast<int>(40 + (r >> 32) % 40);
        const auto of_both = static_cast<int>(254 - 146 - (r >> 40) % 16);
        x[i] = static_cast<std::uint16_t>((x[i] & 0x807f) | of_x << 7);
        w[i] = static_cast<std::uint16_t>((w[i] & 0x807f) | (of_both - of_x) << 7);
      }
    }
    for (float& s : sum) {
      const auto r = static_cast<std::uint32_t>(next());
      s = float_of(Least ? (r & 0x81000003U) | 0x00800000U : r);
    }
  }
};
/// How often the instruction gives something else, NaN of any bits counted as one.
template <bool Least>
long count_wrong() {
  long wrong = 0;
#if ETCH_HAS_AVX512_BF16
  for (std::uint64_t n = 0; n < 20'000; ++n) {
    const random_pairs<Least> r(48 * n);
    float y[16];
    _mm512_storeu_ps(y, _mm512_dpbf16_ps(_mm512_loadu_ps(r.sum), (__m512bh)_mm512_loadu_si512(r.x),
                                         (__m512bh)_mm512_loadu_si512(r.w)));
    for (int k = 0; k < 16; ++k) {
      const auto read = [&](const std::uint16_t* from, int i) {
        return float_of(static_cast<std::uint32_t>(from[2 * k + i]) << 16);
      };
      const float want =
          vdpbf16ps(r.sum[k], {read(r.x, 0), read(r.x, 1)}, {read(r.w, 0), read(r.w, 1)});
      wrong += bits_of(want) != (y[k] == y[k] ? bits_of(y[k]) : 0x7fc00000U) ? 1 : 0;
    }
  }
#else
  std::puts("skipped: this machine has no VDPBF16PS");
#endif
  return wrong;
}
TEST_CASE("the instruction gives the same of any bits at all") { CHECK(count_wrong<false>() == 0); }
TEST_CASE("the instruction flushes the same numbers") { CHECK(count_wrong<true>() == 0); }

template <class X, class W, class Y, plan P>
void check_conv2d(const char* kernel) {
  check<etch::x86_64_v4_bf16, typename convolution<bf16, X, W, Y, P>::net>(P.wild, kernel);
}
constexpr const char* by_pairs = "conv2d_bf16_bf16_bf16_vdpbf16ps";
TEST_CASE("conv2d by VDPBF16PS") {
  check_conv2d<shape<5, 7, 4>, shape<3, 3, 3, 4>, bf16, plan{}>(by_pairs);
  check_conv2d<shape<6, 5, 2>, shape<17, 3, 2, 2>, bf16, plan{{.stride = 2}}>(by_pairs);
  check_conv2d<shape<7, 6, 6>, shape<83, 3, 3, 6>, etch::f32, plan{{.dilation = 2}}>(by_pairs);
  check_conv2d<shape<2, 5, 4, 8>, shape<48, 1, 1, 8>, etch::bf16, plan{{.pad = etch::dsl::valid}}>(
      by_pairs);
  check_conv2d<shape<6, 17, 5>, shape<16, 1, 1, 5>, bf16, plan{.wild = true}>(by_pairs);
  check_conv2d<shape<6, 17, 3>, shape<70, 1, 1, 3>, bf16, plan{{.stride = 2}}>(by_pairs);
  check_conv2d<shape<5, 5, 10>, shape<4, 3, 3, 10>, bf16, plan{.wild = true}>(by_pairs);
  check_conv2d<shape<4, 29, 16>, shape<9, 3, 3, 16>, bf16, plan{.wild = true}>(by_pairs);
  check_conv2d<shape<3, 11, 24>, shape<24, 2, 4, 24>, etch::f16, plan{{.stride = 2}}>(by_pairs);
}
TEST_CASE("conv2d whose pairs join two cells is left to the generic kernel") {
  check_conv2d<shape<5, 7, 3>, shape<4, 3, 3, 3>, bf16, plan{}>("conv2d_generic");
  check_conv2d<shape<5, 7, 4>, shape<4, 3, 3, 2>, bf16, plan{{.groups = 2}}>("conv2d_generic");
}

template <class X, int K, int O, class Y, bool Wild>
void check_dense() {
  check<etch::x86_64_v4_bf16, typename dense_layer<bf16, X, K, O, Y, Wild>::net>(
      Wild, "dense_bf16_bf16_bf16_vdpbf16ps");
}
TEST_CASE("dense") {
  check_dense<shape<64>, 64, 10, bf16, false>();
  check_dense<shape<37>, 37, 16, etch::f32, false>();
  check_dense<shape<1>, 1, 1, bf16, false>();
  check_dense<shape<3, 25>, 25, 35, bf16, true>();
  check_dense<shape<26, 24>, 24, 150, bf16, true>();
  check_dense<shape<13, 24>, 24, 130, etch::f32, true>();
}

}  // namespace
