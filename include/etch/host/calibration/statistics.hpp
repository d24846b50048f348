// What is measured of a float network's values over data.
#pragma once

#include <etch/host/calibration/distribution.hpp>
#include <etch/host/calibration/float_network.hpp>

namespace ETCH_NAMESPACE {
namespace host {

/// Inputs of a network.
using cases = std::vector<numbers>;

/// The distribution of each value, and the largest magnitude in each of its channels.
struct statistics {
  std::vector<distribution> of;
  std::vector<numbers> channels;
};

/// Runs the network on all cases, twice: for the ends, and for what lies between.
inline statistics measured(const float_network& net, const cases& all) {
  statistics s;
  s.of.resize(net.values.size());
  s.channels.resize(net.values.size());
  std::vector<ends> range(net.values.size());
  std::vector<numbers> first(net.values.size());  // numbers of each value
  std::vector<numbers> of;
  for (const numbers& x : all) {
    net.run(x, of, [&](int v, const numbers& elements) {
      const auto i = static_cast<std::size_t>(v);
      const auto channels = static_cast<std::size_t>(net.value(v).is.shape.c());
      s.channels[i].resize(channels);
      for (std::size_t k = 0; k < elements.size(); ++k) {
        range[i].add(elements[k]);
        if (first[i].size() < numbers_that_tell) first[i].push_back(elements[k]);
        double& most = s.channels[i][k % channels];
        most = std::fmax(most, std::fabs(elements[k]));
      }
    });
  }
  for (std::size_t i = 0; i < range.size(); ++i) {
    s.of[i] = distribution(widened(range[i], first[i]));
  }
  for (const numbers& x : all) {
    net.run(x, of, [&](int v, const numbers& elements) {
      for (const double number : elements) s.of[static_cast<std::size_t>(v)].add(number);
    });
  }
  return s;
}

}  // namespace host
}  // namespace ETCH_NAMESPACE
