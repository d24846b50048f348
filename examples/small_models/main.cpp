// Reads the 360 handwritten digits of the test split with each small model. Exit code 1 where one
// reads fewer of them right than it did when it was trained, but for 2.
#include "bonsai_digits.hpp"
#include "ds_cnn_digits.hpp"
#include "fastgrnn_digits.hpp"
#include "proto_nn_digits.hpp"

#include <bench/model.hpp>
#include <digits_images.hpp>

#include <cstdio>

namespace {

/// Whether Net reads so many test pictures right, which it prints.
template <class Net>
bool reads(const char* name, int expected) {
  static Net net;
  int right = 0;
  std::uint64_t instructions = 0;
  for (int k = 0; k < digits::image_count; ++k) {
    for (int i = 0; i < 64; ++i) net.input().set(i, digits::images[k][i] / 16.0);
    if (k == 0) instructions = etch::bench::instructions(net);
    else net.run();
    right += etch::arg_max(net.output()) == digits::labels[k] ? 1 : 0;
  }
  std::printf("%-16s %d of %d right", name, right, digits::image_count);
  if (instructions > 0)
    std::printf(", %lu instructions a picture", static_cast<unsigned long>(instructions));
  std::printf(", %d bytes RAM, %d constants\n", Net::ram_bytes, Net::constant_bytes);
  return right >= expected - 2;
}

}  // namespace

int main() {
  bool all = reads<small_models::fastgrnn_digits::f32>("FastGRNN f32", 354);
  all &= reads<small_models::ds_cnn_digits::f32>("DS-CNN f32", 354);
  all &= reads<small_models::proto_nn_digits::f32>("ProtoNN f32", 354);
  all &= reads<small_models::bonsai_digits::f32>("Bonsai f32", 355);
  return all ? 0 : 1;
}
