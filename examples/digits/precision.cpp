// Reads the handwritten digits of the test split in the precision that its argument names, or in
// each of them: `digits_precision [normal | low | low_bf16 | int8]`. Exit code 1 when one reads
// fewer than 345 of the 360 pictures right.
#include "precision.hpp"

#include <bench/model.hpp>
#include <digits_images.hpp>

#include <cstdio>
#include <cstring>

namespace {

/// How many pictures the network in precision P reads right; prints that, and what it costs.
template <digits::precision P>
int read_all(const char* name) {
  using network = digits::with<P>;
  static network net;
  int right = 0;
  std::uint64_t instructions = 0;
  for (int k = 0; k < digits::image_count; ++k) {
    digits::set_picture(net, digits::images[k]);
    if (k == 0) instructions = etch::bench::instructions(net);
    else net.run();
    right += digits::answer_of(net) == digits::labels[k] ? 1 : 0;
  }
  std::printf("%-8s  %d of %d right, %5d bytes RAM, %6d constants, second layer %s", name, right,
              digits::image_count, network::ram_bytes, network::constant_bytes,
              network::placed::template kernel_at<1>::name);
  if (instructions > 0)
    std::printf(", %lu instructions a picture", static_cast<unsigned long>(instructions));
  std::printf("\n");
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  using digits::precision;
  const auto is_asked_for = [&](const char* name) {
    return argc < 2 || std::strcmp(argv[1], name) == 0;
  };
  bool known = false, reads = true;
  const auto run = [&]<precision P>(const char* name) {
    if (!is_asked_for(name)) return;
    known = true;
    reads = read_all<P>(name) >= 345 && reads;
  };
  run.operator()<precision::normal>("normal");
  run.operator()<precision::low>("low");
  run.operator()<precision::low_bf16>("low_bf16");
  run.operator()<precision::int8>("int8");
  if (!known) std::printf("%s is no precision: normal, low, low_bf16, int8\n", argv[1]);
  return known && reads ? 0 : 1;
}
