// Clock cycles of a region of a program on a Cortex-M board: by the cycle counter of the DWT unit
// where the core has one (Cortex-M3 and up), else by the SysTick timer at the core's clock, whose
// wraps are added up (Cortex-M0 and M0+). docs/boards.md has a program. QEMU has no cycle counter:
// there SysTick runs, on virtual time that says nothing of a core's.
// Sources: Armv7-M and Armv8-M Architecture Reference Manuals, "DWT_CTRL", "SYST_CVR", "ICSR".
#pragma once

#include <etch/network/trace.hpp>

#include <cstdint>

namespace ETCH_NAMESPACE {

/// The registers of the core that is compiled for.
struct core_registers {
  /// Whether the DWT unit may be touched; whether it counts is asked when the program runs.
  static constexpr bool has_dwt = ETCH_HAS_DWT;
  static std::uint32_t read(std::uint32_t address) { return at(address); }
  static void write(std::uint32_t address, std::uint32_t value) { at(address) = value; }

 private:
  static volatile std::uint32_t& at(std::uint32_t address) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): a register lies at a number
    return *reinterpret_cast<volatile std::uint32_t*>(static_cast<std::uintptr_t>(address));
  }
};

/// Counts cycles between start() and stop(). Only for programs that have a Cortex-M for themselves:
/// it writes to the registers of the core, the SysTick timer of one without a cycle counter
/// included.
template <class Registers = core_registers>
class cycle_clock {
 public:
  /// Whether the DWT unit counts; without it SysTick does.
  static bool has_cycle_counter() {
    if (source_ == source::unknown) choose();
    return source_ == source::cycle_counter;
  }

  /// Begins a region. Regions nest, 8 deep; an outer one has what the calls of inner ones take.
  ETCH_KERNEL static void start() {
    if (source_ == source::unknown) choose();
    open_[depth_++ % deepest] = now();
  }

  /// Ends the region begun last: its cycles, without those of an empty region. With the cycle
  /// counter a region is shorter than 2^32 cycles; with SysTick it has no limit as long as
  /// on_systick() is called, and where interrupts are off it is shorter than 2^24 cycles.
  ETCH_KERNEL static std::uint64_t stop() {
    const std::uint64_t end = now();
    const std::uint64_t begin = open_[--depth_ % deepest];
    const std::uint64_t cycles =
        source_ == source::cycle_counter ? static_cast<std::uint32_t>(end - begin) : end - begin;
    return cycles > empty_ ? cycles - empty_ : 0;
  }

  /// What the handler of SysTick's interrupt does.
  static void on_systick() { wraps_ = wraps_ + 1; }

 private:
  enum class source : std::uint8_t { unknown, cycle_counter, systick };
  static constexpr unsigned deepest = 8;
  static constexpr std::uint32_t turn = 0x1000000;  // of SysTick

  static constexpr std::uint32_t systick_control = 0xe000e010, systick_reload = 0xe000e014,
                                 systick_value = 0xe000e018, interrupt_state = 0xe000ed04,
                                 debug_control = 0xe000edfc, dwt_control = 0xe0001000,
                                 dwt_cycles = 0xe0001004, dwt_lock = 0xe0001fb0;

  static inline std::uint64_t open_[deepest];
  static inline unsigned depth_ = 0;
  static inline std::uint64_t empty_ = 0;
  static inline volatile std::uint32_t wraps_ = 0;
  static inline source source_ = source::unknown;

  static std::uint64_t now() {
    if constexpr (Registers::has_dwt) {
      if (source_ == source::cycle_counter) return Registers::read(dwt_cycles);
    }
    // Down to 0, which asks for the interrupt, then from turn - 1. A request that waits is counted
    // here, and everything is read again when one comes or is served meanwhile.
    constexpr std::uint32_t waiting = 1U << 26;
    for (;;) {
      const std::uint32_t wraps = wraps_;
      const std::uint32_t before = Registers::read(interrupt_state) & waiting;
      const std::uint32_t left = Registers::read(systick_value);
      const std::uint32_t after = Registers::read(interrupt_state) & waiting;
      if (wraps != wraps_ || before != after) continue;
      const std::uint64_t turns = std::uint64_t{wraps} + (after != 0 ? 1 : 0);
      return turns * turn + ((turn - left) & (turn - 1));
    }
  }

  static void choose() {
    source_ = start_cycle_counter() ? source::cycle_counter : source::systick;
    if (source_ == source::systick) start_systick();
    start();
    empty_ = stop();
  }

  // It is there when it moves.
  static bool start_cycle_counter() {
    if constexpr (Registers::has_dwt) {
      constexpr std::uint32_t trace_on = 1U << 24, count = 1;
      Registers::write(debug_control, Registers::read(debug_control) | trace_on);
      Registers::write(dwt_lock, 0xc5acce55);  // Cortex-M7 has it locked
      Registers::write(dwt_cycles, 0);
      Registers::write(dwt_control, Registers::read(dwt_control) | count);
      const std::uint32_t first = Registers::read(dwt_cycles);
      for (int i = 0; i < 16; ++i) {
        if (Registers::read(dwt_cycles) != first) return true;
      }
    }
    return false;
  }

  static void start_systick() {
    Registers::write(systick_control, 0);
    Registers::write(systick_reload, turn - 1);
    Registers::write(systick_value, 0);
    Registers::write(systick_control, 7);  // the core's clock, interrupt, on
  }
};

}  // namespace ETCH_NAMESPACE
