// depthwise_conv2d of 8-bit codes in windows of 3 x 3, as depthwise_conv2d_s8_s8_s8_2x2_smlad.hpp
// has it, but pairs of columns from row to row: for pictures that are higher than wide, where rows
// are too short for the weights that each row of a channel loads.
//
// Needs, reads, writes: as there; rows of input that lie one behind the other.
#pragma once

#include <etch/kernel/armv7em/depthwise_conv2d_s8_s8_s8_2x2_smlad.hpp>

namespace ETCH_NAMESPACE {

/// depthwise_conv2d of 8-bit codes by two columns by two pixels of a channel at a time.
struct depthwise_conv2d_s8_s8_s8_2x2_smlad_columns
    : layer_kernel<depthwise_conv2d_s8_s8_s8_2x2_smlad_columns, ops::depthwise_conv2d,
                   armv7em::smlad_2x2<armv7em::walk::along_columns>> {
  static constexpr const char* name = "depthwise_conv2d_s8_s8_s8_2x2_smlad_columns";
};

}  // namespace ETCH_NAMESPACE
