// The ten pictures of the reference data.
#pragma once

#include "pictures_q7.hpp"

namespace cifar10_paper {

constexpr int codes_of_picture = 32 * 32 * 3;
constexpr int pictures = blob::pictures_q7_size / codes_of_picture;

/// Code i of picture k, in 1/128.
inline int picture_code(int k, int i) {
  return static_cast<signed char>(blob::pictures_q7_bytes[k * codes_of_picture + i]);
}

/// Sets the input of `net` to picture k: in 16 bits codes have 8 zeros more.
template <class Net>
void set_picture(Net& net, int k) {
  const auto x = net.input();
  for (int i = 0; i < codes_of_picture; ++i) {
    using code = typename Net::template input_value<0>::storage;
    x[i] = static_cast<code>(picture_code(k, i) * (sizeof(code) == 1 ? 1 : 256));
  }
}

}  // namespace cifar10_paper
