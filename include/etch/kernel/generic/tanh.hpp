#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/op/tanh.hpp>

namespace ETCH_NAMESPACE {

/// tanh in any format and layout.
struct tanh_generic : activation_kernel<tanh_generic, activation_function::tanh> {
  using op = ops::tanh;
  static constexpr const char* name = "tanh_generic";
};

/// tanh of codes of 8 bits by a table of all 256 results, made at compile time.
struct tanh_table : activation_table_kernel<tanh_table, activation_function::tanh> {
  using op = ops::tanh;
  static constexpr const char* name = "tanh_table";
};

}  // namespace ETCH_NAMESPACE
