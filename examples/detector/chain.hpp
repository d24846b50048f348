// The detector on a workstation: weights and pictures from .npy files, the network in single
// precision with a hook at each value, boxes of its logits.
#pragma once

#include "../labelled_pictures.hpp"
#include "head.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace detector {

using examples::bytes_of, examples::pictures, examples::read, examples::read_pictures;

inline constexpr int layers = 15;

/// A 3x3 convolution: weights (O,3,3,I), what follows it.
struct convolution {
  int filters = 0, channels = 0;
  bool has_relu = true, is_pooled = false;
  std::vector<double> weights, biases;
};
using network = std::vector<convolution>;

/// visit.operator()<Kind>() of the kind that is called so.
template <class Visit>
int for_kind(const std::string& name, const Visit& visit) {
  if (name == faces::name) return visit.template operator()<faces>();
  if (name == ships::name) return visit.template operator()<ships>();
  throw std::runtime_error("there are detectors of faces and of ships, none of " + name);
}

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

/// What the network makes of a picture, its logits; at(k, value) sees the input of each
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
template <class Kind>
boxes boxes_of(const numbers& logits) {
  std::vector<std::int32_t> codes;
  for (const float x : logits) {
    codes.push_back(static_cast<std::int32_t>(std::clamp(x, -16.0F, 15.99F) * 4096));
  }
  constexpr auto head = head_of<Kind>(etch::decode::logits_of(1.0 / 4096, 0));
  boxes found;
  head.decode(codes.data(), etch::decode::share(0.02), found);
  found.suppress(etch::decode::share(0.45));
  return found;
}

}  // namespace detector
