// CMSIS-NN's GRU example in q15 with weights of q7: 16 steps, bit for bit.
#include <gru_cmsis.hpp>

#include <catch2/catch.hpp>
#include <gru_cmsis_step_h_in.hpp>
#include <gru_cmsis_step_h_out.hpp>
#include <gru_cmsis_step_input.hpp>

namespace {

using small_models::gru_cmsis::units;

std::int16_t code(const unsigned char* bytes, int step, int i) {
  return etch::load<std::int16_t>(bytes, step * units + i);
}

TEST_CASE("the steps of CMSIS-NN's GRU example, bit for bit") {
  constexpr int steps = blob::gru_cmsis_step_input_shape[0];
  static_assert(steps == 16);
  static small_models::gru_cmsis::q15 n;
  int others = 0, moved = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < units; ++i) {
      if (t > 0) others += n.output()[i] != code(blob::gru_cmsis_step_h_in_bytes, t, i);
      n.input<0>()[i] = code(blob::gru_cmsis_step_input_bytes, t, i);
      n.input<1>()[i] = code(blob::gru_cmsis_step_h_in_bytes, t, i);
    }
    n.run();
    for (int i = 0; i < units; ++i) {
      others += n.output()[i] != code(blob::gru_cmsis_step_h_out_bytes, t, i);
      moved += n.output()[i] != n.input<1>()[i];
    }
  }
  CHECK(others == 0);
  CHECK(moved > 500);
}

}  // namespace
