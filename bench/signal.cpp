// Features of sound: instructions of a hop, its parts, and bytes.
#include <etch/signal/signal.hpp>

#include "../tests/support/sounds.hpp"
#include "cycle_model.hpp"
#include "instruction_clock.hpp"
#include "report.hpp"
#include "stack.hpp"

namespace {

using namespace etch;

/// Pushes all sounds, hop by hop; told(f) makes a push by calling f and sees what it gave.
template <class Features, class Told>
void push_all(const Told& told) {
  static Features features;
  static std::int16_t samples[Features::hop];
  features.reset();
  sounds::noise random;
  for (int h = 0; h < sounds::count; ++h) {
    sounds::make(random, h, samples, Features::hop);
    told([] { return features.push(samples); });
  }
}
/// The most that a push takes.
template <class Features, class Clock>
std::uint64_t most_of_a_hop() {
  std::uint64_t most = 0;
  push_all<Features>([&](const auto& push) {
    Clock::start();
    push();
    most = maximum(most, Clock::stop());
  });
  return most;
}

template <class Features>
void add(bench::report& figures, const std::string& name) {
  figures.add(name + "/instructions", "instructions",
              most_of_a_hop<Features, bench::instruction_clock>());
  if (bench::cycle_model::available()) {
    figures.add(name + "/modelled_cycles", "cycles",
                most_of_a_hop<Features, bench::cycle_model_clock>());
  }
  sounds::digest digest;
  std::size_t stack = 0;
  push_all<Features>([&](const auto& push) {
    digest.add(push(), Features::count);
    if (bench::stack_is_real) stack = maximum(stack, bench::stack_bytes(push, 4096));
  });
  if (bench::stack_is_real) figures.add(name + "/stack_bytes", "bytes", stack);
  figures.add(name + "/ram_bytes", "bytes", Features::ram_bytes);
  figures.add(name + "/constant_bytes", "bytes", Features::table_bytes);
  figures.add(name + "/digest", "fnv-1a", digest.value);
}

constexpr signal::settings of_points(int points, int window) {
  return {.points = points, .window = window, .hop = points == 1024 ? 320 : 160};
}

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  if (!bench::instruction_clock::available()) return 0;
  add<signal::mfcc<of_points(1024, 1024)>>(figures, "mfcc_1024");
  add<signal::log_mel<of_points(1024, 1024)>>(figures, "log_mel_1024");
  add<signal::mfcc<of_points(1024, 640)>>(figures, "mfcc_640_of_1024");
  add<signal::mfcc<of_points(512, 400)>>(figures, "mfcc_400_of_512");
}
