// A firmware that is one network and nothing else, without a C library's start-up code: what
// etch_budget tells of it is what the network takes. `answers_right` is the program's own.
#pragma once

#include <cstdint>

#include <toolchains/board/floating_point.hpp>
#include <toolchains/board/semihosting.hpp>

bool answers_right();

extern "C" {

// Set by mps.ld.
extern std::uint32_t board_data_load[], board_data_start[], board_data_end[];
extern std::uint32_t board_bss_start[], board_bss_end[];
extern std::uint32_t board_stack_top[];

[[noreturn, gnu::used]] inline void board_start() {
  const std::uint32_t* from = board_data_load;
  for (std::uint32_t* to = board_data_start; to < board_data_end;) *to++ = *from++;
  for (std::uint32_t* to = board_bss_start; to < board_bss_end;) *to++ = 0;
  board::leave(answers_right() ? 0 : 1);
}
[[gnu::naked, gnu::used]] inline void board_reset() {
  __asm("bl board_enable_floating_point\n\tbl board_start");
}
[[noreturn, gnu::used]] inline void board_fault() { board::leave(99); }

using handler = void (*)();
struct vector_table {
  const void* stack;
  handler handlers[3];
};
[[gnu::section(".vectors"), gnu::used]] const vector_table board_vectors = {
    board_stack_top, {board_reset, board_fault, board_fault}};

}  // extern "C"
