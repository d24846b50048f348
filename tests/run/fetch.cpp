// Networks that fetch their constants give the outputs of those that do not, whatever copies when:
// at once, or as late and as early as DMA may; what they read is the copy, and nothing else of the
// arena is written.
// LONG: instrumented cortex-m0 aarch64
#include "../support/late_copier.hpp"
#include "../support/rows.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

using namespace etch;
using namespace etch::literals;

using image = tensor<q<0, 7>, shape<14, 9, 4>>;
inline constexpr auto branches = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto stem = x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | relu;
  auto a = stem | max_pool<3>({.stride = 1, .pad = same}) | conv2d(w::conv<8, 3, 8>) | to<q<2, 5>> |
           relu | conv2d(w::conv<8, 1, 8>) | to<q<3, 4>>;
  auto sum = add<q<3, 4>>(a, stem) | relu | max_pool<2>;
  return outputs(sum | flatten | dense(w::fc<10, 224>) | to<q<4, 3>>, sum);
});
struct whole : network<branches> {};
template <options O>
using with = whole::with<O>;

/// Copies at once, and counts.
struct copier {
  int calls = 0;
  std::size_t bytes = 0;
  void operator()(void* to, const void* from, std::size_t count) {
    std::memcpy(to, from, count);
    ++calls;
    bytes += count;
  }
};
/// Whether the network with options O gives what `whole` gives, in poisoned memory.
template <options O>
bool equals_whole() {
  using net = with<O>;
  static whole one;
  const unsigned char rubbish[2] = {0x5a, 0xa7};
  bool same = true;
  for (const unsigned char filled : rubbish) {
    test::guarded_arena<net> memory(filled);
    test::lcg random{3};
    for (int i = 0; i < one.input().size(); ++i)
      one.input()[i] = net::input(memory.arena())[i] = random.code();
    one.run();
    test::poisoner<net> poison{memory.arena(), filled};
    net::run(memory.arena(), test::late_copier{}, poison);
    poison.fill();
    const auto equal = [](const auto& a, const auto& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    };
    same = same && memory.guards_hold(filled) && equal(one.output(), net::output(memory.arena())) &&
           equal(one.output<1>(), net::template output<1>(memory.arena()));
  }
  return same;
}

}  // namespace

TEST_CASE("outputs are those of constants in place") {
  CHECK(equals_whole<options{.fetch = true}>());
  CHECK(equals_whole<options{.keep_input = true, .fetch = true}>());
  CHECK(equals_whole<options{.ram = ram::overlapping, .fetch = true}>());
  CHECK(equals_whole<options{.regions = {{"fast", 2_KiB}, {"slow", 64_KiB}}, .fetch = true}>());
}

TEST_CASE("of rows, layers that run at once fetch theirs") {
  CHECK(equals_whole<options{.ram = ram::smallest, .fetch = true}>());
  CHECK(equals_whole<options{.ram = ram::by_rows({2, 0}), .fetch = true}>());
}

namespace {

/// Random weights, none of them -128: where such weights meet, kernels may pair filters in another
/// way, and two networks of the same layers would be different code.
struct mild_weights {
  unsigned char byte[sizeof w::bytes.byte];
  constexpr mild_weights() : byte{} {
    for (std::size_t i = 0; i < sizeof byte; ++i)
      byte[i] = w::bytes.byte[i] == 0x80 ? 0x81 : w::bytes.byte[i];
  }
};
alignas(16) inline constexpr mild_weights mild;
/// A network whose weights begin at byte From: all of its layers that have kernels of a target.
template <class F, class W, class B, int From>
struct weighted {
  template <class N, int... D>
  static constexpr constant<tensor<N, shape<D...>, ohwi>> at{&mild.byte[From]};
  template <class N, int... D>
  static constexpr constant<tensor<N, shape<D...>>> flat{&mild.byte[From + 16]};
  static constexpr auto graph = etch::graph([](input<tensor<F, shape<9, 7, 8>>> x) {
    using namespace etch::dsl;
    constexpr parameters conv{at<W, 12, 3, 3, 8>, flat<B, 12>};
    constexpr parameters channels{at<W, 1, 3, 3, 12>, flat<B, 12>};
    constexpr parameters pixel{at<W, 12, 1, 1, 12>, flat<B, 12>};
    constexpr parameters fc{flat<W, 10, 144>, flat<B, 10>};
    auto y = x | conv2d(conv, {.pad = same}) | to<F> | depthwise_conv2d(channels, {.pad = same}) |
             to<F> | tap("y");
    auto z = add<F>(y | conv2d(pixel) | to<F>, y);
    return z | max_pool<2> | flatten | dense(fc) | to<F>;
  });
  struct net : network<graph, this_target, options{.slim = false, .fetch = true}> {};
};

/// The same of a recurrent layer, without biases.
template <int From>
struct recurrent {
  static constexpr int units = 9, inputs = 12;
  template <int Gate, int Length>
  static constexpr constant<tensor<affine<std::int8_t, 0.008>, shape<units, Length>, ohwi>> matrix{
      &mild.byte[From + 256 * Gate]};
  alignas(4) static constexpr unsigned char zeros[4 * units]{};
  static constexpr constant<tensor<bias32, shape<units>>> bias{zeros};
  static constexpr auto graph =
      etch::graph([](input<tensor<affine<std::int8_t, 0.05>, shape<1, 3, inputs>>> x) {
        return dsl::gru<affine<std::int8_t, 1.0 / 128>>(
            x, {}, matrix<0, inputs>, matrix<1, inputs>, matrix<2, inputs>, matrix<3, units>,
            matrix<4, units>, matrix<5, units>, bias, bias, bias);
      });
  struct net : network<graph, this_target, options{.slim = false, .fetch = true}> {};
};

/// Notes where constants lie.
struct recorder {
  std::vector<const void*> from{};
  std::vector<std::size_t> sizes{};
  void operator()(void* to, const void* what, std::size_t bytes) {
    std::memcpy(to, what, bytes);
    from.push_back(what);
    sizes.push_back(bytes);
  }
};

/// Whether network A gives the outputs of network B, of the same layers, when it fetches the
/// constants of B: nothing of its own is read.
template <class A, class B>
bool becomes_the_other() {
  static A a;
  static B b;
  test::lcg random{5};
  for (int i = 0; i < a.input().size(); ++i) a.input()[i] = b.input()[i] = random.code();
  const std::vector<signed char> x(a.input().begin(), a.input().end());
  recorder of_b;
  b.run(of_b);
  const auto equal = [&] {
    return std::equal(a.output().begin(), a.output().end(), b.output().begin());
  };
  a.run(copier{});
  const bool differs = !equal();
  std::copy(x.begin(), x.end(), a.input().begin());
  std::size_t k = 0;
  bool of_one_size = true;
  a.run([&](void* to, const void*, std::size_t bytes) {
    of_one_size = of_one_size && bytes == of_b.sizes[k];
    std::memcpy(to, of_b.from[k++], bytes);
  });
  return differs && of_one_size && k == of_b.from.size() && equal();
}
template <class F, class W, class B>
bool becomes_the_other() {
  return becomes_the_other<typename weighted<F, W, B, 0>::net,
                           typename weighted<F, W, B, 4096>::net>();
}

}  // namespace

TEST_CASE("all constants are read from the copies") {
  CHECK(becomes_the_other<q<0, 7>, q<0, 7>, q<0, 7>>());
  CHECK(becomes_the_other<affine<std::int8_t, 0.05, 5>, affine<std::int8_t, 0.01>, bias32>());
  CHECK(becomes_the_other<recurrent<0>::net, recurrent<4096>::net>());
}

TEST_CASE("layers, steps and shared arenas fetch too") {
  using net = with<options{.fetch = true}>;
  static whole one;
  static net layers, steps;
  static shared_arena<net, whole> both;
  test::lcg random{7};
  for (int i = 0; i < one.input().size(); ++i) {
    both.input<net>()[i] = layers.input()[i] = steps.input()[i] = one.input()[i] = random.code();
  }
  one.run();
  test::late_copier dma;
  for (int n = 0; n < net::layer_count; ++n) layers.run_layer(n, dma);
  net::progress p;
  while (steps.run_step(p, dma)) {
  }
  both.run<net>(dma);
  CHECK(dma.to == nullptr);
  const auto equal = [](const auto& y) {
    return std::equal(y.begin(), y.end(), one.output().begin());
  };
  CHECK(equal(layers.output()));
  CHECK(equal(steps.output()));
  CHECK(equal(both.output<net>()));
}

namespace {

/// A kernel whose constants are part of its code.
struct relu_in_code : kernel_base {
  using op = ops::relu;
  static constexpr const char* name = "relu_in_code";
  struct limit {
    int low;
  };
  template <class C>
  static constexpr limit pack() {
    return {0};
  }
  template <class C>
  static constexpr bool bakes_constants = true;
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    constexpr limit own = packed<relu_in_code, C>;
    for (int i = rows.first * 36; i < (rows.first + rows.count) * 36; ++i)
      a.template out<0>()[i] =
          a.template in<0>()[i] < own.low ? std::int8_t{0} : a.template in<0>()[i];
  }
};
inline constexpr auto lone_relu =
    etch::graph<extensions<relu_in_code>>([](input<image> x) { return x | etch::dsl::relu; });

}  // namespace

TEST_CASE("constants that are part of the code stay") {
  static network<lone_relu, generic, options{.fetch = true}> net;
  CHECK(std::strcmp(decltype(net)::placed::kernel_at<0>::name, "relu_in_code") == 0);
  for (int i = 0; i < net.input().size(); ++i) net.input()[i] = static_cast<signed char>(i);
  copier none;
  net.run(none);
  CHECK(none.calls == 0);
  CHECK(net.output()[130] == 0);
  CHECK(net.output()[100] == 100);
}
