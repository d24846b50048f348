// What calibration has to know of an operator: its formula on real numbers, where the format of its
// output comes from, and the words of the language that say it. Each file of layer/ says this for a
// few operators, and layers.hpp lists them.
#pragma once

#include <etch/op/operator.hpp>
#include <etch/tensor/quantise.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// The elements of a value in logical order (N H W C), as real numbers.
using numbers = std::vector<double>;

/// Why a network or its data cannot be quantised: one sentence.
struct not_quantised : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A layer at work: its attributes, what its inputs are, their elements, and where the output goes.
struct layer_run {
  const attributes& what;
  operands x;
  const operand& y_is;
  std::vector<const double*> in;  ///< null: there is no bias
  double* y;
};

/// A layer as text: its attributes, the expressions of its inputs, and names of its constants and
/// of the format of its output.
struct layer_text {
  const attributes& what;
  operands x;
  const operand& y_is;
  std::vector<std::string> in;
  std::string parameters;  ///< weights and bias
  std::string format;      ///< C++ type of the output
};

/// Where the format of an output comes from.
enum class output_format : int {
  own,       ///< its numbers say it, and the words name it
  kept,      ///< it is that of the first input
  inferred,  ///< the operator says it
};

/// What calibration knows of an operator. A type with the same members, where `op` is the operator
/// itself, becomes one by kind_of_layer.
struct layer_kind {
  const operator_tag* op;
  output_format format;
  bool has_weights;        ///< inputs 1 and 2 are weights and bias, and the output is a sum
  channels_at weights_at;  ///< where its weights have the output channels
  bool is_recurrent;       ///< its constants are parameters, with a format of their own
  bool keeps_factors;      ///< a positive factor of an input channel is one of the output channel
  /// The channel, of so many of the value before it, that weight i multiplies; -1: several.
  int (*input_channel)(const attributes&, const operands&, int channels, int i);
  void (*run)(const layer_run&);
  std::string (*text)(const layer_text&);
};

/// Facts that most operators share.
struct plain_layer {
  static constexpr auto format = output_format::kept;
  static constexpr bool has_weights = false;
  static constexpr auto weights_at = channels_at::first;
  static constexpr bool is_recurrent = false;
  static constexpr bool keeps_factors = false;
  static int input_channel(const attributes&, const operands&, int, int) { return -1; }
};

template <class L>
inline constexpr layer_kind kind_of_layer{.op = &op_id<typename L::op>,
                                          .format = L::format,
                                          .has_weights = L::has_weights,
                                          .weights_at = L::weights_at,
                                          .is_recurrent = L::is_recurrent,
                                          .keeps_factors = L::keeps_factors,
                                          .input_channel = &L::input_channel,
                                          .run = &L::run,
                                          .text = &L::text};

/// Refuses a layer of integers whose formats depend on one another (op/gates.hpp): data do not
/// choose them.
inline void refuse_integers(const layer_kind& kind, const std::string& name) {
  if (!kind.is_recurrent) return;
  throw not_quantised(name + ": formats of integers for " + kind.op->name +
                      " are not chosen by data; posits and floats are");
}

/// x | word, the text of most layers.
inline std::string piped(const layer_text& t, const std::string& word) {
  return t.in[0] + " | " + word;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
