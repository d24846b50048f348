// Reads handwritten digits of the test split with each small model as it was trained: all 360,
// DS-CNN the first 60 of them. Exit code 1 where one reads fewer right than train.py prints, but
// for 2.
#include "bonsai_digits.hpp"
#include "ds_cnn_digits.hpp"
#include "fastgrnn_digits.hpp"
#include "proto_nn_digits.hpp"

#include <bench/model.hpp>
#include <digits_images.hpp>

#include <cstdio>

namespace {

/// Whether Net reads so many of the first test pictures right, which it prints.
template <class Net>
bool reads(const char* name, int expected, int pictures = digits::image_count) {
  static Net net;
  int right = 0;
  std::uint64_t instructions = 0;
  for (int k = 0; k < pictures; ++k) {
    for (int i = 0; i < 64; ++i) net.input().set(i, digits::images[k][i] / 16.0);
    if (k == 0) instructions = etch::bench::instructions(net);
    else net.run();
    right += etch::arg_max(net.output()) == digits::labels[k] ? 1 : 0;
  }
  std::printf("%-16s %d of %d right", name, right, pictures);
  if (instructions > 0)
    std::printf(", %lu instructions a picture", static_cast<unsigned long>(instructions));
  std::printf(", %d bytes RAM, %d constants\n", Net::ram_bytes, Net::constant_bytes);
  return right >= expected - 2;
}

}  // namespace

int main() {
  bool all = reads<small_models::fastgrnn_digits::f32>("FastGRNN f32", 354);
  all &= reads<small_models::ds_cnn_digits::f32>("DS-CNN f32", 60, 60);
  all &= reads<small_models::proto_nn_digits::f32>("ProtoNN f32", 354);
  all &= reads<small_models::bonsai_digits::f32>("Bonsai f32", 355);
  return all ? 0 : 1;
}
