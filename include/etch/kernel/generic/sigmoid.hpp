#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/sigmoid.hpp>

namespace ETCH_NAMESPACE {

/// sigmoid in any format and layout.
struct sigmoid_generic : curve_kernel<sigmoid_generic, curve::sigmoid> {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_generic";
};

/// sigmoid of codes of 8 bits by a table of all 256 results, made at compile time.
struct sigmoid_table : curve_table_kernel<sigmoid_table, curve::sigmoid> {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_table";
};

}  // namespace ETCH_NAMESPACE
