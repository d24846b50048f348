// Every kernel of the target for conv2d and dense of fewer than 8 bits gives the generic kernel's
// codes: values, weights and outputs of all widths, windows inside the picture and beyond its
// edges.
#include <etch/kernel/candidates.hpp>
#include <etch/kernel/layer/packed_codes.hpp>

#include <catch2/catch.hpp>

#if ETCH_HAS_HANA
#include <boost/hana/for_each.hpp>

namespace {

/// A machine whose one kernel is K, before the definitions.
template <class K>
struct machine_of {
  using kernels = etch::list<K>;
  using falls_back_to = etch::generic;
};

struct numbers {
  std::uint32_t state;
  constexpr unsigned char next() {
    state = state * 1664525U + 1013904223U;
    return static_cast<unsigned char>(state >> 24);
  }
};
/// Bytes of weights of Bits bits: all codes come, the lowest too.
template <int Bits, int Count>
struct weights_of {
  unsigned char byte[etch::packed_bytes(Bits == 8 ? 4 : Bits, Bits == 8 ? 2 * Count : Count)]{};
  constexpr weights_of() {
    numbers n{Bits + 1};
    for (int i = 0; i < Count; ++i) {
      const int code = static_cast<signed char>(n.next());
      if (Bits == 8) byte[i] = static_cast<unsigned char>(code);
      else etch::write_packed(byte, Bits, i, code & ((1 << Bits) - 1));
    }
  }
};
template <int Bits, int Count>
alignas(16) inline constexpr weights_of<Bits, Count> weights;

/// Bits of value, weights and output.
struct bits {
  int x, w, y;
};
struct sizes {
  int h = 1, w = 1, c = 1, o = 1, k = 1;
  etch::pair stride = 1, dilation = 1;
  etch::padding around = etch::same;
};
template <bits B, sizes S>
inline constexpr auto conv2d_graph = etch::graph(
    [](etch::input<etch::tensor<etch::q_of<B.x, B.x - 2>, etch::shape<S.h, S.w, S.c>>> x) {
      using namespace etch::dsl;
      using kernel =
          etch::tensor<etch::q_of<B.w, B.w - 1>, etch::shape<S.o, S.k, S.k, S.c>, etch::ohwi>;
      return x |
             conv2d(
                 etch::parameters{etch::constant<kernel>{weights<B.w, S.o * S.k * S.k * S.c>.byte}},
                 {.stride = S.stride, .pad = S.around, .dilation = S.dilation}) |
             to<etch::q_of<B.y, B.y - 3>>;
    });
template <bits B, sizes S>
inline constexpr auto dense_graph =
    etch::graph([](etch::input<etch::tensor<etch::q_of<B.x, B.x - 2>, etch::shape<S.c>>> x) {
      using namespace etch::dsl;
      using matrix = etch::tensor<etch::q_of<B.w, B.w - 1>, etch::shape<S.o, S.c>>;
      return x | dense(etch::parameters{etch::constant<matrix>{weights<B.w, S.o * S.c>.byte}}) |
             to<etch::q_of<B.y, B.y - 3>> | relu;
    });

/// Checks kernel K, if it runs the layer G; whether it does.
template <class K, const auto& G>
bool try_on_layer() {
  using ours = etch::network<G, machine_of<K>>;
  if constexpr (!K::template accepts<etch::call<ours::graph, 0>>) {
    return false;
  } else {
    static ours net;
    static etch::network<G, etch::generic> definition;
    INFO(K::name << " of " << G.values[0].is.number.bits << " bits");
    constexpr int bits_of_x = G.values[0].is.number.bits;
    numbers n{7};
    bool equal = true;
    for (int run = 0; run < 3; ++run) {
      for (int i = 0; i < G.values[0].is.shape.size(); ++i) {
        const int code = static_cast<signed char>(n.next()) >> (8 - bits_of_x);
        net.input()[i] = static_cast<std::int8_t>(code);
        definition.input()[i] = static_cast<std::int8_t>(code);
      }
      net.run();
      definition.run();
      for (int i = 0; i < net.output().size(); ++i)
        equal = equal && net.output()[i] == definition.output()[i];
    }
    CHECK(equal);
    return true;
  }
}

template <class K>
int try_conv2d() {
  return try_on_layer<K, conv2d_graph<bits{7, 8, 7}, sizes{6, 5, 3, 5, 3}>>() +
         try_on_layer<K, conv2d_graph<bits{3, 4, 8}, sizes{5, 6, 4, 17, 2, 2, 1, etch::valid}>>() +
         try_on_layer<K, conv2d_graph<bits{8, 3, 5}, sizes{7, 7, 2, 3, 3, {1, 2}, 2}>>() +
         try_on_layer<K, conv2d_graph<bits{2, 8, 2}, sizes{4, 4, 9, 8, 1}>>() +
         try_on_layer<K, conv2d_graph<bits{5, 7, 6}, sizes{3, 3, 64, 2, 3}>>();
}
template <class K>
int try_dense() {
  return try_on_layer<K, dense_graph<bits{7, 8, 7}, sizes{.c = 37, .o = 9}>>() +
         try_on_layer<K, dense_graph<bits{4, 2, 4}, sizes{.c = 16, .o = 32}>>() +
         try_on_layer<K, dense_graph<bits{6, 5, 3}, sizes{.c = 600, .o = 3}>>();
}

template <class K, class Op>
constexpr bool is_for =
    __is_same(typename K::op, Op) && !etch::detail::is_among<K, etch::generic_kernels>;

}  // namespace

TEST_CASE("kernels of packed codes equal the generic ones") {
  int tries = 0;
  boost::hana::for_each(etch::candidates<etch::this_target>, [&](auto k) {
    using K = typename decltype(k)::type;
    if constexpr (is_for<K, etch::ops::conv2d>) tries += try_conv2d<K>();
    else if constexpr (is_for<K, etch::ops::dense>) tries += try_dense<K>();
  });
  CHECK(tries >= 8);
}
#else
TEST_CASE("kernels of packed codes equal the generic ones") {
  std::puts("skipped: Boost.Hana is not installed");
}
#endif

TEST_CASE("runs of packed codes are unpacked from any place") {
  const auto check = []<int Bits>() {
    constexpr int count = 41;
    etch::packed_array<std::int8_t, Bits, count> packed;
    for (int i = 0; i < count; ++i)
      packed[i] = static_cast<std::int8_t>((i * 37 % 256 - 128) >> (8 - Bits));
    bool equal = true;
    for (int first = 0; first < count; ++first) {
      for (int n = 0; n <= count - first; ++n) {
        std::int8_t codes[count + 1];
        codes[n] = 99;
        etch::unpack_codes(codes, packed.data() + first, n);
        for (int i = 0; i < n; ++i) equal = equal && codes[i] == packed[first + i];
        equal = equal && codes[n] == 99;
      }
    }
    INFO(Bits << " bits");
    CHECK(equal);
  };
  check.operator()<1>();
  check.operator()<2>();
  check.operator()<3>();
  check.operator()<4>();
  check.operator()<5>();
  check.operator()<6>();
  check.operator()<7>();
}
