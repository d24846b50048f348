// DS-CNN-S hop by hop equals DS-CNN-S of whole seconds:
//
//   words_stream [clean]
//
// `clean` besides counts the words of the clean set that are heard right. Exit code 1 where a score
// differs, or fewer than 90 % are right: the weights were trained with padding, by which they hear
// 374 of 380.
#include "ds_cnn_stream.hpp"

#include "test_sets.hpp"

#include <cstdio>
#include <cstring>

namespace {

using words::ds_cnn::stream, words::ds_cnn::whole;

/// Whether both give the same scores of the last second of a clip of three, at every second hop.
int different_scores() {
  static stream hops;
  static whole second;
  constexpr int seconds = 3, row = words::heard_coefficients, step = 2 * row;
  static signed char clip[seconds * words::second_size];
  int different = 0;
  for (int first = 0; first + seconds <= 6; first += seconds) {
    for (int i = 0; i < seconds * words::second_size; ++i) {
      const auto code = blob::test_features_bytes[first * words::second_size + i];
      clip[i] = static_cast<signed char>(code);
    }
    hops.reset();
    for (int at = 0; at < seconds * words::second_size; at += step) {
      std::memcpy(hops.input().data(), clip + at, step);
      hops.run();
      const int begin = at + step - words::second_size;
      if (begin < 0) continue;
      std::memcpy(second.input().data(), clip + begin, words::second_size);
      second.run();
      different += std::memcmp(hops.output().data(), second.output().data(), 12) == 0 ? 0 : 1;
    }
  }
  return different;
}

/// Seconds of the clean set that are heard right.
int right_of_clean() {
  static whole net;
  const words::test_set set = words::test_sets[0];
  int right = 0;
  for (int k = 0; k < set.count; ++k) {
    words::set_second(net, k);
    net.run();
    right += etch::arg_max(net.output()) == words::label_of(k) ? 1 : 0;
  }
  return right;
}

}  // namespace

int main(int argc, char**) {
  const int different = different_scores();
  std::printf("hop by hop: %d scores differ\n", different);
  std::printf("products: %lld a second, %lld two hops; RAM %d and %d bytes\n",
              static_cast<long long>(whole::macs), static_cast<long long>(stream::macs),
              whole::ram_bytes, stream::ram_bytes);
  if (argc < 2) return different == 0 ? 0 : 1;
  const int right = right_of_clean();
  std::printf("%d of %d words right\n", right, words::test_sets[0].count);
  return different == 0 && right >= 342 ? 0 : 1;
}
