// Features of sound: instructions of a hop, its parts, and bytes.
#include <etch/signal/signal.hpp>

#include "../tests/support/sounds.hpp"
#include "cycle_model.hpp"
#include "instruction_clock.hpp"
#include "report.hpp"

namespace {

using namespace etch;

/// The most that a push takes of a window of any of the sounds; of a stream, whose samples are made
/// as they are pushed.
template <class Features, class Clock>
std::uint64_t most_of_a_hop() {
  static Features features;
  features.reset();
  sounds::noise random;
  static std::int16_t samples[Features::hop];
  std::uint64_t most = 0;
  for (int h = 0; h < sounds::count; ++h) {
    sounds::make(random, h, samples, Features::hop);
    Clock::start();
    features.push(samples);
    most = maximum(most, Clock::stop());
  }
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
  figures.add(name + "/table_bytes", "bytes", Features::table_bytes);
  figures.add(name + "/ram_bytes", "bytes", Features::ram_bytes);
}

constexpr signal::settings of_points(int points, int window) {
  return {.points = points, .window = window, .hop = points == 1024 ? 320 : 160};
}

}  // namespace

int main(int argc, char** argv) {
  bench::report figures(argc, argv);
  if (!bench::instruction_clock::available()) return 0;
  add<signal::mfcc<of_points(1024, 1024)>>(figures, "signal/mfcc_1024");
  add<signal::log_mel<of_points(1024, 1024)>>(figures, "signal/log_mel_1024");
  add<signal::mfcc<of_points(1024, 640)>>(figures, "signal/mfcc_640_of_1024");
  add<signal::mfcc<of_points(512, 400)>>(figures, "signal/mfcc_400_of_512");
}
