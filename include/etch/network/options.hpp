#pragma once

#include <etch/base/features.hpp>

namespace ETCH_NAMESPACE {

/// How a network treats sums of products that can overflow their accumulator of 32 (or 64) bits.
enum class overflow {
  refused,  ///< a network with such a sum does not compile
  wraps,    ///< they wrap modulo 2^32, as in CMSIS's legacy q15 functions
};

/// Which values of a network that runs row by row lie whole, and which it completes before it goes
/// on. Nodes are numbered after the passes, as layer(n) names them.
struct row_choice {
  int tail = 0;  ///< the node from which on values are whole; 0: all are
  int cut = -1;  ///< a node whose output is complete before the nodes behind it begin; -1: none
  int second_cut = -1;
  /// Of several outputs the next row is made of that which reads least far into the input; else
  /// one output is made after another.
  bool side_by_side = false;
  constexpr bool completes(int n) const { return n == cut || n == second_cut; }
  constexpr bool operator==(const row_choice&) const = default;
};

/// A memory plan that was found elsewhere, for one network, target and way of its input: which rows
/// there are, and the place of each buffer. `./dev model --plan` writes such plans.
struct given_plan {
  row_choice choice{};
  long long scratch = 0;        ///< see no_scratch, free_scratch (lower/row_schedule.hpp)
  int bytes = 0;                ///< of the arena
  int count = 0;                ///< buffers
  const int* offset = nullptr;  ///< that of each
};

/// How much RAM a network may take. It gives the same outputs with any of these.
struct ram {
  enum class aim : int { fastest, smallest, within, chosen, planned, overlapping };
  aim is = aim::fastest;
  long long most = 0;  ///< bytes of the arena, of aim::within
  row_choice choice{};
  const given_plan* plan = nullptr;  ///< of aim::planned
  constexpr bool operator==(const ram&) const = default;

  static const ram fastest;   ///< layer after layer, each by the kernel that the target likes best
  static const ram smallest;  ///< row by row, where that takes less (docs/memory.md)
  /// As fastest, but each layer makes its output over the input that dies with it.
  static const ram overlapping;
  /// At most so many bytes: as many layers whole as they allow.
  static constexpr ram within(long long bytes) { return {aim::within, bytes}; }
  /// Row by row as `c` says, by the kernels that the target likes best, whatever that takes.
  static constexpr ram by_rows(row_choice c) { return {aim::chosen, 0, c}; }
  /// As a plan says that was found elsewhere: a constexpr variable of a namespace. The compiler
  /// takes it only after it has checked each buffer.
  static constexpr ram planned(const given_plan& p) { return {aim::planned, 0, p.choice, &p}; }
};
inline constexpr ram ram::fastest{};
inline constexpr ram ram::smallest{ram::aim::smallest};
inline constexpr ram ram::overlapping{ram::aim::overlapping};

/// How the first input of a network comes.
enum class arrival : int {
  whole,  ///< it is written before run()
  rows,   ///< row by row: next_row() and push_row() take the place of input() and run()
};

/// A memory of the machine, or the part of it that a network may take: {"dtcm", 64_KiB}.
struct region {
  char name[16]{};
  long long bytes = 0;
  constexpr region() = default;
  template <int N>
  requires(N <= 16)
  constexpr region(const char (&called)[N], long long most) : bytes(most) {
    for (int i = 0; i < N; ++i) name[i] = called[i];
  }
  constexpr bool operator==(const region&) const = default;
};
/// The regions that a network may take, the best first; none: one arena.
struct region_list {
  static constexpr int most = 4;
  region of[most]{};
  int count = 0;
  constexpr region_list() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): options{.regions = {{"dtcm", 64_KiB}}}
  constexpr region_list(region a, region b = {}, region c = {}, region d = {}) : of{a, b, c, d} {
    while (count < most && of[count].name[0] != '\0') ++count;
  }
  constexpr bool operator==(const region_list&) const = default;
};

/// Options of a network. None changes a bit of its outputs.
struct options {
  bool keep_input = false;   ///< inputs keep their bytes through run()
  bool observe_all = false;  ///< no activation is fused: run(tracer) sees every value
  overflow sums = overflow::refused;
  bool slim = true;    ///< channels that nobody needs are left out (docs/proofs.md)
  bool tables = true;  ///< functions of one code become tables (docs/proofs.md)
  etch::ram ram = etch::ram::fastest;
  arrival input = arrival::whole;
  region_list regions{};  ///< where buffers lie: docs/budgets.md
  bool fetch = false;     ///< constants are copied from slow memory, a layer ahead: run(fetch)
  constexpr bool operator==(const options&) const = default;
};

}  // namespace ETCH_NAMESPACE
