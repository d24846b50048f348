// The float network of a tool: a .tflite or .onnx file, or where EXAMPLE_HEADER is defined the
// graph EXAMPLE_GRAPH of it.
#pragma once

#ifdef EXAMPLE_HEADER
#include EXAMPLE_HEADER
#else
#include <etch/host/read.hpp>
#endif

#include "data.hpp"

namespace quantise {

using etch::host::float_network;

/// The network, and whether its files have the channels of the input before rows and columns.
struct source {
  float_network net;
  bool channels_first = false;
};
inline source read_source([[maybe_unused]] const std::string& path,
                          [[maybe_unused]] std::string& bytes) {
#ifdef EXAMPLE_HEADER
  return {float_network(EXAMPLE_GRAPH)};
#else
  bytes = read_filled(path);
  const etch::host::read_model model =
      etch::host::read(path, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  if (model.refused()) throw not_quantised(path + ": " + model.why());
  try {
    return {float_network(model), model.channels_last(model.inputs()[0])};
  } catch (const not_quantised& why) {
    throw not_quantised(path + ": " + why.what());
  }
#endif
}

}  // namespace quantise
