// Networks that take samples: features and history as operators, against the classes and against
// what the stream was.
#include "../support/small_weights.hpp"
#include "../support/sounds.hpp"

#include <etch/etch.hpp>

#include <catch2/catch.hpp>

namespace {

using namespace etch;
using etch::q, etch::shape, etch::tensor;
using signal::settings;

constexpr settings of_320{.points = 512, .window = 480, .hop = 160, .bands = 20};

inline constexpr auto listening =
    etch::graph<signal::operators>([](etch::input<tensor<q<0, 15>, shape<160, 1>>> x) {
      using namespace etch::dsl;
      const wire window = x | history<480>;
      return outputs(window | mfcc(of_320) | tap("mfcc"), window | log_mel(of_320) | tap("logs"));
    });

TEST_CASE("features in a network are those of the classes") {
  static network<listening> net;
  static signal::mfcc<of_320> coefficients;
  static signal::log_mel<of_320> logs;
  static std::int16_t hop[160];
  for (int round = 0; round < 2; ++round) {
    net.reset(), coefficients.reset(), logs.reset();
    sounds::noise random;
    int different = 0;
    for (int h = 0; h < 50; ++h) {
      sounds::make(random, h, hop, 160);
      for (int i = 0; i < 160; ++i) net.input()[i] = hop[i];
      net.run();
      const std::int16_t* want = coefficients.push(hop);
      for (int i = 0; i < 10; ++i) different += net.output<0>()[i] != want[i];
      want = logs.push(hop);
      for (int i = 0; i < 20; ++i) different += net.output<1>()[i] != want[i];
    }
    CHECK(different == 0);
  }
}

/// Every run brings New entries of two numbers of format F; the network sees the last Length.
template <class F, int Length, int New>
constexpr auto remembering =
    etch::graph<signal::operators>([](etch::input<tensor<F, shape<New, 2>>> x) {
      using namespace etch::dsl;
      return x | history<Length> | tap("all");
    });
template <class F, int Length, int New>
void check_history() {
  static network<remembering<F, Length, New>> net;
  using code = typename F::kind::template storage<F::bits>;
  const auto number = [](int i) { return static_cast<code>(i < 0 ? 0 : i * 37 % 101 - 50); };
  for (int round = 0; round < 2; ++round) {
    net.reset();
    for (int run = 0; run < 3 * Length; ++run) {
      for (int i = 0; i < 2 * New; ++i) net.input()[i] = number(2 * New * run + i);
      net.run();
      int different = 0;
      for (int i = 0; i < 2 * Length; ++i) {
        different += net.output()[i] != number(2 * (New * (run + 1) - Length) + i);
      }
      CHECK(different == 0);
    }
  }
}
/// Without reset() a history goes on: it has of the stream before what the new one does not fill.
template <class F, int Length, int New>
void check_without_reset() {
  static network<remembering<F, Length, New>> net, fresh;
  using code = typename F::kind::template storage<F::bits>;
  constexpr int full = (Length + New - 1) / New;  // runs until nothing is left of the first stream
  net.reset(), fresh.reset();
  for (int run = 0; run < full; ++run) {
    for (int i = 0; i < 2 * New; ++i) net.input()[i] = static_cast<code>(100 + i);
    net.run();
  }
  for (int run = 1; run <= full + 2; ++run) {
    for (int i = 0; i < 2 * New; ++i) {
      net.input()[i] = fresh.input()[i] = static_cast<code>(run);
    }
    net.run(), fresh.run();
    int wrong = 0, different = 0;
    for (int i = 0; i < 2 * Length; ++i) {
      const int runs_ago = (2 * Length - 1 - i) / (2 * New);
      const int entry = (2 * New - 1 - (2 * Length - 1 - i) % (2 * New));  // of what a run brought
      const int want = runs_ago < run ? run - runs_ago : 100 + entry;
      wrong += net.output()[i] != static_cast<code>(want);
      different += net.output()[i] != fresh.output()[i];
    }
    CHECK(wrong == 0);
    CHECK((different > 0) == (run < full));
  }
}
TEST_CASE("without reset() a stream goes on") {
  check_without_reset<q<0, 7>, 7, 3>();
  check_without_reset<q<0, 15>, 5, 4>();
  check_without_reset<f32, 9, 1>();
}

TEST_CASE("a history is the end of the stream") {
  check_history<q<0, 7>, 2, 1>();
  check_history<q<0, 7>, 7, 3>();
  check_history<q<0, 15>, 5, 4>();
  check_history<f32, 9, 1>();
}

inline constexpr auto deciding =
    etch::graph<signal::operators>([](etch::input<tensor<q<0, 15>, shape<320, 1>>> x) {
      using namespace etch::dsl;
      auto frames = x | history<1024> | mfcc() | to<q<7, 0>> | history<8> | reshape<8, 10, 1>;
      return frames | conv2d(w::conv<4, 3, 1>) | to<q<7, 0>> | relu | flatten |
             dense(w::fc<3, 320>) | to<q<9, -2>>;
    });
TEST_CASE("from samples to a decision, by every kernel and by the generic ones") {
  static network<deciding> ours;
  static network<deciding, generic> theirs;
  static std::int16_t hop[320];
  sounds::noise random;
  int different = 0, changes = 0;
  std::int8_t last = 0;
  for (int h = 0; h < 40; ++h) {
    sounds::make(random, h, hop, 320);
    for (int i = 0; i < 320; ++i) ours.input()[i] = theirs.input()[i] = hop[i];
    ours.run(), theirs.run();
    for (int i = 0; i < 3; ++i) different += ours.output()[i] != theirs.output()[i];
    changes += ours.output()[0] != last;
    last = ours.output()[0];
  }
  CHECK(different == 0);
  CHECK(changes > 10);
}

}  // namespace
