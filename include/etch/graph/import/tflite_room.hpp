// The memory of an import of a .tflite file: its values and nodes, what it notes of each tensor,
// and pools of what is in no buffer of the file.
#pragma once

#include <etch/graph/builder.hpp>
#include <etch/graph/import/tflite_file.hpp>

namespace ETCH_NAMESPACE {

/// The format of INT32 tensors without a scale: integers, such as the output of ARG_MAX.
inline constexpr format index_format = q<31, 0>::descriptor;

/// The bytes of zero biases.
struct zero_bias_bytes {
  static constexpr int most = 4096;
  unsigned char byte[8 * most]{};
};
inline constexpr zero_bias_bytes zero_biases{};

/// Integers of a tensor, a few: those of shapes, and what is worked out from them.
struct tflite_integers {
  static constexpr int most = 16;
  int count = -1;  ///< -1: they are not known when the file is read
  std::int32_t at[most]{};
  constexpr explicit operator bool() const { return count >= 0; }
  /// Appends one; more than `most`, or one that 32 bits do not hold, and none is known.
  constexpr void add(long long number) {
    if (count < 0) return;
    const bool fits = count < most && number >= INT32_MIN && number <= INT32_MAX;
    if (fits) at[count] = static_cast<std::int32_t>(number);
    count = fits ? count + 1 : -1;
  }
};

/// Why an operator of the file, or the file, is refused, and where.
struct tflite_refusal {
  diagnosis refused{};
  tflite_place place{};
  int byte = 0;
};

/// The clamp that is fused into a node.
struct node_limits {
  activation act = activation::none;
  int low = 0, high = 0;
  float least = 0, most = 0;  ///< the limits as real numbers
};

/// What a tensor has instead of a value.
struct tflite_no_value {
  static constexpr int yet = -1;      ///< no operator has made it so far
  static constexpr int unknown = -2;  ///< an operator that is refused makes it
};

/// What SPACE_TO_BATCH_ND lays out in a tensor: blocks of a value, padded, side by side in the
/// batch. Nothing is moved before somebody reads it who cannot take the value itself.
struct tflite_blocks {
  int value = -1;  ///< -1: the tensor is a value of its own
  int h = 1, w = 1;
  int top = 0, bottom = 0, left = 0, right = 0;
  constexpr explicit operator bool() const { return value >= 0; }
};

/// A variable, by the name that its handles share.
struct tflite_variable {
  flatbuffer::vector name{};
  int state = -1;  ///< its value at the beginning of a run; -1: nobody has read it
  int next = -1;   ///< what was assigned last; -1: nothing
};

/// Arrays for an import: `capacity` values and nodes, entries for each tensor, and pools.
struct tflite_room {
  value* values = nullptr;
  node* nodes = nullptr;
  int capacity = 0;
  int* value_of = nullptr;             ///< value of a tensor, or a tflite_no_value
  bool* needed = nullptr;              ///< whether an output depends on the tensor
  int* integers_of = nullptr;          ///< where the integers of a tensor begin; -1 if unknown
  tflite_blocks* blocks_of = nullptr;  ///< what a tensor is laid out of
  double* scales = nullptr;            ///< filled if not null; if null, those of an earlier reading
                                       ///< are taken, which has checked scales and zero points
  char* names = nullptr;               ///< the same
  unsigned char* codes = nullptr;      ///< the same, of constants that are in no buffer of the file
  const double* scale_pool = nullptr;  ///< to which values point
  const char* name_pool = nullptr;
  const unsigned char* code_pool = nullptr;
  tflite_refusal* refusals = nullptr;  ///< one for each operator; null: they are counted only
};

}  // namespace ETCH_NAMESPACE
