// A stream of samples, two ways.
//
// 1. A network with state (an LSTM) takes one frame at a time and remembers what came before:
//    reset() before the first run, and whenever a new stream begins.
// 2. A network without state looks at the last 16 frames, every fourth frame: etch::frame_window
//    keeps them.
#include <etch/etch.hpp>

#include <cstdio>

namespace {

using etch::constant, etch::f32, etch::parameters, etch::q, etch::shape, etch::tensor;

constexpr int inputs = 3, units = 4, steps = 24;

// Weights are made up.
struct numbers {
  float at[512]{};
  std::int8_t code[512]{};
  constexpr numbers() {
    for (int i = 0; i < 512; ++i) {
      code[i] = static_cast<std::int8_t>(i * i % 113 - 56);
      at[i] = static_cast<float>(code[i]) / 64;
    }
  }
};
constexpr numbers some{};

template <int At, int... D>
constexpr constant<tensor<f32, shape<D...>>> table{&some.at[At]};

// Of Steps frames: with 1 the state carries over from run to run, with all of them one run is the
// whole stream.
template <int Steps>
constexpr auto recurrent_graph =
    etch::graph([](etch::input<tensor<f32, shape<1, Steps, inputs>>> x) {
      using namespace etch::dsl;
      return lstm<f32, f32>(x, {}, table<0, units, inputs>, table<12, units, inputs>,
                            table<24, units, inputs>, table<36, units, inputs>,
                            table<48, units, units>, table<64, units, units>,
                            table<80, units, units>, table<96, units, units>, table<112, units>,
                            table<116, units>, table<120, units>, table<124, units>);
    });
struct listener : etch::network<recurrent_graph<1>> {};
struct whole : etch::network<recurrent_graph<steps>> {};

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 5, inputs>>>{&some.code[0]}};
constexpr parameters fc{constant<tensor<q<0, 7>, shape<2, 4>>>{&some.code[60]}};
constexpr auto window_graph = etch::graph([](etch::input<tensor<q<2, 5>, shape<16, inputs>>> x) {
  using namespace etch::dsl;
  auto a = x | conv1d(conv, {.stride = 2, .pad = causal}) | to<q<2, 5>> | relu;
  return a | global_avg_pool1d | dense(fc) | to<q<2, 5>>;
});
struct observer : etch::network<window_graph> {};

// Frame k of the stream.
struct frame {
  float x[inputs];
  explicit frame(int k) {
    for (int i = 0; i < inputs; ++i) x[i] = static_cast<float>((k * (i + 2) + i) % 9 - 4) / 4;
  }
};

bool with_state() {
  static listener net;
  static whole all;
  for (int k = 0; k < steps; ++k) {
    for (int i = 0; i < inputs; ++i) all.input()[k * inputs + i] = frame(k).x[i];
  }
  all.reset();
  all.run();
  bool right = true;
  for (int stream = 0; stream < 2; ++stream) {
    net.reset();  // the second stream remembers nothing of the first
    for (int k = 0; k < steps; ++k) {
      etch::quantise_input(net.input(), frame(k).x);
      net.run();
      for (int u = 0; u < units; ++u) {
        right = right && net.output()[u] == all.output()[k * units + u];
      }
    }
  }
  std::printf("state: %d runs of a frame are one run of %d\n", steps, steps);
  return right;
}

bool with_a_window() {
  static observer net, again;
  static etch::frame_window<observer, 4> window;
  int runs = 0;
  bool right = true;
  for (int k = 0; k < steps; ++k) {
    if (!window.push(frame(k).x)) continue;
    window.give(net.input());
    net.run();
    ++runs;
    // the same frames, written one by one
    for (int t = 0; t < 16; ++t) {
      for (int i = 0; i < inputs; ++i) again.input().set(t, i, frame(k - 15 + t).x[i]);
    }
    again.run();
    right = right && net.output()[0] == again.output()[0] && net.output()[1] == again.output()[1];
    float scores[2];
    etch::dequantise_output(net.output(), scores);
    std::printf("frame %2d: class %d of %+.3f %+.3f\n", k, etch::arg_max(net.output()),
                static_cast<double>(scores[0]), static_cast<double>(scores[1]));
  }
  return right && runs == (steps - 16) / 4 + 1;
}

}  // namespace

int main() {
  const bool state = with_state(), window = with_a_window();
  if (!state || !window) std::printf("WRONG\n");
  return state && window ? 0 : 1;
}
