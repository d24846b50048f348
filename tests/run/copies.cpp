// Copies of codes of bytes by words: every way that both ends can lie, and not a byte more.
#include <catch2/catch.hpp>
#include <etch/etch.hpp>

namespace {

struct memory {
  static constexpr int size = 320;
  alignas(16) unsigned char byte[size];
  explicit memory(int first) {
    for (int i = 0; i < size; ++i) byte[i] = static_cast<unsigned char>(first + 3 * i);
  }
};

}  // namespace

TEST_CASE("copies of bytes at any address") {
  int wrong = 0;
  for (int to = 0; to < 6; ++to) {
    for (int from = 0; from < 6; ++from) {
      for (int count = 0; count < 84; ++count) {
        const memory x(1);
        memory y(128);
        etch::copy_bytes(y.byte + 32 + to, x.byte + 16 + from, count);
        const memory before(128);
        for (int i = 0; i < memory::size; ++i) {
          const int k = i - 32 - to;
          wrong += y.byte[i] != (k >= 0 && k < count ? x.byte[16 + from + k] : before.byte[i]);
        }
      }
    }
  }
  CHECK(wrong == 0);
}

namespace {

/// Codes that are not what three pieces of Count codes, `lies` bytes behind whole words, become.
template <int Count>
int count_wrong_pieces(int lies) {
  const int step = Count + (Count & 4) + 4;
  const memory x(1), before(128);
  memory y(128);
  etch::copy_pieces<Count>(y.byte + 16 + lies, step, x.byte + lies, 3);
  int wrong = 0;
  for (int i = 0; i < memory::size; ++i) {
    const int k = i - 16 - lies, piece = k >= 0 ? k / step : 3, at = k - piece * step;
    const bool copied = piece < 3 && at < Count;
    wrong += y.byte[i] != (copied ? x.byte[lies + piece * Count + at] : before.byte[i]);
  }
  return wrong;
}
template <int... Count>
int count_wrong_pieces_of() {
  return ((count_wrong_pieces<Count>(0) + count_wrong_pieces<Count>(1)) + ...);
}

}  // namespace

TEST_CASE("pieces") {
  CHECK(count_wrong_pieces_of<1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 18, 20, 24>() == 0);
  CHECK(count_wrong_pieces_of<28, 32, 36, 48, 64, 68, 80>() == 0);
}

TEST_CASE("one code many times") {
  int wrong = 0;
  for (int to = 0; to < 6; ++to) {
    for (int count = 0; count < 20; ++count) {
      memory y(128);
      const memory before(128);
      etch::fill_bytes(y.byte + 8 + to, static_cast<unsigned char>(7), count);
      for (int i = 0; i < memory::size; ++i) {
        const int k = i - 8 - to;
        wrong += y.byte[i] != (k >= 0 && k < count ? 7 : before.byte[i]);
      }
    }
  }
  CHECK(wrong == 0);
}
