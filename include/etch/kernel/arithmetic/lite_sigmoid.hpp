#pragma once

#include <cstdint>

#include <etch/base/functions.hpp>
#include <etch/base/tables.hpp>

namespace ETCH_NAMESPACE {

/// sigmoid_table_uint16 of TensorFlow Lite: 65536 / (1 + exp(-i/24)) rounded and at most 65535, but
/// 1 more at some places, as its authors have it.
struct sigmoid_codes {
  std::uint16_t code[256]{};
  constexpr sigmoid_codes() {
    constexpr unsigned char one_more[] = {4,  8,  12, 14, 15, 16,  17,  19,  20,  21,  22,
                                          25, 27, 28, 29, 30, 31,  33,  34,  35,  37,  39,
                                          40, 41, 43, 44, 45, 46,  49,  50,  54,  62,  63,
                                          64, 66, 82, 86, 93, 100, 103, 112, 116, 135, 255};
    for (int i = 0; i < 256; ++i) {
      const double y = 65536.0 / (1.0 + natural_exponential(-i / 24.0));
      code[i] = static_cast<std::uint16_t>(minimum(round_half_away(y), 65535LL));
    }
    for (const unsigned char i : one_more) ++code[i];
  }
};

}  // namespace ETCH_NAMESPACE
