// The target that a core runs, from the words that Linux gives.
#include <etch/target/linux_hwcaps.hpp>

namespace {

using etch::linux_hwcaps;

/// Of four builds, the place of the one that a core runs.
constexpr int pick(std::uint64_t hwcap, std::uint64_t hwcap2) {
  return etch::first_target_for<etch::aarch64_bf16, etch::aarch64_i8mm, etch::aarch64_dotprod,
                                etch::aarch64>({hwcap, hwcap2});
}
enum place { bf16, i8mm, dotprod, base, none };

// as in Linux's asm/hwcap.h
constexpr std::uint64_t asimd = 1U << 1, jscvt = 1U << 13, fcma = 1U << 14, asimddp = 1U << 20;
constexpr std::uint64_t has_i8mm = 1U << 13, has_bf16 = 1U << 14;

static_assert(pick(0, 0) == none);
static_assert(pick(asimd, 0) == base);
static_assert(pick(asimd | asimddp, 0) == dotprod);
static_assert(pick(asimd | asimddp, has_i8mm) == i8mm);
static_assert(pick(asimd | asimddp, has_i8mm | has_bf16) == bf16);

// JSCVT and FCMA are the bits 13 and 14 of the first word: a core of Armv8.3 without I8MM.
static_assert(pick(asimd | asimddp | jscvt | fcma, 0) == dotprod);
static_assert(pick(asimd | jscvt | fcma, 0) == base);
// bit 20 of the second word is no dot product
static_assert(pick(asimd, asimddp) == base);

// What a better target needs besides is asked for too.
static_assert(pick(asimd | asimddp, has_bf16) == dotprod);
static_assert(pick(asimd, has_i8mm | has_bf16) == base);
static_assert(pick(asimddp, has_i8mm | has_bf16) == none);

// Features that no target asks for change nothing.
static_assert(pick(~std::uint64_t{0}, ~std::uint64_t{0}) == bf16);
static_assert(pick(~asimddp, ~has_bf16) == base);

// Of builds for some of the targets, the best of those.
constexpr linux_hwcaps with_i8mm = etch::needed_hwcaps<etch::aarch64_i8mm>;
static_assert(etch::first_target_for<etch::aarch64_bf16, etch::aarch64_dotprod, etch::aarch64>(
                  with_i8mm) == 1);

}  // namespace
