// The memory of an import of a .tflite file: its values and nodes, what it notes of each tensor,
// and pools of what is in no buffer of the file.
#pragma once

#include <etch/graph/import/import_values.hpp>
#include <etch/graph/import/tflite_file.hpp>

namespace ETCH_NAMESPACE {

/// Why an operator of the file, or the file, is refused, and where.
struct tflite_refusal {
  diagnosis refused{};
  tflite_place place{};
  int byte = 0;
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
  int* value_of = nullptr;             ///< value of a tensor, or a no_value
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
