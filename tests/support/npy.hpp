// NumPy arrays of the reference data, on every target: format 1.0, C order, little-endian.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace test {

/// The elements of file `name` under ETCH_DATA_DIR, which are of type T. A file that is not there
/// or is of another type fails the test.
template <class T>
std::vector<T> npy(const std::string& name) {
  const std::string path = std::string(ETCH_DATA_DIR) + "/" + name;
  INFO(path);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  unsigned char start[10];
  REQUIRE(std::fread(start, 1, 10, file) == 10);
  REQUIRE(std::memcmp(start, "\x93NUMPY\x01", 7) == 0);
  std::string header(static_cast<std::size_t>(start[8] | start[9] << 8), ' ');
  REQUIRE(std::fread(header.data(), 1, header.size(), file) == header.size());
  const std::size_t at = header.find("'descr': '");
  REQUIRE(at != std::string::npos);
  REQUIRE(header[at + 12] == static_cast<char>('0' + sizeof(T)));
  std::vector<T> x;
  T block[512];
  for (std::size_t n = 0; (n = std::fread(block, sizeof(T), 512, file)) > 0;) {
    x.insert(x.end(), block, block + n);
  }
  std::fclose(file);
  return x;
}

}  // namespace test
