// What a search chooses: a format for each variable of a network.
#pragma once

#include <etch/base/features.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// What has a format of its own: a value of a network, or the weights and the bias of a layer.
struct variable {
  std::string name;
  std::size_t elements = 0;
  bool is_value = true;  ///< it lies in RAM; others are constants
};
using variables = std::vector<variable>;

/// The format of each variable: an index into a list of formats that all share, the narrowest
/// first.
using configuration = std::vector<int>;

/// All variables in one format.
inline configuration homogeneous(std::size_t variables, int format) {
  return configuration(variables, format);
}
/// c with variable v in another format.
inline configuration with(configuration c, std::size_t v, int format) {
  c[v] = format;
  return c;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
