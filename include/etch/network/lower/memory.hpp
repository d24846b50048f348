// Memory planning of a network: the place in the arena of every buffer of its schedule.
#pragma once

#include <etch/network/lower/schedule.hpp>
#include <etch/plan/place.hpp>

namespace ETCH_NAMESPACE {

/// A schedule, and the place of every value and of the scratch memory of every node in the arena.
template <class Schedule>
struct memory_plan : Schedule {
  long long together = 0;  ///< bytes of all buffers; the planner needs fewer than 2^31
  plan::placement<Schedule::most_buffers> placed{};

  constexpr int offset(int v) const { return placed.offset[this->buffer_of[v]]; }
  constexpr int scratch_offset(int n) const { return placed.offset[this->scratch_of[n]]; }
};

/// Schedule s, whose buffers have no places yet.
template <class Schedule>
constexpr auto unplaced_memory(const Schedule& s) {
  memory_plan<Schedule> m{s};
  for (int b = 0; b < m.buffer_count; ++b) {
    const int unit = m.buffers[b].alignment;
    m.together += (m.buffers[b].size + unit - 1LL) / unit * unit;
  }
  return m;
}
/// Places the buffers of schedule s.
template <class Schedule>
constexpr auto plan_memory(const Schedule& s) {
  auto m = unplaced_memory(s);
  if (m.together > most_of_tensor) return m;
  if constexpr (requires { s.separations(); })
    m.placed = plan::place<Schedule::most_buffers>(m.used(), m.separations());
  else m.placed = plan::place<Schedule::most_buffers>(m.used());
  return m;
}

}  // namespace ETCH_NAMESPACE
