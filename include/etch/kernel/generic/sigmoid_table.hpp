#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/sigmoid.hpp>

namespace ETCH_NAMESPACE {

/// sigmoid of codes of 8 bits by a table of all 256 results, made at compile time.
///
/// Needs: an integer format of 8 bits. Reads: x. Writes: y of the same shape, which may be x.
struct sigmoid_table : curve_table_kernel<sigmoid_table, curve::sigmoid> {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_table";
};

}  // namespace ETCH_NAMESPACE
