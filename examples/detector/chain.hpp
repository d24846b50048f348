// The detector on a workstation: weights and pictures from .npy files, the network in single
// precision with a hook at each value, boxes of its logits.
#pragma once

#include "head.hpp"

#include <cmake/tools/npy.hpp>
#include <etch/format/f16.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace detector {

inline constexpr int layers = 15;

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

/// A 3x3 convolution: weights (O,3,3,I), what follows it.
struct convolution {
  int filters = 0, channels = 0;
  bool has_relu = true, is_pooled = false;
  std::vector<double> weights, biases;
};
using network = std::vector<convolution>;

/// The network of the files conv1_weights.npy, conv1_bias.npy and so on.
inline network read_network(const std::string& folder) {
  network all;
  for (int k = 1; k <= layers; ++k) {
    convolution c;
    std::vector<long> shape, count;
    const std::string name = folder + "/conv" + std::to_string(k);
    c.weights = read<double>(name + "_weights.npy", shape);
    c.biases = read<double>(name + "_bias.npy", count);
    if (shape.size() != 4 || shape[1] != 3 || shape[2] != 3 || count[0] != shape[0]) {
      throw std::runtime_error(name + " is no 3x3 convolution");
    }
    c.filters = static_cast<int>(shape[0]), c.channels = static_cast<int>(shape[3]);
    c.has_relu = k < layers;
    c.is_pooled = k == 1 || k == 3 || k == 5;
    all.push_back(c);
  }
  return all;
}

/// Numbers of a value, (H,W,C).
using numbers = std::vector<float>;

/// Sixteen filters at once; a compiler makes vectors of its machine of them.
using sixteen = float __attribute__((vector_size(64)));

/// A convolution as it is run: weights in blocks of sixteen filters.
class runner {
 public:
  explicit runner(const convolution& c)
      : filters_(c.filters), channels_(c.channels), relu_(c.has_relu), pooled_(c.is_pooled) {
    const int taps = 9 * channels_;
    for (int block = 0; block < blocks(); ++block) {
      for (int k = 0; k < taps; ++k) {
        sixteen w{};
        for (int f = 0; f < 16 && 16 * block + f < filters_; ++f) {
          w[f] =
              static_cast<float>(c.weights[static_cast<std::size_t>((16 * block + f) * taps + k)]);
        }
        weights_.push_back(w);
      }
      sixteen b{};
      for (int f = 0; f < 16 && 16 * block + f < filters_; ++f) {
        b[f] = static_cast<float>(c.biases[static_cast<std::size_t>(16 * block + f)]);
      }
      biases_.push_back(b);
    }
  }

  /// Of a value of n x n pixels, which becomes n / 2 where a pooling follows.
  numbers operator()(const numbers& x, int n) const {
    const int wide = n + 2, row = wide * channels_;
    numbers padded(static_cast<std::size_t>(wide * row));
    for (int y = 0; y < n; ++y) {
      std::copy_n(x.data() + y * n * channels_, n * channels_,
                  padded.data() + (y + 1) * row + channels_);
    }
    numbers sums(static_cast<std::size_t>(n * n * filters_));
    for (int block = 0; block < blocks(); ++block) {
      for (int y = 0; y < n; ++y) {
        for (int at = 0; at < n; at += 2) {
          two_pixels(padded.data() + y * row + at * channels_, row, block,
                     sums.data() + (y * n + at) * filters_ + 16 * block);
        }
      }
    }
    if (relu_) {
      for (float& s : sums) s = s > 0 ? s : 0;
    }
    return pooled_ ? pool(sums, n) : sums;
  }

 private:
  int blocks() const { return (filters_ + 15) / 16; }

  void two_pixels(const float* x, int row, int block, float* y) const {
    const sixteen* w = weights_.data() + block * 9 * channels_;
    sixteen a = biases_[static_cast<std::size_t>(block)], b = a;
    for (int r = 0; r < 3; ++r) {
      for (int k = 0; k < 3 * channels_; ++k, ++w) {
        a += x[r * row + k] * *w;
        b += x[r * row + k + channels_] * *w;
      }
    }
    for (int f = 0; f < 16 && 16 * block + f < filters_; ++f) {
      y[f] = a[f];
      y[filters_ + f] = b[f];
    }
  }
  numbers pool(const numbers& x, int n) const {
    numbers y(x.size() / 4);
    const int half = n / 2;
    for (int i = 0; i < half * half * filters_; ++i) {
      const int c = i % filters_, column = i / filters_ % half, r = i / filters_ / half;
      const float* const p = x.data() + (2 * r * n + 2 * column) * filters_ + c;
      y[static_cast<std::size_t>(i)] =
          std::max(std::max(p[0], p[filters_]), std::max(p[n * filters_], p[(n + 1) * filters_]));
    }
    return y;
  }

  int filters_, channels_;
  bool relu_, pooled_;
  std::vector<sixteen> weights_, biases_;
};

/// What the network makes of a picture, (16,16,12); at(k, value) sees the input of each
/// convolution, k = 0.. and the output, k = layers, and may change it.
template <class At>
numbers run(const std::vector<runner>& chain, const std::uint8_t* picture, const At& at) {
  numbers x(side * side * 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(picture[i] - 128) / 256;
  int n = side, k = 0;
  for (const runner& r : chain) {
    at(k++, x);
    x = r(x, n);
    if (k == 1 || k == 3 || k == 5) n /= 2;
  }
  at(k, x);
  return x;
}

using boxes = etch::decode::best_boxes<100>;

/// The boxes of a picture's logits, of which none overlaps a better one by more than 0.45.
inline boxes boxes_of(const numbers& logits) {
  std::vector<std::int32_t> codes;
  for (const float x : logits) {
    codes.push_back(static_cast<std::int32_t>(std::clamp(x, -16.0F, 15.99F) * 4096));
  }
  constexpr auto head = head_of(etch::decode::logits_of(1.0 / 4096, 0));
  boxes found;
  head.decode(codes.data(), etch::decode::share(0.02), found);
  found.suppress(etch::decode::share(0.45));
  return found;
}

/// Pictures of 128 x 128 x 3 bytes, and of each up to four faces: left, top, size.
struct pictures {
  std::vector<std::uint8_t> pixels;
  std::vector<std::int16_t> faces;
  int count = 0;

  const std::uint8_t* operator[](int i) const { return pixels.data() + i * side * side * 3; }
  /// Face f of picture i; its size is 0 where there is none.
  const std::int16_t* face(int i, int f) const { return faces.data() + (4 * i + f) * 3; }
};
/// Those of a part that make_data.py made; at most so many.
inline pictures read_pictures(const std::string& folder, const std::string& part, int most) {
  pictures p;
  std::vector<long> shape, of_faces;
  p.pixels = read<std::uint8_t>(folder + "/" + part + "_pictures.npy", shape);
  p.faces = read<std::int16_t>(folder + "/" + part + "_boxes.npy", of_faces);
  p.count = std::min(static_cast<int>(shape[0]), most);
  return p;
}

}  // namespace detector
