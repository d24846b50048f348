// Figures that bench programs counted: the files that `./dev bench` writes.
#pragma once

#include <etch/network/network.hpp>

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ETCH_NAMESPACE {
namespace host {

/// The figures of a file by name ("kws/conv_1/instructions"); empty if the file is missing or is
/// not a file of figures.
inline std::map<std::string, long long> read_figures(const std::string& path) {
  std::map<std::string, long long> figures;
  std::ifstream file(path);
  const auto all = nlohmann::json::parse(file, nullptr, false);
  if (!all.is_array()) return figures;
  for (const auto& entry : all) {
    const auto value = entry.find("value");
    if (value != entry.end() && value->is_number())
      figures[entry.value("name", "")] = value->template get<long long>();
  }
  return figures;
}

/// The instructions that each layer of Net executed as the figures of `model` say; none where they
/// lack one.
template <class Net>
std::vector<long long> instructions_of(const std::map<std::string, long long>& figures,
                                       const std::string& model) {
  std::vector<long long> layers;
  for (int n = 0; n < Net::layer_count; ++n) {
    const auto at = figures.find(fmt::format("{}/{}/instructions", model, Net::layer(n).c_str()));
    if (at == figures.end()) return {};
    layers.push_back(at->second);
  }
  return layers;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
