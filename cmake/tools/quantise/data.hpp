// The cases and labels of ./dev quantise, read from .npy files.
#pragma once

#include <etch/host/calibration/statistics.hpp>
#include <etch/tensor/bytes.hpp>

#include <fstream>
#include <iterator>

#include "../npy.hpp"

namespace quantise {

using etch::host::cases;
using etch::host::not_quantised;
using etch::host::numbers;
using shape = std::vector<long>;

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw not_quantised(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}
/// The same of a file that has to hold something.
inline std::string read_filled(const std::string& path) {
  std::string bytes = read_file(path);
  if (bytes.empty()) throw not_quantised(path + ": the file is empty");
  return bytes;
}
inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw not_quantised(path + ": cannot be written");
}
inline std::string text_of(const shape& s) {
  std::string all;
  for (const long d : s) all += (all.empty() ? "" : ", ") + std::to_string(d);
  return "(" + all + (s.size() == 1 ? ",)" : ")");
}

/// An array of a .npy file as real numbers.
struct real_array {
  std::string path;
  shape is;
  numbers elements;
  std::size_t data = 0, width = 0;  ///< offset of the first element, bytes of each

  std::string place(std::size_t i) const {
    return path + ": offset " + std::to_string(data + i * width) + ": element " + std::to_string(i);
  }
};
inline real_array read_array(const std::string& path) {
  const std::string file = read_filled(path);
  npy::array_file is;
  try {
    is = npy::parse(file);
  } catch (const npy::malformed& why) {
    throw not_quantised(path + ": " + why.what());
  }
  const auto* const bytes = reinterpret_cast<const unsigned char*>(file.data()) + is.data;
  real_array a{path, is.shape, {}, is.data, static_cast<std::size_t>(is.type.back() - '0')};
  a.elements.resize(is.size / a.width);
  const auto fill = [&]<class T>(T) {
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
      a.elements[i] = static_cast<double>(etch::load<T>(bytes, static_cast<int>(i)));
    }
  };
  const std::string& type = is.type;
  if (type == "<f4") fill(float{});
  else if (type == "<f8") fill(double{});
  else if (type == "|u1" || type == "|b1") fill(std::uint8_t{});
  else if (type == "|i1") fill(std::int8_t{});
  else if (type == "<i2") fill(std::int16_t{});
  else if (type == "<u2") fill(std::uint16_t{});
  else if (type == "<i4") fill(std::int32_t{});
  else if (type == "<u4") fill(std::uint32_t{});
  else if (type == "<i8") fill(std::int64_t{});
  else if (type == "<u8") fill(std::uint64_t{});
  else throw not_quantised(path + ": elements of type " + type + " are not read");
  return a;
}

/// The cases in a file, for an input of shape e: all of them in a first dimension of their own, or
/// in that of a batch of 1. Where channels lie behind the batch in the file, they become the last
/// dimension.
inline cases read_cases(const std::string& path, const etch::extents& e, bool channels_first) {
  const real_array a = read_array(path);
  shape one(e.d, e.d + e.rank);
  if (channels_first) std::rotate(one.begin() + 1, one.end() - 1, one.end());
  const bool has_cases = !a.is.empty();
  const shape rest(a.is.begin() + (has_cases ? 1 : 0), a.is.end());
  const bool batched = !one.empty() && one[0] == 1 && shape(one.begin() + 1, one.end()) == rest;
  if (!has_cases || (rest != one && !batched)) {
    shape all = one;
    all.insert(all.begin(), 0);
    std::string wanted = text_of(all);
    wanted.replace(1, 1, "cases");
    throw not_quantised(path + ": the shape is " + text_of(a.is) + ", the network's input needs " +
                        wanted);
  }
  if (a.is[0] < 2) {
    throw not_quantised(path + ": holds " + std::to_string(a.is[0]) +
                        (a.is[0] == 1 ? " case" : " cases") +
                        "; one to choose by and one to report on are needed");
  }
  const auto size = static_cast<std::size_t>(e.size());
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    if (std::isfinite(a.elements[i])) continue;
    throw not_quantised(a.place(i % size + i / size * size) + ", in case " +
                        std::to_string(i / size) + ", is no finite number");
  }
  cases all(static_cast<std::size_t>(a.is[0]), numbers(size));
  const auto channels = static_cast<std::size_t>(e.c()), cells = size / channels;
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = channels_first ? i % channels * cells + i / channels : i;
      all[k][i] = a.elements[k * size + at];
    }
  return all;
}

/// The classes that the cases are, for a network that tells so many apart.
inline std::vector<int> read_labels(const std::string& path, std::size_t cases, int classes) {
  const real_array a = read_array(path);
  if (a.elements.size() != cases) {
    throw not_quantised(path + ": holds " + std::to_string(a.elements.size()) +
                        " labels, the data " + std::to_string(cases) + " cases");
  }
  if (classes < 2) {
    throw not_quantised(path + ": the network has one output, which tells no classes apart");
  }
  std::vector<int> labels;
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    const double label = a.elements[i];
    if (!(label >= 0 && label < classes) || label != std::floor(label)) {
      throw not_quantised(a.place(i) + " is " + std::to_string(label) + ", no class of 0 to " +
                          std::to_string(classes - 1));
    }
    labels.push_back(static_cast<int>(label));
  }
  return labels;
}

/// Little-endian floats, one case after the other.
inline std::string floats(const cases& all) {
  std::string bytes;
  for (const numbers& x : all) {
    for (const double number : x) {
      const auto word = __builtin_bit_cast(std::uint32_t, static_cast<float>(number));
      for (int b = 0; b < 32; b += 8) bytes += static_cast<char>(word >> b & 0xff);
    }
  }
  return bytes;
}

}  // namespace quantise
