// Values that were recorded as .npy files: what a network has to give, number after number.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <etch/etch.hpp>
#include <string>
#include <vector>

#include "folder.hpp"

namespace test {

/// The elements of a .npy file of version 1.
class array_file {
 public:
  explicit array_file(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
    INFO(path);
    REQUIRE(file_ != nullptr);
    unsigned char start[10]{};
    REQUIRE(std::fread(start, 1, sizeof start, file_) == sizeof start);
    REQUIRE(std::fseek(file_, 10 + start[8] + 256 * start[9], SEEK_SET) == 0);
  }
  array_file(const array_file&) = delete;
  array_file& operator=(const array_file&) = delete;
  ~array_file() { std::fclose(file_); }

  /// Whether `size` more bytes are there: read into x.
  bool next(void* x, std::size_t size) { return std::fread(x, 1, size, file_) == size; }

 private:
  std::FILE* file_;
};

/// Whether the next numbers of a file are those at `data`, of format f.
inline void check_next(array_file& file, const etch::format& f, const void* data, int count) {
  const auto size = static_cast<std::size_t>(count) * static_cast<std::size_t>(f.bits / 8);
  std::vector<unsigned char> want(size);
  REQUIRE(file.next(want.data(), size));
  if (!etch::is_f32(f)) {
    CHECK(std::memcmp(want.data(), data, size) == 0);
    return;
  }
  float worst = 0, largest = 0;
  for (std::size_t i = 0; i < size; i += 4) {
    float a, b;
    std::memcpy(&a, static_cast<const unsigned char*>(data) + i, 4);
    std::memcpy(&b, want.data() + i, 4);
    if (!(std::fabs(a - b) <= worst)) worst = std::fabs(a - b);
    largest = std::fmax(largest, std::fabs(b));
  }
  CHECK(worst <= 1e-5F * largest);
}

template <class View>
std::size_t size_of(const View& x) {
  return static_cast<std::size_t>(x.size()) * sizeof(x[0]);
}

}  // namespace test
