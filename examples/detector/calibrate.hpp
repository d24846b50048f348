// What the detector's values hold on the pictures of validation, and the same network with weights
// and values in dynamic fixed point.
#pragma once

#include "chain.hpp"

#include <etch/host/nine_words.hpp>

namespace detector {

/// How the inputs of all convolutions and the output are distributed on some pictures.
inline std::vector<etch::host::distribution> distributions_of(const network& net,
                                                              const pictures& some) {
  const std::vector<runner> chain(net.begin(), net.end());
  std::vector<etch::host::ends> ends(layers + 1);
  for (int i = 0; i < some.count; ++i) {
    run(chain, some[i], [&](int k, numbers& x) {
      for (const float v : x) ends[static_cast<std::size_t>(k)].add(v);
    });
  }
  std::vector<etch::host::distribution> all(ends.begin(), ends.end());
  for (int i = 0; i < some.count; ++i) {
    run(chain, some[i], [&](int k, numbers& x) {
      for (const float v : x) all[static_cast<std::size_t>(k)].add(v);
    });
  }
  return all;
}

/// Fraction bits of these values in so many bits, by relative entropy.
inline std::vector<int> fractions_of(const std::vector<etch::host::distribution>& values,
                                     int bits) {
  namespace host = etch::host;
  std::vector<int> all;
  for (const host::distribution& d : values) {
    const double threshold =
        host::threshold_of(host::clipping::kl, d, bits, host::codes_of_threshold::power);
    all.push_back(host::fraction_bits_for(threshold, bits));
  }
  return all;
}

/// The network with weights of so many bits; biases have the fraction bits of their sums, where
/// these are known.
inline network rounded(network net, int bits, const std::vector<int>* fractions) {
  namespace host = etch::host;
  for (std::size_t k = 0; k < net.size(); ++k) {
    double largest = 0;
    for (const double w : net[k].weights) largest = std::max(largest, std::fabs(w));
    const int fraction = host::fraction_bits_for(largest, bits);
    for (double& w : net[k].weights) {
      w = std::ldexp(host::fixed_code(w, fraction, bits), -fraction);
    }
    if (fractions == nullptr) continue;
    const int of_sum = fraction + (*fractions)[k];
    for (double& b : net[k].biases) b = std::ldexp(host::fixed_code(b, of_sum, 32), -of_sum);
  }
  return net;
}

/// Brings a value to codes of so many bits, half up, as `to<q>` does.
inline void round_value(numbers& x, int fraction, int bits) {
  const float unit = std::ldexp(1.0F, -fraction), most = std::ldexp(1.0F, bits - 1) - 1;
  for (float& v : x) v = unit * std::clamp(std::floor(v / unit + 0.5F), -most - 1, most);
}

}  // namespace detector
