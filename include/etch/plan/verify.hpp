// The judge of placements: it shares no code with the planner and knows nothing of orders, gaps or
// sorted lists.
#pragma once

#include <etch/base/diagnosis.hpp>
#include <etch/plan/buffer.hpp>
#include <etch/plan/placement.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void a_buffer_has_a_negative_size_lifetime_or_alignment(long, long) {}
inline void a_separation_names_no_pair_of_buffers_or_is_negative(long, long) {}
inline void a_buffer_leaves_the_arena(long, long) {}
inline void a_buffer_is_not_aligned(long, long) {}
inline void a_buffer_is_not_where_it_is_pinned(long, long) {}
inline void two_live_buffers_share_bytes(long, long) {}
inline void two_live_buffers_are_too_close(long, long) {}
inline void the_arena_is_smaller_than_its_lower_bound(long, long) {}
}  // namespace error

namespace plan {
namespace detail {

constexpr diagnosis check_input(sequence<buffer> buffers, sequence<separation> separations) {
  for (int i = 0; i < buffers.count; ++i) {
    const buffer& b = buffers[i];
    if (b.size < 0 || b.first < 0 || b.first > b.last || b.alignment < 1)
      return {error::a_buffer_has_a_negative_size_lifetime_or_alignment,
              "buffer: size {}, alignment {}: or the lifetime ends before it begins", b.size,
              b.alignment, i};
  }
  for (int s = 0; s < separations.count; ++s) {
    const auto [below, above, distance] = separations[s];
    if (below < 0 || below >= buffers.count || above < 0 || above >= buffers.count ||
        below == above || distance < 0)
      return {error::a_separation_names_no_pair_of_buffers_or_is_negative,
              "separation: of buffers {} and {}", below, above, below};
  }
  return {};
}

constexpr diagnosis check_alone(const buffer& b, int i, int offset, int bytes) {
  if (b.pinned >= 0 && offset != b.pinned)
    return {error::a_buffer_is_not_where_it_is_pinned, "buffer: at {}, pinned to {}", offset,
            b.pinned, i};
  if (b.size == 0) return {};
  if (offset < 0 || offset > bytes - b.size)
    return {error::a_buffer_leaves_the_arena, "buffer: ends at {} in an arena of {} bytes",
            static_cast<long>(offset) + b.size, bytes, i};
  if (offset / b.alignment * b.alignment != offset)
    return {error::a_buffer_is_not_aligned, "buffer: at {}, alignment {}", offset, b.alignment, i};
  return {};
}

/// Whether two buffers hold bytes in a common step: then one is live when the other is born.
constexpr bool meet(const buffer& a, const buffer& b) {
  return a.size > 0 && b.size > 0 && (is_live(a, b.first) || is_live(b, a.first));
}

/// Whether `low` lies under `high` by enough: by what some record says, else by its size.
constexpr bool lies_under(const buffer& b, int low, int high, const int* offset,
                          sequence<separation> separations) {
  const int rise = offset[high] - offset[low];
  bool named = false;
  for (int s = 0; s < separations.count; ++s)
    if (separations[s].below == low && separations[s].above == high) {
      if (rise >= separations[s].distance) return true;
      named = true;
    }
  return !named && rise >= b.size;
}

constexpr bool are_apart(sequence<buffer> buffers, int i, int j, const int* offset,
                         sequence<separation> separations) {
  return lies_under(buffers[i], i, j, offset, separations) ||
         lies_under(buffers[j], j, i, offset, separations);
}

}  // namespace detail

/// Nothing, or what is wrong with the offsets of the buffers in an arena of `bytes`: the input
/// itself, one buffer (`node`), or two that meet in a step (`have` and `want`).
constexpr diagnosis verify(sequence<buffer> buffers, const int* offset, int bytes,
                           sequence<separation> separations = {}) {
  if (const diagnosis d = detail::check_input(buffers, separations)) return d;
  for (int i = 0; i < buffers.count; ++i)
    if (const diagnosis d = detail::check_alone(buffers[i], i, offset[i], bytes)) return d;

  for (int i = 0; i < buffers.count; ++i) {
    const int begin = offset[i], end = begin + buffers[i].size;
    const int first = buffers[i].first, last = buffers[i].last;
    const buffer* const b = buffers.data;
    // No call before bytes and steps agree: nearly all the time of the verifier is here.
    for (int j = 0; j < i; ++j)
      if (offset[j] < end && offset[j] + b[j].size > begin && b[j].first <= last &&
          b[j].last >= first && detail::meet(b[i], b[j]) &&
          !detail::are_apart(buffers, j, i, offset, separations))
        return {error::two_live_buffers_share_bytes, "buffers {} and {} share a step and bytes", j,
                i, j};
  }
  // A distance beyond the size of the lower buffer forbids more than shared bytes.
  for (int s = 0; s < separations.count; ++s) {
    const auto [below, above, distance] = separations[s];
    if (distance > buffers[below].size && detail::meet(buffers[below], buffers[above]) &&
        !detail::are_apart(buffers, below, above, offset, separations))
      return {error::two_live_buffers_are_too_close,
              "buffers {} and {} are closer than their separation", below, above, below};
  }
  return {};
}

/// The same for a placement, whose arena must also keep to its own lower bound.
template <int N>
constexpr diagnosis verify(sequence<buffer> buffers, const placement<N>& placed,
                           sequence<separation> separations = {}) {
  if (const diagnosis d = verify(buffers, placed.offset, placed.bytes, separations)) return d;
  if (placed.bytes < placed.lower_bound)
    return {error::the_arena_is_smaller_than_its_lower_bound, "arena: {} bytes under the bound {}",
            placed.bytes, placed.lower_bound};
  return {};
}

}  // namespace plan
}  // namespace ETCH_NAMESPACE
