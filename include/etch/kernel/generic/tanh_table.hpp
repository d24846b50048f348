#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/tanh.hpp>

namespace ETCH_NAMESPACE {

/// tanh of codes of 8 bits by a table of all 256 results, made at compile time.
///
/// Needs: an integer format of 8 bits. Reads: x. Writes: y of the same shape, which may be x.
struct tanh_table : curve_table_kernel<tanh_table, curve::tanh> {
  using op = ops::tanh;
  static constexpr const char* name = "tanh_table";
};

}  // namespace ETCH_NAMESPACE
