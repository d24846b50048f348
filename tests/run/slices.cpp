// Networks layer by layer, one arena for several networks, and how long an input stays valid.
// PORTABLE: no kernel of one target alone
#include "../support/poison.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <cstring>

namespace {

using etch::q, etch::shape, etch::tensor;

inline constexpr auto branch_graph =
    etch::graph([](etch::input<tensor<q<0, 7>, shape<6, 6, 4>>> x) {
      using namespace etch::dsl;
      auto a = x | conv2d(w::conv<4, 3, 4>) | to<q<2, 5>> | relu | tap("a");
      auto b = add<q<2, 5>>(a, x) | tap("b");  // the second layer is the last to read the input
      return b | max_pool<2> | dense(w::fc<10, 36>) | to<q<4, 3>> | tap("y");
    });
struct branch : etch::network<branch_graph> {};
using keeping = branch::with<etch::options{.keep_input = true}>;

inline constexpr auto small_graph = etch::graph([](etch::input<tensor<q<0, 7>, shape<36>>> x) {
  using namespace etch::dsl;
  return x | dense(w::fc<10, 36>) | to<q<4, 3>> | tap("y");
});
struct small : etch::network<small_graph> {};

inline constexpr auto renamed_graph = etch::graph([](etch::input<tensor<q<0, 7>, shape<6>>> x) {
  using namespace etch::dsl;
  return x | reshape<2, 3> | tap("y");
});

struct picture {
  signed char code[6 * 6 * 4];
  explicit picture(int seed) {
    test::lcg random{static_cast<unsigned>(seed)};
    for (signed char& c : code) c = random.code();
  }
};

struct logits {
  signed char code[10];
  bool operator==(const logits&) const = default;
};

template <class View>
logits read(const View& y) {
  logits l{};
  for (int i = 0; i < 10; ++i) l.code[i] = static_cast<signed char>(y[i]);
  return l;
}

logits expected(const picture& p) {
  static branch net;
  std::memcpy(net.input().data(), p.code, sizeof p.code);
  net.run();
  return read(net.output());
}

}  // namespace

TEST_CASE("layer by layer gives what run() gives") {
  static branch net;
  const picture p(1);
  std::memcpy(net.input().data(), p.code, sizeof p.code);
  for (int n = 0; n < branch::layer_count; ++n) net.run_layer(n);
  CHECK(read(net.output()) == expected(p));
}

TEST_CASE("slices of two arenas may interleave") {
  alignas(16) static unsigned char first[branch::ram_bytes], second[branch::ram_bytes];
  const picture p(2), q(3);
  std::memcpy(branch::input(first).data(), p.code, sizeof p.code);
  std::memcpy(branch::input(second).data(), q.code, sizeof q.code);
  for (int n = 0; n < branch::layer_count; ++n) {
    branch::run_layer(first, n);
    branch::run_layer(second, n);
  }
  CHECK(read(branch::output(first)) == expected(p));
  CHECK(read(branch::output(second)) == expected(q));
  CHECK(!(expected(p) == expected(q)));
}

TEST_CASE("with keep_input the next picture may arrive after the last layer that reads it") {
  static_assert(keeping::last_layer_reading_input<> == 1);
  static keeping net;
  const picture p(4), q(5);
  std::memcpy(net.input().data(), p.code, sizeof p.code);
  for (int n = 0; n < keeping::layer_count; ++n) {
    net.run_layer(n);
    if (n == keeping::last_layer_reading_input<>) {
      std::memcpy(net.input().data(), q.code, sizeof q.code);
    }
  }
  CHECK(read(net.output()) == expected(p));
  net.run();  // of the picture that came meanwhile
  CHECK(read(net.output()) == expected(q));

  using renamed = etch::network<renamed_graph>;
  static_assert(renamed::last_layer_reading_input<> == renamed::layer_count);
}

TEST_CASE("two networks share one arena") {
  static etch::shared_arena<branch, small> memory;
  static_assert(decltype(memory)::ram_bytes == branch::ram_bytes);
  static_assert(branch::ram_bytes > small::ram_bytes);

  const picture p(6);
  std::memcpy(memory.input<branch>().data(), p.code, sizeof p.code);
  memory.run<branch>();
  CHECK(read(memory.output<branch>()) == expected(p));

  small alone;
  for (int i = 0; i < 36; ++i) alone.input()[i] = memory.input<small>()[i] = p.code[i];
  alone.run();
  for (int n = 0; n < small::layer_count; ++n) memory.run_layer<small>(n);
  CHECK(read(memory.output<small>()) == read(alone.output()));
  CHECK(memory.input<small>().data() == small::input(memory.bases<small>()).data());
}
