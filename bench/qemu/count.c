// A plugin of QEMU that counts executed instructions: of the whole program, between marks that a
// program of AArch64 or x86-64 sets, and by address (of x86-64, of every second byte).
//
//   qemu-aarch64 -plugin count.so[,out=FILE][,histogram=FILE] program
//
// Marks are instructions that change nothing, `movk xzr, #0xe700 + id, lsl #48` or
// `nopl 0x65746300 + id(%rax)`: id 0 to 125 begins a region, 127 ends the one begun last. Regions
// nest. No region counts the marks, nor what lies between a mark 127 and a mark 126: there the
// program reads what the region took from file descriptor 200, 8 bytes at offset 0. (In QEMU's user
// mode program and plugin are one process.)
// At the end FILE of `out` has lines `total N` and `region ID TIMES N`, FILE of `histogram` lines
// `ADDRESS N` (hexadecimal address).

#define _GNU_SOURCE
#include "plugin.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { resume_mark = 126, end_mark = 127, regions = 126, deepest = 64 };

static uint64_t executed;   // instructions but marks
static uint64_t hidden;     // those of them between an end and a resume
static uint64_t paused_at;  // `executed` at the last end

static struct {
  uint64_t times, executed;
} total[regions];

static struct {
  int region;
  uint64_t at_begin;
} open_regions[deepest];
static int depth;

// Counters by address, allocated for each page of code when it is first translated.
enum { page_bits = 12, per_page = (1 << page_bits) / 2 };
struct page {
  uint64_t number;
  uint64_t count[per_page];
  struct page* next;
};
static struct page* pages;

static const char *out_path, *histogram_path;
static enum { other, aarch64, x86_64 } machine;

static void on_mark(unsigned cpu, void* data) {
  (void)cpu;
  const int id = (int)(intptr_t)data;
  if (id == resume_mark) {
    hidden += executed - paused_at;
    return;
  }
  if (id != end_mark) {
    if (depth < deepest) {
      open_regions[depth].region = id;
      open_regions[depth].at_begin = executed - hidden;
    }
    ++depth;
    return;
  }
  paused_at = executed;
  if (depth == 0) return;
  --depth;
  if (depth >= deepest) return;
  const uint64_t took = executed - hidden - open_regions[depth].at_begin;
  const int region = open_regions[depth].region;
  total[region].times += 1;
  total[region].executed += took;
  if (pwrite(result_descriptor, &took, sizeof took, 0) != sizeof took) perror("count.so");
}

// The id of a mark, or -1: of AArch64 movk with register 31 and shift 48 and 0xe7 in the
// immediate's high byte; of x86-64 nopl with a displacement of 32 bits from rax.
static int mark_of(struct instruction* instruction) {
  const size_t size = qemu_plugin_insn_size(instruction);
  const void* bytes = qemu_plugin_insn_data(instruction);
  int id = -1;
  if (machine == aarch64 && size == 4) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    const bool is_mark = (word & 0xffe0001fu) == 0xf2e0001fu && (word >> 13 & 0xffu) == 0xe7;
    if (is_mark) id = (int)(word >> 5 & 0xffu);
  } else if (machine == x86_64 && size == 7) {
    static const unsigned char nopl[] = {0x0f, 0x1f, 0x80}, name[] = {'c', 't', 'e'};
    const unsigned char* byte = bytes;
    if (memcmp(byte, nopl, sizeof nopl) == 0 && memcmp(byte + 4, name, sizeof name) == 0)
      id = byte[3];
  }
  return id <= end_mark ? id : -1;
}

static uint64_t* counter_at(uint64_t address) {
  const uint64_t number = address >> page_bits;
  struct page* page = pages;
  while (page != NULL && page->number != number) page = page->next;
  if (page == NULL) {
    page = calloc(1, sizeof *page);
    if (page == NULL) abort();
    page->number = number;
    page->next = pages;
    pages = page;
  }
  return &page->count[(address & ((1u << page_bits) - 1)) / 2];
}

static void on_translation(plugin_id id, struct block* block) {
  (void)id;
  const size_t count = qemu_plugin_tb_n_insns(block);
  for (size_t i = 0; i < count; ++i) {
    struct instruction* instruction = qemu_plugin_tb_get_insn(block, i);
    const int mark = mark_of(instruction);
    if (mark >= 0) {
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, on_mark, no_registers,
                                             (void*)(intptr_t)mark);
      continue;
    }
    qemu_plugin_register_vcpu_insn_exec_inline(instruction, add_to_counter, &executed, 1);
    if (histogram_path != NULL) {
      qemu_plugin_register_vcpu_insn_exec_inline(
          instruction, add_to_counter, counter_at(qemu_plugin_insn_vaddr(instruction)), 1);
    }
  }
}

static FILE* open_for_writing(const char* path) {
  FILE* file = fopen(path, "w");
  if (file == NULL) perror(path);
  return file;
}

static void write_totals(void) {
  FILE* out = open_for_writing(out_path);
  if (out == NULL) return;
  fprintf(out, "total %" PRIu64 "\n", executed);
  for (int i = 0; i < regions; ++i) {
    if (total[i].times == 0) continue;
    fprintf(out, "region %d %" PRIu64 " %" PRIu64 "\n", i, total[i].times, total[i].executed);
  }
  fclose(out);
}

static void write_histogram(void) {
  FILE* out = open_for_writing(histogram_path);
  if (out == NULL) return;
  for (const struct page* page = pages; page != NULL; page = page->next) {
    for (uint64_t i = 0; i < per_page; ++i) {
      if (page->count[i] == 0) continue;
      fprintf(out, "%" PRIx64 " %" PRIu64 "\n", (page->number << page_bits) + 2 * i,
              page->count[i]);
    }
  }
  fclose(out);
}

static void write_files(plugin_id id, void* data) {
  (void)id;
  (void)data;
  if (out_path != NULL) write_totals();
  if (histogram_path != NULL) write_histogram();
}

EXPORT int qemu_plugin_install(plugin_id id, const struct information* information, int count,
                               char** options) {
  for (int i = 0; i < count; ++i) {
    const char* value = strchr(options[i], '=');
    if (value != NULL && strncmp(options[i], "out=", 4) == 0) {
      out_path = strdup(value + 1);
    } else if (value != NULL && strncmp(options[i], "histogram=", 10) == 0) {
      histogram_path = strdup(value + 1);
    } else {
      fprintf(stderr, "count.so: unknown option %s\n", options[i]);
      return 1;
    }
  }
  if (strcmp(information->target, "aarch64") == 0) machine = aarch64;
  else if (strcmp(information->target, "x86_64") == 0) machine = x86_64;
  if (machine != other && !information->whole_system &&
      !offer_results("count.so", sizeof executed)) {
    return 1;
  }
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  qemu_plugin_register_atexit_cb(id, write_files, NULL);
  return 0;
}
