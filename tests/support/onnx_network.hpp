// What tests of small .onnx models on the target share: networks of them, and small constants.
#pragma once

#include <etch/etch.hpp>
#include <etch/graph/import/onnx_graph.hpp>

#include "onnx_writer.hpp"

namespace test::onnx {

template <auto Write>
using network_of = etch::network<etch::import::onnx<file<Write>>>;

/// Small numbers that differ: their sums are exact.
constexpr int small(int i) { return i * 7 % 11 - 5; }
constexpr message small_constant(const char* name, integers dims) {
  int count = 1;
  for (const std::int64_t d : dims) count *= static_cast<int>(d);
  message m;
  for (int i = 0; i < count; ++i) {
    m.word(__builtin_bit_cast(std::uint32_t, static_cast<float>(small(i))));
  }
  return tensor(name, float32, dims).inside(9, m);
}

/// The same in half precision.
constexpr message small_halves(const char* name, integers dims) {
  int count = 1;
  for (const std::int64_t d : dims) count *= static_cast<int>(d);
  message m;
  for (int i = 0; i < count; ++i) {
    const int bits =
        etch::nearest_minifloat<etch::f16_description>(static_cast<float>(small(i))).bits;
    m.byte(bits & 255).byte(bits >> 8);
  }
  return tensor(name, float16, dims).inside(9, m);
}

}  // namespace test::onnx
