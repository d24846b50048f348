#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// The library whose arithmetic a graph reproduces, where an operator does not name its rounding.
enum class numerics {
  standard,        ///< q as cmsis_legacy, affine as tflm_reference
  cmsis_legacy,    ///< CMSIS-NN's q7 functions: half up, average pool toward zero
  tflm_reference,  ///< TensorFlow Lite Micro's reference kernels: double rounding
  cmsis_nn,        ///< CMSIS-NN's s8 functions: double rounding
  litert_xnnpack,  ///< LiteRT with XNNPACK: int8 in single precision
  onnxruntime,     ///< ONNX Runtime on a CPU: int8 in single precision
};

}  // namespace ETCH_NAMESPACE
