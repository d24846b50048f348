// QEMU's plugin interface, version 1, declared by hand: Debian ships no header for it. And how a
// plugin gives numbers to the program that QEMU runs: in file descriptor 200 of QEMU's process.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef uint64_t plugin_id;
struct block;
struct instruction;
struct information {
  const char* target;
  struct {
    int min, current;
  } version;
  bool whole_system;
};
typedef void (*on_block)(plugin_id, struct block*);
typedef void (*on_execution)(unsigned, void*);
typedef void (*on_access)(unsigned, uint32_t, uint64_t, void*);
typedef void (*on_epilogue)(plugin_id, void*);

enum { add_to_counter = 0, no_registers = 0, accesses = 3 };

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, on_block);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct block*, on_execution, int, void*);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction*, on_execution, int, void*);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct instruction*, int, void*, uint64_t);
extern void qemu_plugin_register_vcpu_mem_cb(struct instruction*, on_access, int, int, void*);
extern void qemu_plugin_register_atexit_cb(plugin_id, on_epilogue, void*);
extern size_t qemu_plugin_tb_n_insns(const struct block*);
extern struct instruction* qemu_plugin_tb_get_insn(const struct block*, size_t);
extern const void* qemu_plugin_insn_data(const struct instruction*);
extern size_t qemu_plugin_insn_size(const struct instruction*);
extern uint64_t qemu_plugin_insn_vaddr(const struct instruction*);
extern char* qemu_plugin_insn_disas(const struct instruction*);  // to be freed

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

enum { result_descriptor = 200 };

/// Makes the descriptor, with `size` bytes of 0.
static bool offer_results(const char* plugin, size_t size) {
  const int file = memfd_create("results", 0);
  if (file < 0 || dup2(file, result_descriptor) < 0 || ftruncate(file, (off_t)size) < 0) {
    perror(plugin);
    return false;
  }
  close(file);
  return true;
}
