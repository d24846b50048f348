// What bench/peers/compare.py asks of a library: one network in a module that it loads. To be
// included by one source of each module.
#pragma once

#include "peak.hpp"

namespace etch::bench {

/// A network; its input and output are numbers of any format, as bytes.
class peer {
 public:
  peer() = default;
  peer(const peer&) = delete;
  peer& operator=(const peer&) = delete;
  virtual ~peer() = default;
  virtual void read_input(const signed char* codes) = 0;
  virtual void run() = 0;
  virtual void write_output(signed char* codes) = 0;
};

}  // namespace etch::bench

extern "C" {

/// What one inference by p gives.
void peer_answer(etch::bench::peer* p, const signed char* input, signed char* output);
void peer_answer(etch::bench::peer* p, const signed char* input, signed char* output) {
  p->read_input(input);
  p->run();
  p->write_output(output);
}

/// Nanoseconds of this thread that so many inferences on the last input take.
double peer_nanoseconds(etch::bench::peer* p, int runs);
double peer_nanoseconds(etch::bench::peer* p, int runs) {
  const double start = etch::bench::thread_nanoseconds();
  for (int k = 0; k < runs; ++k) p->run();
  return etch::bench::thread_nanoseconds() - start;
}
}
