// What calibration has to know of an operator: its formula on real numbers, where the format of its
// output comes from, and the words of the language that say it. Each file of layer/ says this for a
// few operators, and layers.hpp lists them.
#pragma once

#include <etch/op/operator.hpp>
#include <etch/tensor/quantise.hpp>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// The elements of a value in logical order (N H W C), as real numbers.
using numbers = std::vector<double>;

struct number_choice;

/// Why a network or its data cannot be quantised: one sentence.
struct not_quantised : std::runtime_error {
  using runtime_error::runtime_error;
};

/// What becomes of number x of a value where its format rounds it: round(value, x). Empty: itself.
using rounded = std::function<double(int, double)>;

/// A layer at work: its attributes, what its inputs are, their elements, and where the output goes.
/// A layer that reads again what it wrote a step before writes it as the formats round it.
struct layer_run {
  const attributes& what;
  operands x;
  const operand& y_is;
  std::vector<const double*> in;  ///< null: there is no bias
  double* y;
  numbers* cells = nullptr;  ///< where an lstm writes its states c, those of one step after another
  std::function<double(double)> round_y{}, round_cell{};

  double as_y(double x) const { return round_y ? round_y(x) : x; }
  double as_cell(double x) const { return round_cell ? round_cell(x) : x; }
};

/// A layer as text: its attributes, the expressions of its inputs, and names of its constants and
/// of the format of its output.
struct layer_text {
  const attributes& what;
  operands x;
  const operand& y_is;
  std::vector<std::string> in;
  std::string parameters;     ///< weights and bias
  std::string format;         ///< C++ type of the output
  std::string cell_format{};  ///< and of the state c of an lstm
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
  bool has_weights;         ///< inputs 1 and 2 are weights and bias, and the output is a sum
  channels_at weights_at;   ///< where its weights have the output channels
  bool is_recurrent;        ///< its constants are parameters, with a format of their own
  int cell;                 ///< the input that is a state c, whose format is its own, or -1
  int (*first_state)(int);  ///< of so many inputs the one that is a first state, or -1
  bool keeps_factors;       ///< a positive factor of an input channel is one of the output channel
  /// The channel, of so many of the value before it, that weight i multiplies; -1: several.
  int (*input_channel)(const attributes&, const operands&, int channels, int i);
  /// Why values of that kind do not fit it; empty if they do.
  std::string (*refuses)(const number_choice&);
  void (*run)(const layer_run&);
  std::string (*text)(const layer_text&);
};

/// Facts that most operators share.
struct plain_layer {
  static constexpr auto format = output_format::kept;
  static constexpr bool has_weights = false;
  static constexpr auto weights_at = channels_at::first;
  static constexpr bool is_recurrent = false;
  static constexpr int cell = -1;
  static constexpr int first_state(int /*inputs*/) { return -1; }
  static constexpr bool keeps_factors = false;
  static std::string refuses(const number_choice&) { return {}; }
  static int input_channel(const attributes&, const operands&, int, int) { return -1; }
};

template <class L>
inline constexpr layer_kind kind_of_layer{.op = &op_id<typename L::op>,
                                          .format = L::format,
                                          .has_weights = L::has_weights,
                                          .weights_at = L::weights_at,
                                          .is_recurrent = L::is_recurrent,
                                          .cell = L::cell,
                                          .first_state = &L::first_state,
                                          .keeps_factors = L::keeps_factors,
                                          .input_channel = &L::input_channel,
                                          .refuses = &L::refuses,
                                          .run = &L::run,
                                          .text = &L::text};

/// x | word, the text of most layers.
inline std::string piped(const layer_text& t, const std::string& word) {
  return t.in[0] + " | " + word;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
