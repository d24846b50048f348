// Shiftry's FastGRNN of 16 bits, of a face detector's RNNPool: a step and 32 sequences, bit for
// bit.
#include <fastgrnn_wider.hpp>

#include <catch2/catch.hpp>
#include <q15_fastgrnn_wider_header_expected.hpp>
#include <q15_fastgrnn_wider_header_patch.hpp>
#include <q15_fastgrnn_wider_seq_hidden.hpp>
#include <q15_fastgrnn_wider_seq_input.hpp>

namespace {

using namespace small_models::fastgrnn_wider;

constexpr int sequences = 32;

std::int16_t code(const unsigned char* bytes, int i) { return etch::load<std::int16_t>(bytes, i); }

TEST_CASE("a step of Shiftry's FastGRNN, bit for bit") {
  static one_step n;
  for (int i = 0; i < inputs; ++i)
    n.input()[i] = code(blob::q15_fastgrnn_wider_header_patch_bytes, i);
  n.run();
  for (int j = 0; j < units; ++j)
    CHECK(n.output()[j] == code(blob::q15_fastgrnn_wider_header_expected_bytes, j));
}

TEST_CASE("32 sequences of Shiftry's FastGRNN, bit for bit") {
  static sequence n;
  int others = 0;
  for (int s = 0; s < sequences; ++s) {
    for (int i = 0; i < steps * inputs; ++i) {
      n.input()[i] = code(blob::q15_fastgrnn_wider_seq_input_bytes, s * steps * inputs + i);
    }
    n.run();
    for (int j = 0; j < units; ++j) {
      others += n.output()[(steps - 1) * units + j] !=
                code(blob::q15_fastgrnn_wider_seq_hidden_bytes, s * units + j);
    }
  }
  CHECK(others == 0);
}

}  // namespace
