// Reading a model in a program, whatever its format: the name of its file says which.
#pragma once

#include <etch/host/onnx.hpp>
#include <etch/host/tflite.hpp>

namespace ETCH_NAMESPACE {

namespace host {

/// Whether a file with this name is an .onnx file.
inline bool is_onnx(const std::string& path) {
  return path.size() > 5 && path.compare(path.size() - 5, 5, ".onnx") == 0;
}
/// The model of a file with this name, an .onnx file or else a .tflite file, and these bytes.
inline read_model read(const std::string& path, const unsigned char* bytes, std::size_t size,
                       numerics preset) {
  if (is_onnx(path)) return onnx_model(bytes, size, preset);
  return tflite_model(bytes, size, preset);
}
/// The same in the arithmetic that such files have by default.
inline read_model read(const std::string& path, const unsigned char* bytes, std::size_t size) {
  const auto preset = is_onnx(path) ? numerics::onnxruntime : numerics::tflm_reference;
  return read(path, bytes, size, preset);
}

}  // namespace host

}  // namespace ETCH_NAMESPACE
