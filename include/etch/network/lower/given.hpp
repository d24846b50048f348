// A memory plan that was found elsewhere, on the schedule that it is for: taken after it has been
// checked, never on trust.
#pragma once

#include <etch/network/lower/row_schedule.hpp>
#include <etch/plan/verify.hpp>

namespace ETCH_NAMESPACE {

/// Prints a plan of another schedule: buffers_of_plan<have, want>::equal.
template <int Have, int Want>
struct buffers_of_plan {
  static constexpr bool equal = Have == Want;
};
/// Prints a buffer that lies where it cannot: buffer_of_plan<buffer, offset, size,
/// arena>::lies_well.
template <int Buffer, int Offset, int Size, int Arena>
struct buffer_of_plan {
  static constexpr bool lies_well = Buffer < 0;
};
/// Prints two buffers over each other: buffers_that_meet<one, offset, other, offset>::are_apart.
template <int One, int OneOffset, int Other, int OtherOffset>
struct buffers_that_meet {
  static constexpr bool are_apart = One < 0;
};

namespace detail {

/// Schedule S as P places it; joined rows are where the first of them is.
template <const auto& S, const given_plan& P>
constexpr auto place_as_given() {
  auto m = unplaced_memory(S);
  for (int b = 0; b < m.buffer_count; ++b) m.placed.offset[b] = P.offset[b];
  m.placed.bytes = P.bytes;
  m.placed.lower_bound = m.placed.live_bound = bound_of_rows<S>;
  return with_rows_pinned(m);
}
/// The first buffer of plan m that leaves the arena, is not aligned or not where it must be; -1:
/// there is none.
template <class Memory>
constexpr int misplaced_buffer(const Memory& m) {
  for (int b = 0; b < m.buffer_count; ++b) {
    if (plan::detail::check_alone(m.buffers[b], b, m.placed.offset[b], m.placed.bytes)) return b;
  }
  return -1;
}

template <const auto& S, const given_plan& P, bool SameCount = P.count == S.buffer_count>
struct taken_plan {
  static_assert(buffers_of_plan<P.count, S.buffer_count>::equal,
                "the plan is for another network, target or input: buffers_of_plan<have, want>");
  static constexpr const auto& value = plan_rows<S>();
};
/// The plan P of schedule S, which has as many buffers.
template <const auto& S, const given_plan& P>
struct taken_plan<S, P, true> {
  static constexpr auto value = place_as_given<S, P>();

  static constexpr int alone = misplaced_buffer(value);
  static constexpr int at = maximum(alone, 0);
  static_assert(buffer_of_plan<alone, value.placed.offset[at], value.buffers[at].size,
                               value.placed.bytes>::lies_well,
                "a buffer of the plan leaves the arena, or lies where it cannot: "
                "buffer_of_plan<buffer, offset, size, arena>");
  static constexpr diagnosis wrong = [] {
    if constexpr (alone >= 0) return diagnosis{};
    else return plan::verify(value.used(), value.placed);
  }();
  static constexpr int one = wrong ? static_cast<int>(wrong.have) : -1;
  static constexpr int other = wrong ? static_cast<int>(wrong.want) : -1;
  static_assert(buffers_that_meet<one, value.placed.offset[maximum(one, 0)], other,
                                  value.placed.offset[maximum(other, 0)]>::are_apart,
                "two buffers of the plan that live at a time share bytes: buffers_that_meet<one, "
                "offset, other, offset>");
};

}  // namespace detail
}  // namespace ETCH_NAMESPACE
