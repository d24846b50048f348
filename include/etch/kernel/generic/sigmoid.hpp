#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/sigmoid.hpp>

namespace ETCH_NAMESPACE {

/// sigmoid in any format and layout.
struct sigmoid_generic : activation_kernel<sigmoid_generic, activation_function::sigmoid> {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_generic";
};

/// sigmoid of codes of 8 bits by a table of all 256 results, made at compile time.
struct sigmoid_table : activation_table_kernel<sigmoid_table, activation_function::sigmoid> {
  using op = ops::sigmoid;
  static constexpr const char* name = "sigmoid_table";
};

}  // namespace ETCH_NAMESPACE
