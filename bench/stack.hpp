// How deep a call reaches into the stack: the free stack is painted, the call made, and the paint
// that is left counted. Exact to 4 bytes, but for what a function reserves and never writes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etch::bench {
namespace detail {

inline constexpr std::uint32_t paint = 0x5ac3e197;

#if defined(__x86_64__)
inline constexpr std::uintptr_t red_zone = 128;  // a leaf function may use it without moving sp
#else
inline constexpr std::uintptr_t red_zone = 0;
#endif

[[gnu::always_inline]] inline std::uintptr_t stack_pointer() {
  std::uintptr_t value;
#if defined(__x86_64__)
  __asm volatile("mov %%rsp, %0" : "=r"(value));
#else
  __asm volatile("mov %0, sp" : "=r"(value));
#endif
  return value;
}

// Left unpainted below the stack pointer: where paint_from may save registers after it has read the
// pointer, as g++ does for a core with low-overhead loops.
inline constexpr std::uintptr_t own_frame = 32;

// Paints from `bottom` up to this function's own frame.
[[gnu::noinline]] inline void paint_from(std::uintptr_t bottom) {
  const std::uintptr_t end = stack_pointer() - red_zone - own_frame;
  for (std::uintptr_t at = bottom; at < end; at += sizeof paint) {
    *reinterpret_cast<volatile std::uint32_t*>(at) = paint;
  }
}

[[gnu::noinline]] inline std::size_t depth_below(std::uintptr_t top, std::uintptr_t bottom) {
  std::uintptr_t at = bottom;
  while (at < top && *reinterpret_cast<volatile std::uint32_t*>(at) == paint) at += sizeof paint;
  return top - at;
}

template <class F>
[[gnu::noinline]] void call(F& f) {
  f();
  __asm volatile("" ::: "memory");  // no tail call: it would hide this frame
}

template <class F>
[[gnu::noinline]] std::size_t depth(F& f, std::size_t limit) {
  const std::uintptr_t top = stack_pointer();
  const std::uintptr_t bottom = (top - limit) & ~std::uintptr_t{15};
  paint_from(bottom);
  call(f);
  return depth_below(top, bottom);
}

}  // namespace detail

/// Whether a function's variables lie on the stack: not under the address sanitizer.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool stack_is_real = false;
#else
inline constexpr bool stack_is_real = true;
#endif

/// Bytes of stack below the caller's that `f()` writes, the return address of the call included.
/// At most `limit` are seen, and the stack must have that many left. A few words at the top cannot
/// be painted, so that the result is never below about 48 (176 on x86-64).
template <class F>
std::size_t stack_bytes(F f, std::size_t limit = 65536) {
  return detail::depth(f, limit);
}

}  // namespace etch::bench
