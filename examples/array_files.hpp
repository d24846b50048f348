// Arrays of .npy files, for programs of workstations.
#pragma once

#include <cmake/tools/npy.hpp>
#include <etch/format/f16.hpp>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace examples {

/// A file as it is.
inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The elements of a .npy file, of T or of f16, and its shape.
template <class T>
std::vector<T> read(const std::string& path, std::vector<long>& shape) {
  const std::string file = bytes_of(path);
  const npy::array_file array = npy::parse(file);
  shape = array.shape;
  const bool half = array.type == "<f2";
  const std::size_t each = half ? 2 : sizeof(T);
  if (array.type.back() - '0' != static_cast<int>(each)) {
    throw std::runtime_error(path + " has elements of type " + array.type);
  }
  std::vector<T> all(array.size / each);
  if (!half) {
    std::memcpy(all.data(), file.data() + array.data, array.size);
    return all;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::uint16_t code;
    std::memcpy(&code, file.data() + array.data + 2 * i, 2);
    all[i] = static_cast<T>(etch::f16::kind::decode(
        etch::f16::descriptor, static_cast<etch::f16::kind::storage<16>>(code)));
  }
  return all;
}

}  // namespace examples
