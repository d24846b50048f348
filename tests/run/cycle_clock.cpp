// The clock of cycles on a core that is made up here, to the cycle, and on the boards of QEMU,
// which have SysTick alone.
#include <etch/network/cycle_clock.hpp>

#include <catch2/catch.hpp>

namespace {

enum class dwt { counts, stands_still, forbidden };

/// A core whose time is `cycles`; each access to a register takes some.
template <dwt Dwt, int Id = 0>
struct made_up_core {
  using clock = etch::cycle_clock<made_up_core>;
  static constexpr bool has_dwt = Dwt != dwt::forbidden;
  static constexpr std::uint64_t turn = 1 << 24;

  static inline std::uint64_t cycles = 0;
  static inline bool interrupts = true;  ///< else a request of SysTick waits
  static inline bool waiting = false;
  static inline int dwt_accesses = 0;

  /// How long ago SysTick turned.
  static std::uint64_t cycles_of_turn() { return (cycles - systick_zero_) % turn; }

  static void pass(std::uint64_t count) {
    const std::uint64_t turns = (cycles - systick_zero_) / turn;
    cycles += count;
    if (!systick_on_) return;
    for (auto more = (cycles - systick_zero_) / turn - turns; more > 0; --more) {
      if (interrupts) clock::on_systick();
      else waiting = true;
    }
  }

  static std::uint32_t read(std::uint32_t address) {
    pass(3);
    dwt_accesses += address >> 12 == 0xe0001 ? 1 : 0;
    switch (address) {
      case 0xe0001000: return dwt_control_;
      case 0xe0001004:
        return Dwt == dwt::counts && dwt_control_ == 1 && (debug_control_ >> 24 & 1) != 0
                   ? static_cast<std::uint32_t>(cycles - dwt_zero_)
                   : 0;
      case 0xe000e018: return static_cast<std::uint32_t>((turn - cycles_of_turn()) % turn);
      case 0xe000ed04: return waiting ? 1U << 26 : 0;
      default: return 0;
    }
  }

  static void write(std::uint32_t address, std::uint32_t value) {
    pass(3);
    dwt_accesses += address >> 12 == 0xe0001 ? 1 : 0;
    if (address == 0xe000edfc) debug_control_ = value;
    if (address == 0xe0001000) dwt_control_ = value;
    if (address == 0xe0001004) dwt_zero_ = cycles - value;
    if (address == 0xe000e018) systick_zero_ = cycles;
    if (address == 0xe000e010) systick_on_ = value == 7;
  }

 private:
  static inline std::uint64_t dwt_zero_ = 0, systick_zero_ = 0;
  static inline std::uint32_t dwt_control_ = 0, debug_control_ = 0;
  static inline bool systick_on_ = false;
};

struct two_layers {
  static constexpr int layer_count = 2;
};

template <class Core>
std::uint64_t measured(std::uint64_t cycles) {
  Core::clock::start();
  Core::pass(cycles);
  return Core::clock::stop();
}

}  // namespace

TEST_CASE("the DWT unit counts, across its wrap too") {
  using core = made_up_core<dwt::counts>;
  CHECK(core::clock::has_cycle_counter());
  for (const std::uint64_t n : {0ULL, 1ULL, 1000ULL, 0xff000000ULL}) CHECK(measured<core>(n) == n);
  core::pass(0xffffffff - core::cycles % 0x100000000 - 500);
  CHECK(measured<core>(1000) == 1000);
}

TEST_CASE("SysTick counts where the DWT unit does not") {
  using still = made_up_core<dwt::stands_still>;
  using forbidden = made_up_core<dwt::forbidden>;
  CHECK_FALSE(still::clock::has_cycle_counter());
  CHECK_FALSE(forbidden::clock::has_cycle_counter());
  CHECK(forbidden::dwt_accesses == 0);
  CHECK(measured<still>(1000) == 1000);
  CHECK(measured<forbidden>(1000) == 1000);
}

TEST_CASE("turns of SysTick are added up") {
  using core = made_up_core<dwt::forbidden, 1>;
  for (const std::uint64_t n : {1ULL, 1ULL << 24, 100'000'000ULL, 5'000'000'000ULL}) {
    CHECK(measured<core>(n) == n);
  }
}

TEST_CASE("a turn at any moment of a reading is counted once") {
  using core = made_up_core<dwt::forbidden, 2>;
  for (const bool interrupts : {true, false}) {
    for (std::uint64_t early = 0; early < 60; ++early) {
      // Regions that begin and that end about where SysTick turns, whose request waits where
      // interrupts are off. A reading that the turn breaks off is made again, 9 cycles longer.
      for (const std::uint64_t inside : {std::uint64_t{0}, std::uint64_t{1000}}) {
        core::interrupts = true;
        core::waiting = false;
        core::clock::has_cycle_counter();
        core::pass(2 * core::turn - core::cycles_of_turn() - early - inside);
        core::interrupts = interrupts;
        const std::uint64_t cycles = measured<core>(1000);
        CHECK((cycles == 1000 || cycles == 1009));
      }
    }
  }
}

TEST_CASE("regions nest, and a tracer keeps the cycles of each layer") {
  using core = made_up_core<dwt::counts, 1>;
  core::clock::start();
  CHECK(measured<core>(100) == 100);
  CHECK(measured<core>(200) == 200);
  CHECK(core::clock::stop() > 300);

  etch::layer_costs<two_layers, core::clock> layers;
  for (int n = 0; n < 2; ++n) {
    layers.before(etch::traced_step{n, "", "", ""});
    core::pass(static_cast<unsigned>(1000 * (n + 1)));
    layers.after(etch::traced_step{n, "", "", ""});
  }
  CHECK(layers.of[0] == 1000);
  CHECK(layers.of[1] == 2000);
}

#if ETCH_HAS_M_PROFILE
namespace {

[[gnu::noinline]] std::uint64_t cycles_of(std::uint32_t turns) {
  // Interrupts off, as SysTick's has no handler here, and no request of it waiting.
  __asm volatile("cpsid i" ::: "memory");
  etch::core_registers::write(0xe000ed04, 1U << 25);
  etch::cycle_clock<>::start();
  for (volatile std::uint32_t i = 0; i < turns;) i = i + 1;
  return etch::cycle_clock<>::stop();
}

}  // namespace

TEST_CASE("on this core twice the work takes twice as long") {
  cycles_of(1);
  const std::uint64_t once = cycles_of(50'000), twice = cycles_of(100'000);
  CHECK(once > 50'000);
  CHECK(twice > 2 * once - once / 50);
  CHECK(twice < 2 * once + once / 50);
}
#endif
