// What the memory planner is told: sizes, lifetimes and who may lie over whom. It knows nothing of
// tensors or networks.
#pragma once

#include <etch/base/math.hpp>

namespace ETCH_NAMESPACE {
namespace plan {

/// `size` bytes that are needed in the steps first .. last, both included.
/// Range: size >= 0, 0 <= first <= last, alignment >= 1 (any integer); a pinned offset is >= 0.
/// A buffer of size 0 gets an offset and is in nobody's way.
struct buffer {
  int size = 0;
  int first = 0;
  int last = 0;
  int alignment = 1;
  int pinned = -1;  ///< the offset that it must have, or -1
};

/// Two buffers of a common step are apart when offset[above] - offset[below] >= distance, either
/// with `distance` of a record or, for a direction without one, with the size of the lower buffer.
/// Range: distance >= 0, below != above; of two records for one direction the smaller counts.
struct separation {
  int below = 0;
  int above = 0;
  int distance = 0;
};

/// `count` elements in a row, seen and not owned; an array converts to it, {} is empty.
template <class T>
struct sequence {
  const T* data = nullptr;
  int count = 0;

  constexpr sequence() = default;
  constexpr sequence(const T* elements, int n) : data(elements), count(n) {}
  // NOLINTNEXTLINE(google-explicit-constructor): place(buffers) takes the array itself
  template <int N>
  constexpr sequence(const T (&elements)[N]) : data(elements), count(N) {}
  constexpr const T& operator[](int i) const { return data[i]; }
};

namespace detail {
/// Elements of an array for at most N things: C++ has no array of none.
template <int N>
inline constexpr int room = N > 0 ? N : 1;

/// More bytes than any arena has.
inline constexpr int unlimited = most_of_int;
}  // namespace detail

/// Whether b holds data in `step`.
constexpr bool is_live(const buffer& b, int step) { return b.first <= step && step <= b.last; }

/// Sum of the sizes of all buffers that are live in `step`; their separations are not looked at.
constexpr int live_bytes(sequence<buffer> buffers, int step) {
  int bytes = 0;
  for (int i = 0; i < buffers.count; ++i)
    if (is_live(buffers[i], step)) bytes += buffers[i].size;
  return bytes;
}

/// The first step with the most live bytes; -1 without buffers.
constexpr int peak_step(sequence<buffer> buffers) {
  int step = -1, bytes = -1;
  for (int i = 0; i < buffers.count; ++i) {
    const int born = buffers[i].first;
    const int live = live_bytes(buffers, born);
    if (live > bytes || (live == bytes && born < step)) step = born, bytes = live;
  }
  return step;
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
