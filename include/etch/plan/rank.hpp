// The order in which buffers are looked at, on raw arrays: a stable sort by one key a buffer.
#pragma once

#include <etch/plan/buffer.hpp>
#include <etch/plan/placement.hpp>

namespace ETCH_NAMESPACE {
namespace plan::detail {

/// What `by` sorts on, greatest first; ties of `size` fall to the longer life, of a time to the
/// bigger buffer, and then to the lower index.
constexpr long long rank_key(const buffer& b, order by) {
  constexpr long long high = 1LL << 31;
  const long long lifetime = static_cast<long long>(b.last) - b.first + 1;
  switch (by) {
    case order::size: return b.size * high + lifetime;
    case order::area: return b.size * lifetime;
    case order::lifetime: return lifetime * high + b.size;
    case order::last: return b.last * high + b.size;
    case order::first: return b.first * -high + b.size;
    case order::size_by_birth: return b.size * high - b.first;
  }
  return 0;
}

/// Indices of buffers in an order.
template <int N>
struct ranking {
  int index[room<N>]{};

  constexpr ranking(sequence<buffer> buffers, order by) {
    long long key[room<N>]{};
    for (int i = 0; i < buffers.count; ++i) index[i] = i, key[i] = rank_key(buffers[i], by);
    sort(key, buffers.count);
  }

  /// Sorts by another key, the greatest first; what is equal keeps its order.
  constexpr void sort(const long long* key, int count) {
    for (int width = 1; width < count; width *= 2) merge_runs(key, count, width);
  }

 private:
  // One statement an element: clang counts statements against its default limit.
  constexpr void merge_runs(const long long* key, int count, int width) {
    int merged[room<N>]{};
    for (int start = 0; start < count; start += 2 * width) {
      const int middle = start + width < count ? start + width : count;
      const int end = middle + width < count ? middle + width : count;
      int a = start, b = middle;
      for (int k = start; k < end; ++k)
        merged[k] =
            a < middle && (b == end || key[index[a]] >= key[index[b]]) ? index[a++] : index[b++];
    }
    for (int k = 0; k < count; ++k) index[k] = merged[k];
  }
};

}  // namespace plan::detail
}  // namespace ETCH_NAMESPACE
