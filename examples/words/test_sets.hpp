// The test voices: features of seconds, in noise 40 dB below the word ("clean"), 10 and 0.
#pragma once

#include <test_features.hpp>
#include <test_labels.hpp>

#include <cstring>

namespace words {

/// Seconds first .. first + count - 1.
struct test_set {
  const char* name;
  int first, count;
};
constexpr test_set test_sets[] = {{"clean", 0, 380}, {"10dB", 380, 200}, {"0dB", 580, 200}};
constexpr int second_size = 500;
static_assert(blob::test_labels_size == 780 && blob::test_features_size == 780 * second_size);

inline const test_set* find_test_set(const char* name) {
  for (const test_set& s : test_sets) {
    if (std::strcmp(s.name, name) == 0) return &s;
  }
  return nullptr;
}

/// Writes second k to the input of a network: codes of q<6, 1>.
template <class Net>
void set_second(Net& net, int k) {
  for (int i = 0; i < second_size; ++i) {
    const auto code = static_cast<signed char>(blob::test_features_bytes[k * second_size + i]);
    net.input().set(i, code / 2.0);
  }
}
inline int label_of(int k) { return static_cast<unsigned char>(blob::test_labels_bytes[k]); }

}  // namespace words
