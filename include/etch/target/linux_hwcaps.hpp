// Which AArch64 target a core runs, by what Linux and Android say of it. A program that has a
// network compiled for several targets asks once, at its start.
#pragma once

#include <etch/target/targets.hpp>

#include <cstdint>

namespace ETCH_NAMESPACE {

/// The words getauxval(AT_HWCAP) and getauxval(AT_HWCAP2) of an AArch64 process, a bit a feature.
struct linux_hwcaps {
  std::uint64_t hwcap = 0;
  std::uint64_t hwcap2 = 0;

  /// Whether all features of `others` are among these.
  constexpr bool include(linux_hwcaps others) const {
    return (hwcap & others.hwcap) == others.hwcap && (hwcap2 & others.hwcap2) == others.hwcap2;
  }
  friend constexpr linux_hwcaps operator|(linux_hwcaps a, linux_hwcaps b) {
    return {a.hwcap | b.hwcap, a.hwcap2 | b.hwcap2};
  }
};

/// The features that code for target T needs. I8MM and BF16 are bits of the second word: bit 13 of
/// the first is JSCVT, a conversion that cores without I8MM have too.
template <class T>
inline constexpr linux_hwcaps needed_hwcaps{};
template <>
inline constexpr linux_hwcaps needed_hwcaps<aarch64>{.hwcap = 1U << 1};  // ASIMD
template <>
inline constexpr linux_hwcaps needed_hwcaps<aarch64_dotprod> =
    needed_hwcaps<aarch64> | linux_hwcaps{.hwcap = 1U << 20};  // ASIMDDP
template <>
inline constexpr linux_hwcaps needed_hwcaps<aarch64_i8mm> =
    needed_hwcaps<aarch64_dotprod> | linux_hwcaps{.hwcap2 = 1U << 13};  // I8MM
template <>
inline constexpr linux_hwcaps needed_hwcaps<aarch64_bf16> =
    needed_hwcaps<aarch64_i8mm> | linux_hwcaps{.hwcap2 = 1U << 14};  // BF16

/// The place in Targets, best first, of the first that a core with `caps` runs; their number if it
/// runs none.
template <class... Targets>
constexpr int first_target_for(linux_hwcaps caps) {
  const bool runs[]{caps.include(needed_hwcaps<Targets>)..., true};
  int place = 0;
  while (!runs[place]) ++place;
  return place;
}

}  // namespace ETCH_NAMESPACE
