// Reading a model in a program, whatever its format: the name of its file says which.
#pragma once

#include <etch/host/onnx.hpp>
#include <etch/host/tflite.hpp>

namespace ETCH_NAMESPACE {

namespace host {

/// The model of a file with this name, an .onnx file or else a .tflite file, and these bytes.
inline read_model read(const std::string& path, const unsigned char* bytes, std::size_t size,
                       numerics preset = numerics::tflm_reference) {
  const bool is_onnx = path.size() > 5 && path.compare(path.size() - 5, 5, ".onnx") == 0;
  if (is_onnx) return onnx_model(bytes, size, preset);
  return tflite_model(bytes, size, preset);
}

}  // namespace host

}  // namespace ETCH_NAMESPACE
