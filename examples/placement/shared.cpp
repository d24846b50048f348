// Two networks in one arena, run one after the other: one reads digits, the other hears a stream
// frame by frame and remembers what came before. Its state lies apart and survives the digits.
#include "digit.hpp"

#include <cstdio>

namespace {

using etch::constant, etch::f32, etch::shape, etch::tensor;

// Weights are made up.
struct numbers {
  float at[128]{};
  constexpr numbers() {
    for (int i = 0; i < 128; ++i) at[i] = static_cast<float>(i * i % 113 - 56) / 64;
  }
};
constexpr numbers some{};
template <int At, int... D>
constexpr constant<tensor<f32, shape<D...>>> table{&some.at[At]};

constexpr auto stream_graph = etch::graph([](etch::input<tensor<f32, shape<1, 1, 3>>> x) {
  using namespace etch::dsl;
  return lstm<f32, f32>(x, {}, table<0, 4, 3>, table<12, 4, 3>, table<24, 4, 3>, table<36, 4, 3>,
                        table<48, 4, 4>, table<64, 4, 4>, table<80, 4, 4>, table<96, 4, 4>,
                        table<112, 4>, table<116, 4>, table<120, 4>, table<124, 4>);
});
struct listener : etch::network<stream_graph> {};
struct reader : digits::s8 {};
static_assert(etch::shared_arena<listener, reader>::ram_bytes <=
              reader::ram_bytes + 15 + listener::region_bytes<"state">());

template <class View>
void hear(const View& to, int frame) {
  for (int i = 0; i < 3; ++i) to[i] = static_cast<float>((frame * (i + 2) + i) % 9 - 4) / 4;
}

}  // namespace

int main() {
  static etch::shared_arena<listener, reader> memory;
  static listener alone;
  memory.reset<listener>();
  alone.reset();
  int right = 0;
  for (int frame = 0; frame < 12; ++frame) {
    hear(memory.input<listener>(), frame);
    hear(alone.input(), frame);
    memory.run<listener>();
    alone.run();
    int equal = 0;
    for (int u = 0; u < 4; ++u) equal += memory.output<listener>()[u] == alone.output()[u] ? 1 : 0;

    digit::write(memory.input<reader>(), digit::eight);
    memory.run<reader>();
    right += equal == 4 && digit::largest(memory.output<reader>()) == 8 ? 1 : 0;
  }
  std::printf("%d of 12 frames heard and 12 digits read in %d bytes; each alone %d and %d\n", right,
              memory.ram_bytes, listener::ram_bytes, reader::ram_bytes);
  return right == 12 ? 0 : 1;
}
