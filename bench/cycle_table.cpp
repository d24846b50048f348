// The cycle model on instructions whose cost follows from the manuals: bench/qemu/cycles.csv and
// the rules of bench/qemu/cycles.c, each by a few instructions whose sum is known.
#include "cycle_model.hpp"

#include <cstdint>
#include <cstdio>

namespace {

using etch::bench::cycle_model, etch::bench::modelled_cycles;

enum core { cortex_m0, cortex_m3, cortex_m4, cortex_m7 };

struct range {
  std::uint64_t least, most;
};
/// Of Cortex-M0, M3 and M4; M7 pairs the instructions of M4 at best.
struct costs {
  range m0, m3, m4;
  range here() const {
    if constexpr (CORE == cortex_m0) return m0;
    else if constexpr (CORE == cortex_m3) return m3;
    else if constexpr (CORE == cortex_m4) return m4;
    else return {(m4.least + 1) / 2, m4.most};
  }
};

int failures = 0;

void expect(const char* what, const modelled_cycles& took, std::uint64_t instructions,
            const costs& wanted) {
  const range r = wanted.here();
  if (took.least == r.least && took.most == r.most && took.instructions == instructions) return;
  ++failures;
  std::printf("%s: %u to %u cycles, %u instructions; expected %u to %u, %u\n", what,
              static_cast<unsigned>(took.least), static_cast<unsigned>(took.most),
              static_cast<unsigned>(took.instructions), static_cast<unsigned>(r.least),
              static_cast<unsigned>(r.most), static_cast<unsigned>(instructions));
}

/// What passes of a loop wait for flash behind the first one, which finds nothing in a cache.
[[maybe_unused]] void expect_waits(const char* what, const modelled_cycles& one,
                                   const modelled_cycles& three, std::uint64_t waits) {
  if (three.waits - one.waits == 2 * waits) return;
  ++failures;
  std::printf("%s: two passes wait for %d cycles, expected %u\n", what,
              static_cast<int>(three.waits - one.waits), static_cast<unsigned>(2 * waits));
}

std::uint32_t memory[16];
[[maybe_unused]] alignas(8) constexpr std::uint32_t in_flash[80]{};

}  // namespace

// Instructions as a region of their own; r0 is the address of some memory, r1 is 3.
#define CYCLES_OF(code) CYCLES_AT(memory, code)
#define CYCLES_AT(address, code)                                                            \
  []() __attribute__((noinline)) {                                                          \
    __asm volatile(".syntax unified\n\tmov r0,%0\n\tmovs r1,#3\n\tmov r9,r9\n\t" code       \
                   "\n\tmov r10,r10" ::"r"(address)                                         \
                   : "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r8", "lr", "memory", "cc"); \
    return cycle_model::ended();                                                            \
  }()

int main() {
  if (!cycle_model::available()) {
    std::puts("nothing models cycles here");
    return 1;
  }

  expect("nothing", CYCLES_OF(""), 0, {});
  expect("data processing", CYCLES_OF("adds r2,r1,#1\n\tlsls r2,r2,#3\n\tmov r8,r2\n\tnop"), 4,
         {{4, 4}, {4, 4}, {4, 4}});
  expect("product of 32 bits", CYCLES_OF("muls r1,r1,r1"), 1, {{1, 1}, {1, 1}, {1, 1}});

  // three cycles a branch that is taken on M0; a refill of 1 to 3 on others
  expect("loop", CYCLES_OF("1: subs r1,#1\n\tbne 1b"), 6, {{10, 10}, {8, 12}, {8, 12}});
  expect("branch that is not taken", CYCLES_OF("cmp r1,#3\n\tbne 1f\n\tnop\n\t1: nop"), 4,
         {{4, 4}, {4, 4}, {4, 4}});
  expect("branch", CYCLES_OF("b 1f\n\tnop\n\t1: nop"), 2, {{4, 4}, {3, 5}, {3, 5}});
  expect("call and return", CYCLES_OF("b 2f\n\t1: bx lr\n\t2: bl 1b"), 3,
         {{10, 10}, {6, 12}, {6, 12}});

  expect("load", CYCLES_OF("ldr r2,[r0]\n\tnop"), 2, {{3, 3}, {3, 3}, {3, 3}});
  expect("loads in a row", CYCLES_OF("ldr r2,[r0]\n\tldrb r3,[r0,#4]\n\tldrh r2,[r0,#8]"), 3,
         {{6, 6}, {4, 4}, {4, 4}});
  expect("load from a loaded address", CYCLES_OF("str r0,[r0]\n\tldr r2,[r0]\n\tldr r3,[r2]"), 3,
         {{6, 6}, {5, 5}, {5, 5}});
  expect("address just computed", CYCLES_OF("adds r0,#4\n\tldr r2,[r0]"), 2,
         {{3, 3}, {4, 4}, {4, 4}});
  expect("store", CYCLES_OF("str r1,[r0]\n\tstr r1,[r0,r1]"), 2, {{4, 4}, {3, 3}, {3, 3}});
  expect("store behind a load", CYCLES_OF("movs r3,#4\n\tldr r2,[r0]\n\tstr r2,[r0,r3]"), 3,
         {{5, 5}, {4, 4}, {4, 4}});
  expect("load multiple", CYCLES_OF("ldmia r0!,{r1,r2,r3}"), 1, {{4, 4}, {4, 4}, {4, 4}});
  expect("push and pop", CYCLES_OF("push {r1,r2,r4,r5}\n\tpop {r1,r2,r4,r5}"), 2,
         {{10, 10}, {10, 10}, {10, 10}});
  expect("return by pop", CYCLES_OF("bl 1f\n\tb 2f\n\t1: push {r1,lr}\n\tpop {r1,pc}\n\t2: nop"), 5,
         {{17, 17}, {12, 18}, {12, 18}});

#if __ARM_ARCH > 6
  expect("load with base update", CYCLES_OF("ldr r2,[r0],#4\n\tldr r3,[r0],#4\n\tldr r2,[r1]"), 3,
         {{}, {6, 6}, {4, 4}});
  expect("load of two", CYCLES_OF("ldrd r2,r3,[r0]\n\tldr r2,[r0]"), 2, {{}, {5, 5}, {5, 5}});
  expect("product and sum", CYCLES_OF("mla r2,r1,r1,r1\n\tmls r2,r1,r1,r1"), 2,
         {{}, {4, 4}, {2, 2}});
  expect("long product", CYCLES_OF("smull r2,r3,r1,r1\n\tumull r2,r3,r1,r1"), 2,
         {{}, {6, 10}, {2, 2}});
  expect("long product and sum", CYCLES_OF("smlal r2,r3,r1,r1\n\tumlal r2,r3,r1,r1"), 2,
         {{}, {8, 14}, {2, 2}});
  expect("division", CYCLES_OF("udiv r2,r1,r1\n\tsdiv r2,r1,r1"), 2, {{}, {4, 24}, {4, 24}});
  expect("condition", CYCLES_OF("cmp r1,#3\n\tit eq\n\taddeq r2,r1,#1"), 3, {{}, {2, 3}, {2, 3}});
  expect("conditions",
         CYCLES_OF("cmp r1,#3\n\titte eq\n\taddeq r2,r1,#1\n\tmoveq r3,r1\n\tmovne r3,#1"), 5,
         {{}, {4, 5}, {4, 5}});
  expect("literal", CYCLES_OF("ldr r2,1f\n\tb 2f\n\t.p2align 2\n\t1: .word 0\n\t2: nop"), 3,
         {{}, {5, 8}, {5, 8}});
#endif
#if defined(__ARM_FP)
  expect("floating point", CYCLES_OF("vadd.f32 s0,s1,s1\n\tvdiv.f32 s2,s1,s1\n\tvfma.f32 s3,s1,s1"),
         3, {{}, {}, {18, 18}});
  expect("moves to and from the FPU", CYCLES_OF("vmov s0,r1\n\tvmov r2,r3,s0,s1\n\tvmov r2,s1"), 3,
         {{}, {}, {4, 4}});
  expect("floating-point loads",
         CYCLES_OF("vldr s0,[r0]\n\tvldmia r0,{s0-s3}\n\tvpush {d8,d9}\n\tvpop {d8,d9}"), 4,
         {{}, {}, {17, 17}});
#endif

#if __ARM_ARCH > 6
  // Flash of STM32L4R5, whose rows of 8 bytes take 5 wait states: of four instructions of a cycle
  // the last three go on while the next row comes. 128 rows of instructions lie in a cache, 32 of
  // data.
  if constexpr (CORE == cortex_m4) {
#define PASSES_OF(passes, rows)                                     \
  CYCLES_OF("movs r1,#" passes "\n\t.p2align 3\n\t1: .rept 4*" rows \
            "\n\tnop\n\t.endr\n\t"                                  \
            "subs r1,#1\n\tbne.w 1b")
#define PASSES_OVER(passes, rows)                                                           \
  CYCLES_AT(in_flash, "movs r1,#" passes "\n\t.p2align 3\n\t1: mov r2,r0\n\tmovs r3,#" rows \
                      "\n\t2: ldr r4,[r2]\n\tadds r2,#8\n\tsubs r3,#1\n\tbne 2b\n\t"        \
                      "subs r1,#1\n\tbne 1b")
    expect_waits("loop of 101 rows", PASSES_OF("1", "100"), PASSES_OF("3", "100"), 0);
    expect_waits("loop of 201 rows", PASSES_OF("1", "200"), PASSES_OF("3", "200"), 5 + 200 * 2);
    expect_waits("30 rows of data", PASSES_OVER("1", "30"), PASSES_OVER("3", "30"), 0);
    expect_waits("40 rows of data", PASSES_OVER("1", "40"), PASSES_OVER("3", "40"), 40 * 5);
  }
#endif

  // A row longer than QEMU translates at a time: loads pair where it cuts.
  expect("loads in a long row",
         CYCLES_AT(__builtin_frame_address(0), ".rept 600\n\tldrb r2,[r0]\n\t.endr"), 600,
         {{1200, 1200}, {601, 601}, {601, 601}});

#if __ARM_ARCH > 6
  // 32 bits wide, of which one lies across the end of a page, in one of these or in both.
  expect("wide loads",
         CYCLES_AT(__builtin_frame_address(0), ".rept 600\n\tldrb.w r2,[r0]\n\t.endr"), 600,
         {{}, {601, 601}, {601, 601}});
  expect("wide loads elsewhere",
         CYCLES_AT(__builtin_frame_address(0), "nop.n\n\t.rept 600\n\tldrb.w r2,[r0]\n\t.endr"),
         601, {{}, {602, 602}, {602, 602}});
#endif

  // An outer region has the cycles of the inner one, not what reads them.
  cycle_model::start();
  const modelled_cycles inner = CYCLES_OF(".rept 100\n\tnop\n\t.endr");
  const modelled_cycles outer = cycle_model::stop();
  expect("inner region", inner, 100, {{100, 100}, {100, 100}, {100, 100}});
  const std::uint64_t around = outer.instructions - 100;
  if (outer.instructions < 100 || around > 30) {
    expect("outer region", outer, 110, {{110, 110}, {110, 110}, {110, 110}});
  }

  std::puts(failures == 0 ? "as in the manuals" : "not as in the manuals");
  return failures == 0 ? 0 : 1;
}
