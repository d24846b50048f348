// Networks whose memory is several regions, or shared with other networks: outputs are those of one
// arena, no byte outside is written, states outlive what others do, inputs are kept.
// PORTABLE: no kernel of one target alone
// LONG: instrumented
#include "../support/rows.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>
#include <etch/etch.hpp>

#include <algorithm>
#include <vector>

namespace {

using namespace etch;
using namespace etch::literals;

using image = tensor<q<0, 7>, shape<14, 9, 4>>;
inline constexpr auto branches = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto stem = x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | relu;
  auto a =
      stem | conv2d(w::conv<8, 3, 8>) | to<q<2, 5>> | relu | conv2d(w::conv<8, 1, 8>) | to<q<3, 4>>;
  auto sum = add<q<3, 4>>(a, stem) | relu | max_pool<2>;
  return outputs(sum | global_avg_pool | dense(w::fc<10, 8>) | to<q<4, 3>>, sum);
});
struct whole : network<branches> {};
constexpr region_list two{{"fast", 1100}, {"slow", 64_KiB}};
constexpr region_list three{{"first", 200}, {"second", 300}, {"third", 64_KiB}};
template <options O>
using with = whole::with<O>;

/// Memory with guards on both sides.
class guarded {
 public:
  explicit guarded(int bytes) : bytes_(static_cast<std::size_t>(bytes) + 96, filling) {
    const auto at = reinterpret_cast<std::uintptr_t>(bytes_.data());
    begin_ = 32 + static_cast<std::size_t>((16 - at % 16) % 16);
    end_ = begin_ + static_cast<std::size_t>(bytes);
  }
  unsigned char* data() { return bytes_.data() + begin_; }
  bool holds() const {
    const auto is_filled = [](unsigned char b) { return b == filling; };
    const auto begin = bytes_.begin();
    return std::all_of(begin, begin + static_cast<int>(begin_), is_filled) &&
           std::all_of(begin + static_cast<int>(end_), bytes_.end(), is_filled);
  }

 private:
  static constexpr unsigned char filling = 0x5a;
  std::vector<unsigned char> bytes_;
  std::size_t begin_ = 0, end_ = 0;
};

template <class A, class B>
bool equal(const A& a, const B& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Whether Net in regions that lie apart, and in the order last to first, gives the outputs of
/// `whole` and writes nothing else.
template <class Net, bool Keep, int... R>
bool equals_whole(etch::detail::indices<R...>) {
  constexpr auto& regions = Net::placed::regions;
  guarded memory[]{guarded(regions.bytes[sizeof...(R) - 1 - R])...};
  const typename Net::bases bases{memory[sizeof...(R) - 1 - R].data()...};
  static whole one;
  test::lcg random{3};
  const auto x = one.input();
  for (auto& code : x) code = random.code();
  if constexpr (Net::input_arrives) {
    typename Net::progress p;
    Net::begin(bases, p);
    for (int r = 0; r < 14; ++r) {
      auto row = Net::next_row(bases, p);
      std::copy_n(x.begin() + 36 * r, 36, row);
      if (Net::push_row(bases, p) != (r == 13)) return false;
    }
  } else {
    std::copy(x.begin(), x.end(), Net::input(bases).begin());
    Net::run(bases);
  }
  bool kept = true;
  if constexpr (Keep) kept = equal(Net::input(bases), x);
  one.run();
  const bool held = (memory[R].holds() && ...);
  return held && kept && equal(Net::output(bases), one.output()) &&
         equal(Net::template output<1>(bases), one.output<1>());
}
template <options O>
bool equals_whole() {
  using net = with<O>;
  return equals_whole<net, O.keep_input>(etch::detail::first<net::placed::regions.count>{});
}

}  // namespace

TEST_CASE("regions that lie apart") {
  CHECK(equals_whole<options{.regions = two}>());
  CHECK(equals_whole<options{.regions = three}>());
  CHECK(equals_whole<options{.keep_input = true, .regions = two}>());
  CHECK(equals_whole<options{.ram = ram::smallest, .regions = two}>());
  CHECK(equals_whole<options{.ram = ram::smallest, .regions = three}>());
  CHECK(equals_whole<options{.ram = ram::by_rows({3, 1}), .regions = three}>());
  CHECK(equals_whole<options{.ram = ram::smallest, .input = arrival::rows, .regions = three}>());
}

TEST_CASE("no value of a region is clobbered while it lives") {
  CHECK(test::survives_poison<with<options{.regions = two}>>(3));
  CHECK(test::survives_poison<with<options{.regions = three}>>(4));
  CHECK(test::equals_by_rows<whole, with<options{.ram = ram::smallest, .regions = three}>>(5));
  CHECK(test::equals_by_rows<
        whole, with<options{.ram = ram::smallest, .input = arrival::rows, .regions = two}>>(6));
}

TEST_CASE("an object has all its regions") {
  static with<options{.regions = three}> net;
  static whole one;
  test::lcg random{8};
  for (int i = 0; i < one.input().size(); ++i) one.input()[i] = net.input()[i] = random.code();
  net.run();
  one.run();
  CHECK(equal(net.output(), one.output()));
  for (int n = 0; n < one.input().size(); ++n) one.input()[n] = net.input()[n] = random.code();
  for (int n = 0; n < whole::layer_count; ++n) net.run_layer(n);
  one.run();
  CHECK(equal(net.output<1>(), one.output<1>()));
}

TEST_CASE("an input that comes in rows, or is read so, is kept") {
  static whole one;
  static with<options{.keep_input = true, .ram = ram::smallest}> by_rows;
  static with<options{.keep_input = true, .ram = ram::smallest, .input = arrival::rows}> arriving;
  CHECK(arriving.ram_bytes == by_rows.ram_bytes);
  test::lcg random{9};
  for (int i = 0; i < one.input().size(); ++i) one.input()[i] = by_rows.input()[i] = random.code();
  const std::vector<signed char> x(one.input().begin(), one.input().end());
  arriving.begin();
  for (int r = 0; r < 14; ++r) {
    std::copy_n(x.begin() + 36 * r, 36, arriving.next_row());
    CHECK(arriving.push_row() == (r == 13));
  }
  by_rows.run();
  one.run();
  CHECK(equal(by_rows.input(), x));
  CHECK(equal(arriving.input(), x));
  CHECK(equal(by_rows.output(), one.output()));
  CHECK(equal(arriving.output(), one.output()));
}

namespace {

template <int... D>
inline constexpr constant<tensor<affine<std::int8_t, 0.01>, shape<D...>, ohwi>> k{
    &w::bytes.byte[0]};
using f = affine<std::int8_t, 0.02, 3>;
inline constexpr constant<tensor<bias32, shape<5>>> zeros{&w::bytes.byte[0]};
inline constexpr auto recurrent = etch::graph([](input<tensor<f, shape<1, 1, 3>>> x) {
  using namespace etch::dsl;
  return lstm<f, affine<std::int16_t, 0.001>>(x, {}, k<5, 3>, k<5, 3>, k<5, 3>, k<5, 3>, k<5, 5>,
                                              k<5, 5>, k<5, 5>, k<5, 5>, zeros, zeros, zeros,
                                              zeros);
});
struct listener : network<recurrent> {};
/// The same network, whose state is another one's.
struct second_listener : network<recurrent, this_target, options{.keep_input = true}> {};

/// Frame t of a stream.
signed char sample(int t, int i) { return static_cast<signed char>((t * 37 + i * 11) % 99 - 49); }

/// Whether two listeners in Arena hear two streams, between which `whole` runs.
template <class Arena>
bool listeners_remember() {
  static Arena memory;
  static listener first, second;
  bool right = true;
  first.reset();
  second.reset();
  memory.template reset<listener>();
  memory.template reset<second_listener>();
  for (int t = 0; t < 6; ++t) {
    for (int i = 0; i < 3; ++i)
      first.input()[i] = memory.template input<listener>()[i] = sample(t, i);
    first.run();
    memory.template run<listener>();
    right = right && equal(first.output(), memory.template output<listener>());
    for (auto& code : memory.template input<whole>()) code = static_cast<signed char>(t);
    memory.template run<whole>();
    for (int i = 0; i < 3; ++i)
      second.input()[i] = memory.template input<second_listener>()[i] = sample(t + 50, i);
    second.run();
    memory.template run<second_listener>();
    right = right && equal(second.output(), memory.template output<second_listener>());
  }
  return right;
}

}  // namespace

TEST_CASE("states outlive the runs of other networks") {
  CHECK(listeners_remember<shared_arena<listener, whole, second_listener>>());
  CHECK(listeners_remember<shared_arena<whole, second_listener, listener>>());
  CHECK(listeners_remember<concurrent_arena<listener, second_listener, whole>>());
}

TEST_CASE("networks of a concurrent arena leave each other's values alone") {
  using spread = with<options{.regions = three}>;
  static concurrent_arena<whole, spread, listener> memory;
  static_assert(decltype(memory)::ram_bytes >=
                whole::ram_bytes + spread::ram_bytes + listener::ram_bytes - 16);
  static whole one;
  test::lcg random{11};
  for (int i = 0; i < one.input().size(); ++i) {
    memory.input<whole>()[i] = random.code();
    one.input()[i] = memory.input<spread>()[i] = random.code();
  }
  static whole other;
  std::copy(memory.input<whole>().begin(), memory.input<whole>().end(), other.input().begin());
  memory.reset<listener>();
  for (int n = 0; n < whole::layer_count; ++n) {
    memory.run_layer<whole>(n);
    memory.run_layer<spread>(n);
    memory.run<listener>();
  }
  one.run();
  other.run();
  CHECK(equal(memory.output<spread>(), one.output()));
  CHECK(equal(memory.output<whole>(), other.output()));
}
