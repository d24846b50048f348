// Layers in bf16_dot: what the kernels of this machine give is what the portable arithmetic gives,
// bit for bit. On a machine with BFDOT that is the instruction.
// PROCESSORS: aarch64
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

namespace {

using bf16 = etch::bf16_dot;
using etch::shape;
using etch::tensor;
using code = bf16::kind::code;

/// Numbers of all sizes, zeros among them; with `Wild` also those whose products leave the range or
/// are flushed.
template <bool Wild>
constexpr std::uint16_t random_code(std::uint64_t i) {
  const std::uint64_t r = etch::counted_random(i);
  if (r % 11 == 0) return r & 16 ? 0 : 0x8000;
  const auto exponent = static_cast<unsigned>(Wild ? r >> 32 & 0xff : 110 + (r >> 32) % 24);
  const unsigned finite = exponent == 255 ? 254 : exponent;
  return static_cast<std::uint16_t>((r & 0x8000) | finite << 7 | (r & 0x7f));
}
template <int N, bool Wild, int Seed>
struct random_bytes {
  alignas(16) unsigned char byte[2 * N]{};
  constexpr random_bytes() {
    for (int i = 0; i < N; ++i) {
      const std::uint16_t c = random_code<Wild>(static_cast<std::uint64_t>(Seed * 100000 + i));
      byte[2 * i] = static_cast<unsigned char>(c & 0xff);
      byte[2 * i + 1] = static_cast<unsigned char>(c >> 8);
    }
  }
};
template <class S, class L, bool Wild, int Seed>
struct weights {
  static constexpr random_bytes<S::descriptor.size(), Wild, Seed> bytes{};
  static constexpr etch::constant<tensor<bf16, S, L>> value{bytes.byte};
};

template <class Net>
void check(bool wild, const char* kernel) {
  static Net n;
  constexpr int size = decltype(n.input())::size();
  code x[size];
  for (int i = 0; i < size; ++i) {
    const auto k = static_cast<std::uint64_t>(7000000 + i);
    x[i] = {wild ? random_code<true>(k) : random_code<false>(k)};
    n.input()[i] = x[i];
  }
  n.run();
  const auto want = Net::evaluate(x);
  int wrong = 0;
  for (int i = 0; i < n.output().size(); ++i) {
    using word = etch::unsigned_storage_t<8 * sizeof(n.output()[i])>;
    if (__builtin_bit_cast(word, n.output()[i]) != __builtin_bit_cast(word, want.code[i])) ++wrong;
  }
  CHECK(wrong == 0);
  // the choice for the machine that has the instructions is known on every machine
  using there = typename Net::template on<etch::aarch64_bf16>;
  CHECK(std::string(there::placed::template kernel_at<0>::name) == kernel);
}

struct plan {
  etch::dsl::conv2d_options how{};
  bool wild = false;
};
template <class X, class W, class Y, auto P>
struct convolution {
  using w = weights<W, etch::ohwi, P.wild, 1>;
  using b = weights<shape<W::descriptor.d[0]>, etch::hwc, false, 2>;
  static constexpr auto graph = etch::graph([](etch::input<tensor<bf16, X>> x) {
    using namespace etch::dsl;
    return x | conv2d(etch::parameters{w::value, b::value}, P.how) | to<Y> | relu;
  });
  struct net : etch::network<graph> {};
};
template <class X, class W, class Y, plan P>
void check_conv2d(const char* kernel) {
  check<typename convolution<X, W, Y, P>::net>(P.wild, kernel);
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
struct dense_layer {
  using w = weights<shape<O, K>, etch::hwc, Wild, 3>;
  static constexpr auto graph = etch::graph([](etch::input<tensor<bf16, X>> x) {
    using namespace etch::dsl;
    return x | dense(etch::parameters{w::value}) | to<Y>;
  });
  struct net : etch::network<graph> {};
};
template <class X, int K, int O, class Y, bool Wild>
void check_dense() {
  constexpr bool is_batch = X::descriptor.size() > K;
  check<typename dense_layer<X, K, O, Y, Wild>::net>(
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
