// history<length>: the last rows of a stream as a state of the network, so that a run takes what is
// new and sees what came before.
#pragma once

#include <etch/graph/builder.hpp>
#include <etch/kernel/kernel.hpp>

namespace ETCH_NAMESPACE {

namespace error {
inline void history_is_longer_than_what_a_run_brings(long /*length*/, long /*new*/) {}
inline void history_takes_values_channels_last_of_8_bits_or_more(long /*bits*/, long) {}
}  // namespace error

namespace ops {

/// y = the last `length` entries of a stream of which each run brings the entries of x, the oldest
/// first: dimension 0 is time. Before the first run all were real 0.
///
/// x (T,...), the state (length - T,...), y (length,...) in the format of x; layout hwc. Samples
/// are x (T,1): a last dimension of T would be as many channels.
struct history {
  static constexpr const char* name = "history";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = false;
  static constexpr int state = 1;

  int length = 1;

  /// What the state is of value x.
  constexpr operand state_of(const operand& x) const {
    operand past = x;
    past.is_constant = false;
    past.shape.d[0] = etch::maximum(length - x.shape.d[0], 1);
    return past;
  }
  constexpr inference infer(const operands& x) const {
    if (const diagnosis d = needs_format(x[0])) return {d};
    if (x[0].layout != &layout_id<hwc> || x[0].number.bits < 8) {
      return {{.refuse = error::history_takes_values_channels_last_of_8_bits_or_more,
               .message = "history: takes values channels last of 8 bits or more, not of {}",
               .have = x[0].number.bits}};
    }
    if (length <= x[0].shape.d[0]) {
      return {{.refuse = error::history_is_longer_than_what_a_run_brings,
               .message = "history: it is longer than what a run brings: {} of {}",
               .have = length,
               .want = x[0].shape.d[0]}};
    }
    operand y = state_of(x[0]);
    y.shape.d[0] = length;
    return {{}, y};
  }
  constexpr long long macs(const operands&, const operand&) const { return 0; }
  constexpr row_range input_rows(const operands& x, int input, int) const {
    return all_rows(x[input]);
  }
};

}  // namespace ops

/// history in any format of whole bytes. The state is as long as what a run does not bring; it is
/// moved, as the reader of y wants it in order of time.
struct history_generic : kernel_base {
  using op = ops::history;
  static constexpr const char* name = "history_generic";

  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    if (rows.first == 0 && rows.count > 0) {
      shift(a.template out<0>(), a.template in<0>(), a.template state<op::state>(),
            C::template in<0>::span, C::template in<op::state>::span);
    }
  }

 private:
  /// y = past ++ x; past = the end of y.
  template <class Y, class X, class Past>
  ETCH_KERNEL static constexpr void shift(Y y, X x, Past past, int brought, int kept) {
    for (int i = 0; i < kept; ++i) y[i] = past[i];
    for (int i = 0; i < brought; ++i) y[kept + i] = x[i];
    for (int i = 0; i < kept; ++i) past[i] = y[brought + i];
  }
};

namespace detail {
template <int Length>
struct history_word {};
template <int Length>
constexpr wire operator|(wire_at x, const history_word<Length>&) {
  builder& g = *x.graph;
  if (g.idle()) return x;
  constexpr ops::history op{Length};
  const wire all[2]{x, state_wire(g, op.state_of(x->is))};
  return apply(op, all, 2, nullptr, rounding::standard);
}
}  // namespace detail

namespace dsl {

/// x | history<length>: the last `length` entries of a stream of which x has the newest; dimension
/// 0 is time.
template <int Length>
inline constexpr detail::history_word<Length> history{};

}  // namespace dsl

}  // namespace ETCH_NAMESPACE
