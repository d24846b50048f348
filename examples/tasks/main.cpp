// Two tasks of a real-time system. The one with the higher priority comes every tick and runs its
// network to the end; the other is given what is left, layer by layer, as a scheduler would.
//
// 1. Each network has an arena of its own: nothing has to be arranged, whoever is interrupted.
// 2. Both share one arena, as large as the larger needs: a task holds it from the first byte of its
//    input until it has read its output (on an RTOS a mutex), and the other one waits.
#include "networks.hpp"

#include <cstdio>

namespace {

using tasks::motor, tasks::picture;

constexpr int ticks = 40;

// What the sensors deliver.
template <class View>
void sense(const View& to, int seed) {
  for (int i = 0; i < to.size(); ++i) to[i] = static_cast<signed char>((seed + 3) * (i + 5) % 101);
}

struct decision {
  int of_class = -1;
  float score = 0;
  bool operator==(const decision&) const = default;
};
template <class View>
decision decide(const View& y) {
  const etch::score first = etch::best<1>(y)[0];
  return {first.index, first.real};
}

// The same inference without another task.
template <class Net>
decision alone(int seed) {
  static Net net;
  sense(net.input(), seed);
  net.run();
  return decide(net.output());
}

// The task that is interrupted: one layer a call, `done` after the last.
struct low_priority {
  int layer = 0;
  int pictures = 0;
  bool right = true;

  template <class Arena>
  bool step(Arena& arena) {
    if (layer == 0) sense(picture::input(arena), pictures);
    picture::run_layer(arena, layer);
    if (++layer < picture::layer_count) return false;
    right = right && decide(picture::output(arena)) == alone<picture>(pictures);
    layer = 0;
    ++pictures;
    return true;
  }
};

bool two_arenas() {
  alignas(16) static unsigned char of_motor[motor::ram_bytes], of_picture[picture::ram_bytes];
  low_priority pictures;
  bool right = true;
  for (int tick = 0; tick < ticks; ++tick) {
    // the motor's task interrupts that of the picture between two layers, or anywhere else
    sense(motor::input(of_motor), tick);
    motor::run(of_motor);
    right = right && decide(motor::output(of_motor)) == alone<motor>(tick);
    pictures.step(of_picture);
  }
  std::printf("two arenas, %d + %d bytes: %d inferences of the motor, %d pictures\n",
              motor::ram_bytes, picture::ram_bytes, ticks, pictures.pictures);
  return right && pictures.right && pictures.pictures == ticks / picture::layer_count;
}

bool one_arena() {
  static etch::shared_arena<motor, picture> arena;
  bool taken = false;  // the mutex
  low_priority pictures;
  int inferences = 0, waited = 0;
  bool right = true;
  for (int tick = 0; tick < ticks; ++tick) {
    if (taken) {
      ++waited;  // the picture is at work: the motor's samples wait for a later tick
    } else {
      sense(arena.input<motor>(), tick);
      arena.run<motor>();
      right = right && decide(arena.output<motor>()) == alone<motor>(tick);
      ++inferences;
    }
    taken = true;
    picture::bases bytes = arena.bases<picture>();
    if (pictures.step(bytes)) taken = false;
  }
  std::printf("one arena, %d bytes: %d inferences of the motor, %d ticks waited, %d pictures\n",
              arena.ram_bytes, inferences, waited, pictures.pictures);
  return right && pictures.right && inferences + waited == ticks && waited > 0;
}

}  // namespace

int main() {
  const bool apart = two_arenas(), together = one_arena();
  std::printf("%s\n", apart && together ? "all as without the other task" : "WRONG");
  return apart && together ? 0 : 1;
}
