// What tests of recurrent layers share: formats, constants, and numbers of values.
#pragma once

#include <etch/etch.hpp>

#include <vector>

#include "one_node.hpp"

namespace test::recurrent {

using etch::affine, etch::f32, etch::shape, etch::tensor;

using numbers = std::vector<double>;

constexpr int batches = 2, steps = 3, inputs = 5, units = 4;

/// Formats of a column: values X, weights W, biases B, hidden state H, cell state C.
struct real {
  using x = f32;
  using w = f32;
  using b = f32;
  using h = f32;
  using c = f32;
  static constexpr int most = 1;
  static constexpr double near = 1e-5, bias_unit = 1;
};
struct s8 {
  using x = affine<std::int8_t, 0.02, 3>;
  using w = affine<std::int8_t, 0.008>;
  using b = etch::bias32;
  using h = affine<std::int8_t, 1.0 / 128, -4>;
  using c = affine<std::int16_t, 1.0 / 4096>;
  static constexpr int most = 127;
  static constexpr double near = 0.03, bias_unit = 0.02 * 0.008;
};
struct s16 : s8 {
  using x = affine<std::int16_t, 1.0 / 8192>;
  using b = etch::bias64;
  using h = affine<std::int16_t, 1.0 / 32768>;
  static constexpr double near = 0.005, bias_unit = 0.008 / 8192;
};

template <class F, class S, int Seed, int Most>
struct constants {
  using code = typename F::kind::template storage<F::bits>;
  using random = random_constant<code, S::descriptor.size(), -Most, Most, Seed>;
  static constexpr etch::constant<tensor<F, S, etch::ohwi>> value{&random::bytes.byte[0]};
  static double at(int i, double unit) {
    return unit * static_cast<double>(etch::load<code>(&random::bytes.byte[0], i));
  }
};
template <class K, int G>
using weights = constants<typename K::w, shape<units, inputs>, 1 + G, K::most>;
template <class K, int G>
using recurrent = constants<typename K::w, shape<units, units>, 5 + G, K::most>;
template <class K, int G>
using biases = constants<typename K::b, shape<units>, 9 + G, K::most>;

template <class View>
numbers decoded(const View& v) {
  numbers all;
  for (const auto& code : v) all.push_back(View::kind::decode(View::number, code));
  return all;
}
template <class View>
void fill(const View& v, std::uint32_t seed) {
  constexpr etch::format f = View::number;
  random_numbers r{seed};
  for (auto& code : v) {
    if constexpr (!View::kind::is_integer) {
      code = View::kind::encode(f, static_cast<double>(r.unit()));
    } else {
      const int least = f.bits == 16 ? -25600 : -(1 << (f.bits - 1));
      code = static_cast<typename View::storage>(r.between(least, f.bits == 12 ? 2047 : 127));
    }
  }
}

}  // namespace test::recurrent
