// From reset to main() on the Cortex-M cores of the MPS boards, and a report of faults.
// One file for all cores.

#include "floating_point.hpp"
#include "semihosting.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" {

// Set by mps.ld.
extern std::uint32_t board_data_load[], board_data_start[], board_data_end[];
extern std::uint32_t board_bss_start[], board_bss_end[];
extern std::uint32_t board_stack_top[];

int main(int argc, char** argv);
void __libc_init_array();

// newlib calls these two around the static constructors and destructors; crti.o is not linked.
void _init() {}
void _fini() {}

void* __dso_handle;

}  // extern "C"

namespace board {
namespace {

constexpr int max_arguments = 32;

// Splits `line` in place at blanks; a backslash takes the next character as it is (board/emulate
// writes them). Returns the number of words.
int split(char* line, char** words) {
  int count = 0;
  char* out = line;
  for (const char* in = line; count < max_arguments;) {
    while (*in == ' ') ++in;
    if (*in == '\0') break;
    words[count++] = out;
    while (*in != '\0' && *in != ' ') {
      if (*in == '\\' && in[1] != '\0') ++in;
      *out++ = *in++;
    }
    const bool last = *in == '\0';
    if (!last) ++in;
    *out++ = '\0';
    if (last) break;
  }
  return count;
}

char* hexadecimal(std::uint32_t value, char* out) {
  for (int shift = 28; shift >= 0; shift -= 4) *out++ = "0123456789abcdef"[value >> shift & 15u];
  return out;
}

}  // namespace
}  // namespace board

extern "C" {

[[noreturn, gnu::used]] void board_start() {
  const std::uint32_t* from = board_data_load;
  for (std::uint32_t* to = board_data_start; to < board_data_end;) *to++ = *from++;
  for (std::uint32_t* to = board_bss_start; to < board_bss_end;) *to++ = 0;
  __libc_init_array();

  static char line[2048];
  static char* words[board::max_arguments + 1];
  struct {
    char* line;
    int length;
  } parameters = {line, sizeof line};
  const bool given = board::ask(board::request::command_line, &parameters) == 0;
  std::exit(main(given ? board::split(line, words) : 0, words));
}

// `frame`: r0-r3, r12, lr, pc, xpsr as the core pushed them.
[[noreturn, gnu::used]] void board_fault(const std::uint32_t* frame) {
  char text[] = "fault: pc ........ lr ........ cfsr ........\n";
  board::hexadecimal(frame[6], text + 10);
  board::hexadecimal(frame[5], text + 22);
  board::hexadecimal(board::at(0xe000ed28), text + 36);
  board::ask(board::request::write0, text);
  board::leave(99);
}

[[gnu::naked]] void board_reset() { __asm("bl board_enable_floating_point\n\tbl board_start"); }
[[gnu::naked]] void board_trap() { __asm("mov r0, sp\n\tbl board_fault"); }
// A program may have its own.
[[gnu::weak, gnu::naked]] void SysTick_Handler() { __asm("mov r0, sp\n\tbl board_fault"); }

using handler = void (*)();

struct vector_table {
  const void* stack;
  handler handlers[15];
};

[[gnu::section(".vectors"), gnu::used]] const vector_table board_vectors = {
    board_stack_top,
    {board_reset, board_trap, board_trap, board_trap, board_trap, board_trap, nullptr, nullptr,
     nullptr, nullptr, board_trap, board_trap, nullptr, board_trap, SysTick_Handler}};

}  // extern "C"
