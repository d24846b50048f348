// Requests to the debugger (here QEMU) by the breakpoint that Arm reserves for semihosting.
#pragma once

#include <cstdint>

namespace board {

/// Numbers of the requests, as in Arm's "Semihosting for AArch32 and AArch64", section 6.
enum class request : int {
  open = 0x01,
  close = 0x02,
  write0 = 0x04,
  write = 0x05,
  read = 0x06,
  seek = 0x0a,
  file_length = 0x0c,
  remove = 0x0e,
  command_line = 0x15,
  exit_extended = 0x20,
};

/// Issues `what` with the address of its parameters; the result is what the host answers.
inline int ask(request what, const void* parameters) {
  register int r0 __asm("r0") = static_cast<int>(what);
  register const void* r1 __asm("r1") = parameters;
  __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

/// Ends the emulation; the emulator's exit code is `code`.
[[noreturn]] inline void leave(int code) {
  const std::uint32_t application_exit = 0x20026;
  const std::uint32_t parameters[] = {application_exit, static_cast<std::uint32_t>(code)};
  ask(request::exit_extended, parameters);
  for (;;) {
  }
}

}  // namespace board
