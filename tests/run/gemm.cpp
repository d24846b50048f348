// Products of E rows of L numbers with weights of O filters, with all remainders of the tiles: the
// kernels of this machine equal the generic ones, bfloat16 as BFDOT sums it and int8.
// PROCESSORS: aarch64
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <memory>

namespace {

using etch::shape, etch::tensor;

// bfloat16 from 1/2 to 2 of both signs, some of them 0; as int8 any code.
struct random_bytes {
  alignas(16) unsigned char byte[2 * 17 * 64]{};
  constexpr random_bytes() {
    for (int i = 0; i < 17 * 64; ++i) {
      const std::uint64_t r = etch::counted_random(static_cast<std::uint64_t>(i));
      byte[2 * i] = static_cast<unsigned char>(r & 0xff);
      byte[2 * i + 1] = static_cast<unsigned char>((r >> 8 & 0x80) | 0x3f);
      if (r % 11 == 0) byte[2 * i] = byte[2 * i + 1] = 0;
    }
  }
};
constexpr random_bytes bytes{};

struct in_bf16 {
  using x = etch::bf16_dot;
  using w = etch::bf16_dot;
};
struct in_s8 {
  using x = etch::affine<std::int8_t, 0.05, 3>;
  using w = etch::affine<std::int8_t, 0.003>;
};

template <class F, int E, int L, int O>
struct product {
  static constexpr const unsigned char* codes = bytes.byte;
  static constexpr etch::constant<tensor<typename F::w, shape<O, L>>> weights{codes};
  static constexpr auto graph = etch::graph([](etch::input<tensor<typename F::x, shape<E, L>>> x) {
    return x | etch::dsl::dense(etch::parameters{weights}) | etch::dsl::to<typename F::x>;
  });
  struct net : etch::network<graph> {};
};

template <class F, int E, int L, int O>
void check() {
  INFO(E << " x " << L << " by " << O);
  using net = typename product<F, E, L, O>::net;
  static net n;
  using code = typename decltype(n.input())::storage;
  code x[E * L];
  __builtin_memcpy(x, bytes.byte + 64, sizeof x);
  for (int i = 0; i < E * L; ++i) n.input()[i] = x[i];
  n.run();
  const auto want = net::evaluate(x);
  CHECK(__builtin_memcmp(n.output().data(), want.code, sizeof want.code) == 0);
}

constexpr int depths[] = {1, 7, 8, 9, 31, 64};
/// All rows 1 .. 13, filters 1 .. 17 and depths, each of them with several of the others.
template <class F>
void check_all() {
  etch::unroll<13>([]<int I>() {
    check<F, I + 1, depths[I % 6], I + 1>();
    check<F, I + 1, depths[(I + 3) % 6], 17 - I>();
  });
}

}  // namespace

TEST_CASE("products of bfloat16 with all remainders") { check_all<in_bf16>(); }
TEST_CASE("products of int8 with all remainders") { check_all<in_s8>(); }
