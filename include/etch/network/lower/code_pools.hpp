// Constants that lowering writes anew: their codes, as the bytes that a graph holds.
#pragma once

#include <etch/graph/graph.hpp>

namespace ETCH_NAMESPACE {

namespace detail {

template <int Count>
struct byte_pool {
  unsigned char byte[Count > 0 ? Count : 1]{};
};
template <int Count>
struct scale_pool {
  double scale[Count > 0 ? Count : 1]{};
};

/// Bytes of `count` codes of f.
constexpr int bytes_of_codes(const format& f, int count) {
  return f.bits < 8 ? packed_bytes(f.bits, count) : count * bytes_for(f.bits);
}
/// Writes `code` as code k of `to`.
constexpr void put_code(unsigned char* to, int k, long long code, const format& f) {
  if (f.bits < 8) {
    write_packed(to, f.bits, k, static_cast<int>(code));
  } else {
    const int size = bytes_for(f.bits);
    for (int b = 0; b < size; ++b) to[size * k + b] = static_cast<unsigned char>(code >> 8 * b);
  }
}
/// Writes code i of `from` as code k of `to`.
constexpr void copy_code(unsigned char* to, int k, const unsigned char* from, int i,
                         const format& f) {
  if (f.bits < 8) {
    const bool has_sign = f.kind->lowest(f) < 0;
    write_packed(to, f.bits, k, read_packed(from, f.bits, has_sign, i));
  } else {
    const int size = bytes_for(f.bits);
    for (int b = 0; b < size; ++b) to[size * k + b] = from[size * i + b];
  }
}

}  // namespace detail

}  // namespace ETCH_NAMESPACE
