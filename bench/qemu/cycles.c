// A plugin of QEMU that models the clock cycles of a Cortex-M: what each executed instruction takes
// by the table cycles.csv, in which the manuals' rules on neighbours and taken branches count.
//
//   qemu-system-arm -plugin cycles.so,core=cortex-m4,table=cycles.csv[,flash=flash.csv] -kernel
//   program
//
// Marks are instructions that change nothing: MOV R9,R9 begins a region, MOV R10,R10 ends the one
// begun last, MOV R11,R11 goes on. Regions nest. No region counts the marks, nor what lies between
// an end and the next "go on": there the program reads /proc/self/fd/200 by semihosting, four
// numbers of 8 bytes, of the region that ended: the fewest cycles that the table allows, the most,
// instructions, and wait states of the flash of the core's chip in flash.csv.
//
// Not in the model: other wait states, interrupts, unaligned accesses, FPU results that the next
// instruction needs; instructions that an IT block skips take what they take when they run.
//
// Cortex-M7 issues up to two instructions a cycle, by rules that are not published. Its fewest
// cycles are half of Cortex-M4's, its most are Cortex-M4's. (Over 400 lines: what parses and what
// counts share all of it.)

#define _GNU_SOURCE
#include "flash.h"

struct cycles {
  uint64_t least, most;
};

enum form { plain, taken, after_load, immediate, base_update, literal, stalled, two_words, forms };
static const char* const form_names[forms] = {"plain",       "taken",   "after load", "immediate",
                                              "base update", "literal", "stalled", "two words"};

/// A cost for instructions of one name, "*" for all others.
struct rule {
  enum form form;
  char name[12];
  struct cycles fixed, refill;
  int registers;  ///< times the registers in the list
};
static struct rule rules[256];
static int rule_count;

static const struct cycles refill = {1, 3};

static const struct rule* find_rule(enum form form, const char* name) {
  for (int i = 0; i < rule_count; ++i) {
    const struct rule* r = &rules[i];
    if (r->form == form && (strcmp(r->name, name) == 0 || strcmp(r->name, "*") == 0)) return r;
  }
  return NULL;
}

/// Reads a cost of the table: whether it is one.
static bool read_cost(const char* text, struct rule* to) {
  for (;;) {
    if (*text == 'N') {
      to->registers += 1;
      ++text;
    } else if (*text == 'P') {
      to->refill.least += refill.least;
      to->refill.most += refill.most;
      ++text;
    } else {
      char* end;
      const uint64_t least = strtoull(text, &end, 10);
      if (end == text) return false;
      uint64_t most = least;
      if (strncmp(end, "..", 2) == 0) most = strtoull(end + 2, &end, 10);
      to->fixed.least += least;
      to->fixed.most += most;
      text = end;
    }
    if (*text == '\0') return true;
    if (*text++ != '+') return false;
  }
}

/// Adds the rules of a line, whose cost for the core is in field `column`.
static bool read_line(char* line, int column) {
  char *fields = line, *field[8] = {NULL};
  int count = 0;
  while (count < 8 && (field[count] = strsep(&fields, ",")) != NULL) ++count;
  if (count <= column) return false;
  if (strcmp(field[column], "-") == 0) return true;
  struct rule r = {.form = plain};
  while (r.form < forms && strcmp(form_names[r.form], field[0]) != 0) ++r.form;
  if (r.form == forms || !read_cost(field[column], &r)) return false;
  for (char *names = field[1], *name; (name = strsep(&names, " ")) != NULL;) {
    if (rule_count == sizeof rules / sizeof *rules || strlen(name) >= sizeof r.name) return false;
    strcpy(r.name, name);
    rules[rule_count++] = r;
  }
  return true;
}

static bool read_table(const char* path, const char* core) {
  FILE* file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    return false;
  }
  char line[512];
  int column = -1, number = 0;
  bool good = true;
  while (good && fgets(line, sizeof line, file) != NULL) {
    ++number;
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '#') continue;
    if (column >= 0) {
      good = read_line(line, column);
      continue;
    }
    char *fields = line, *field;  // the head
    for (int i = 0; column < 0 && (field = strsep(&fields, ",")) != NULL; ++i) {
      if (strcmp(field, core) == 0) column = i;
    }
    good = column >= 0;
  }
  fclose(file);
  if (!good) fprintf(stderr, "%s:%d: no cycles for %s\n", path, number, core);
  return good && column >= 0;
}

/// What the table asks of an instruction. Sets of registers are bit masks.
struct parsed {
  char name[16];
  bool loads, stores;  ///< one register
  bool has_result;     ///< of data processing
  bool updates_base, is_literal, has_index;
  bool is_of_two_words;  ///< VMOV of two registers of the core
  int listed;
  unsigned results, address;
};

static unsigned register_bit(const char* word, size_t length) {
  static const char* const names[] = {"r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7",
                                      "r8", "sb", "sl", "fp", "ip", "sp", "lr", "pc"};
  static const char* const numbers[] = {"r9", "r10", "r11", "r12"};
  for (unsigned i = 0; i < 16; ++i) {
    if (strlen(names[i]) == length && strncmp(word, names[i], length) == 0) return 1u << i;
  }
  for (unsigned i = 0; i < 4; ++i) {
    if (strlen(numbers[i]) == length && strncmp(word, numbers[i], length) == 0)
      return 1u << (9 + i);
  }
  return 0;
}
static bool is_one_of(const char* name, const char* const* names) {
  while (*names != NULL && strcmp(name, *names) != 0) ++names;
  return *names != NULL;
}

/// The name without width, type, condition and the S of those that set flags, as the table has it.
static void read_name(const char* text, char* name) {
  static const char conditions[] = "eq ne cs hs cc lo mi pl vs vc hi ls ge lt gt le";
  const size_t length = strcspn(text, " .");
  snprintf(name, 16, "%.*s", (int)length, text);
  if (find_rule(plain, name) != NULL && strcmp(find_rule(plain, name)->name, "*") != 0) return;
  if (length < 2) return;
  const size_t last = strlen(name);
  if (name[0] == 'b' && last == 3 && strstr(conditions, name + 1) != NULL) {
    name[1] = '\0';
  } else if (name[last - 1] == 's' && strcmp(name, "bls") != 0) {
    name[last - 1] = '\0';  // movs, muls, bics
    if (find_rule(plain, name) != NULL) return;
    name[last - 1] = 's';
  }
}

static struct parsed parse(const char* text) {
  static const char* const loads[] = {"ldr", "ldrb", "ldrh", "ldrsb", "ldrsh", NULL};
  static const char* const stores[] = {"str", "strb", "strh", NULL};
  static const char* const no_result[] = {"cmp", "cmn", "tst", "teq",  "it",   "nop", "b", "bl",
                                          "bx",  "blx", "cbz", "cbnz", "push", "msr", NULL};
  struct parsed p = {.listed = 0};
  read_name(text, p.name);
  p.loads = is_one_of(p.name, loads);
  p.stores = is_one_of(p.name, stores);
  const char* operands = text + strcspn(text, " ");
  operands += strspn(operands, " ");
  const char* memory = strpbrk(operands, "[");
  const char* list = strpbrk(operands, "{");
  const bool is_multiple = list != NULL || strncmp(p.name, "ldm", 3) == 0;
  const bool accesses = memory != NULL || is_multiple;
  p.has_result = !accesses && !is_one_of(p.name, no_result) && p.name[0] != 'v';
  p.results = register_bit(operands, strcspn(operands, ", "));
  if (strcmp(p.name, "vmov") == 0) {
    int registers = 0;
    for (const char* at = operands; *at != '\0'; at += strspn(at, ", ")) {
      const size_t word = strcspn(at, ", ");
      registers += register_bit(at, word) != 0;
      at += word;
    }
    p.is_of_two_words = registers == 2;
  }
  if (!is_multiple && (strstr(p.name, "ll") != NULL || strstr(p.name, "lal") != NULL)) {
    const char* second = operands + strcspn(operands, ",");  // of SMULL and the like
    second += strspn(second, ", ");
    p.results |= register_bit(second, strcspn(second, ", "));
  }
  if (memory != NULL) {
    const char* end = memory + strcspn(memory, "]");
    int registers = 0;
    for (const char* at = memory + 1; at < end; at += strspn(at, ", ")) {
      const size_t length = strcspn(at, ", ]");
      const unsigned bit = register_bit(at, length);
      p.address |= bit;
      registers += bit != 0;
      at += length;
    }
    p.has_index = registers > 1;
    p.is_literal = p.address == 1u << 15;
    p.updates_base = end[0] == ']' && (end[1] == '!' || end[1] == ',');
    p.listed = operands[0] == 'd' ? 2 : 1;  // of VLDR and VSTR
  } else if (list != NULL) {
    p.address = register_bit(operands, strcspn(operands, "!, "));
    for (const char* at = list + 1; *at != '\0' && *at != '}'; at += strspn(at, ", ")) {
      p.listed += *at == 'd' ? 2 : 1;
      at += strcspn(at, ", }");
    }
  }
  return p;
}

static void add(struct cycles* to, const struct rule* r, int listed) {
  const uint64_t registers = (uint64_t)(r->registers * listed);
  to->least += r->fixed.least + r->refill.least + registers;
  to->most += r->fixed.most + r->refill.most + registers;
}

/// Cycles of an instruction that does not branch; `before` may be none.
static struct cycles cost_of(const struct parsed* p, const struct parsed* before) {
  const struct rule* r = NULL;
  if (p->loads && p->updates_base) r = find_rule(base_update, p->name);
  if (p->is_of_two_words) r = find_rule(two_words, p->name);
  const bool follows = before != NULL && before->loads && (before->results & p->address) == 0 &&
                       !(before->updates_base && find_rule(base_update, before->name) != NULL);
  if (r == NULL && follows && (p->loads || p->stores)) r = find_rule(after_load, p->name);
  if (p->stores && !p->has_index) r = find_rule(immediate, p->name);
  if (r == NULL) r = find_rule(plain, p->name);
  struct cycles c = {0, 0};
  add(&c, r, p->listed);
  if (p->is_literal && (r = find_rule(literal, p->name)) != NULL) add(&c, r, p->listed);
  if (before != NULL && before->has_result && (before->results & p->address) != 0 &&
      (r = find_rule(stalled, p->name)) != NULL) {
    add(&c, r, p->listed);
  }
  return c;
}
/// What a taken branch takes beyond that.
static struct cycles cost_of_branch(const struct parsed* p) {
  const struct cycles stays = cost_of(p, NULL);
  struct cycles c = {0, 0};
  add(&c, find_rule(taken, p->name), p->listed);
  c.least -= stays.least;
  c.most -= stays.most;
  return c;
}

struct counts {
  uint64_t least, most, instructions, waits;
};
static struct counts now, hidden, paused_at;
static struct flash flash;

/// a - b, or a + b.
static struct counts minus(struct counts a, struct counts b) {
  return (struct counts){a.least - b.least, a.most - b.most, a.instructions - b.instructions,
                         a.waits - b.waits};
}
static struct counts plus(struct counts a, struct counts b) {
  return (struct counts){a.least + b.least, a.most + b.most, a.instructions + b.instructions,
                         a.waits + b.waits};
}

enum { deepest = 64 };
static struct counts at_begin[deepest];
static int depth;
static bool issues_pairs;  // two instructions a cycle at best

static void begin_region(unsigned cpu, void* data) {
  (void)cpu;
  (void)data;
  if (depth < deepest) at_begin[depth] = minus(now, hidden);
  ++depth;
}
static void end_region(unsigned cpu, void* data) {
  (void)cpu;
  (void)data;
  paused_at = now;
  if (depth == 0 || --depth >= deepest) return;
  struct counts took = minus(minus(now, hidden), at_begin[depth]);
  if (issues_pairs) took.least = (took.least + 1) / 2;
  if (pwrite(result_descriptor, &took, sizeof took, 0) != sizeof took) perror("cycles.so");
}
static void go_on(unsigned cpu, void* data) {
  (void)cpu;
  (void)data;
  hidden = plus(hidden, minus(now, paused_at));
}
static uint16_t first_half(const struct instruction* i) {
  uint16_t code;
  memcpy(&code, qemu_plugin_insn_data(i), sizeof code);
  return code;
}
/// Bytes of an instruction. (QEMU's figure has those of the next one where it looked at them, to
/// see whether that crosses a page.)
static unsigned size_of(const struct instruction* i) { return first_half(i) >> 11 >= 0x1d ? 4 : 2; }

static on_execution mark_of(const struct instruction* i) {
  const uint16_t code = first_half(i);
  return code == 0x46c9   ? begin_region
         : code == 0x46d2 ? end_region
         : code == 0x46db ? go_on
                          : NULL;
}

/// A translated block: where execution goes on behind it, and what its ends are to its neighbours.
struct span {
  uint64_t begin, end;
  struct cycles branch;
  struct parsed first, last;
  const struct span* met;   ///< the neighbour that it was last executed behind
  struct cycles behind_it;  ///< what `first` takes more there than alone
};
static const struct span* before;

static void on_span(unsigned cpu, void* data) {
  (void)cpu;
  struct span* s = data;
  if (before != NULL && before->end != s->begin) {
    now.least += before->branch.least;
    now.most += before->branch.most;
  } else if (before != NULL) {  // QEMU cut a row of instructions: the first has one before it
    if (s->met != before) {
      const struct cycles alone = cost_of(&s->first, NULL),
                          behind = cost_of(&s->first, &before->last);
      s->behind_it = (struct cycles){behind.least - alone.least, behind.most - alone.most};
      s->met = before;
    }
    now.least += s->behind_it.least;
    now.most += s->behind_it.most;
  }
  before = s;
}

/// Counts a row of instructions when its first one is executed.
static void count_row(struct instruction* first, struct cycles row, uint64_t instructions) {
  if (first == NULL) return;
  qemu_plugin_register_vcpu_insn_exec_inline(first, add_to_counter, &now.least, row.least);
  qemu_plugin_register_vcpu_insn_exec_inline(first, add_to_counter, &now.most, row.most);
  qemu_plugin_register_vcpu_insn_exec_inline(first, add_to_counter, &now.instructions,
                                             instructions);
}

/// Instructions of a block that lie in one row of flash.
struct row_part {
  uint64_t address;
  unsigned cycles;
};
static void on_row_part(unsigned cpu, void* data) {
  (void)cpu;
  const struct row_part* p = data;
  now.waits += wait_for_instructions(&flash, p->address, p->cycles);
}
/// Of flash nothing is written. (QEMU 7.2 takes reads for writes where it is asked for one of
/// them.)
static void on_access_of_data(unsigned cpu, uint32_t how, uint64_t address, void* data) {
  (void)cpu;
  (void)how;
  (void)data;
  now.waits += wait_for_data(&flash, address);
}
/// Lets the flash see an instruction of some cycles. Where it ends in a row, that row is fetched.
static void see_flash(struct instruction* i, struct cycles c, struct row_part** part) {
  const uint64_t last = qemu_plugin_insn_vaddr(i) + size_of(i) - 1;
  if (flash.end == 0) return;
  if (*part == NULL || (*part)->address / flash.row_bytes != last / flash.row_bytes) {
    *part = calloc(1, sizeof **part);
    if (*part == NULL) abort();
    (*part)->address = last;
    qemu_plugin_register_vcpu_insn_exec_cb(i, on_row_part, no_registers, *part);
  }
  (*part)->cycles += (unsigned)((c.least + c.most) / 2);
  qemu_plugin_register_vcpu_mem_cb(i, on_access_of_data, no_registers, accesses, NULL);
}

static void on_translation(plugin_id id, struct block* block) {
  (void)id;
  const size_t count = qemu_plugin_tb_n_insns(block);
  struct span* span = calloc(1, sizeof *span);
  if (span == NULL) abort();
  struct parsed previous;
  struct instruction* first = NULL;  // of a row without marks
  struct cycles row = {0, 0};
  uint64_t instructions = 0;
  struct row_part* part = NULL;
  for (size_t i = 0; i < count; ++i) {
    struct instruction* at = qemu_plugin_tb_get_insn(block, i);
    char* text = qemu_plugin_insn_disas(at);
    const struct parsed p = parse(text);
    const on_execution mark = mark_of(at);
    if (mark != NULL) {
      count_row(first, row, instructions);
      first = NULL;
      row = (struct cycles){0, 0};
      instructions = 0;
      qemu_plugin_register_vcpu_insn_exec_cb(at, mark, no_registers, NULL);
    } else {
      const struct cycles c = cost_of(&p, i > 0 ? &previous : NULL);
      if (first == NULL) first = at;
      row.least += c.least;
      row.most += c.most;
      ++instructions;
      see_flash(at, c, &part);
    }
    if (i == 0) {
      span->begin = qemu_plugin_insn_vaddr(at);
      span->first = p;
    }
    if (i + 1 == count) {
      span->end = qemu_plugin_insn_vaddr(at) + size_of(at);
      span->last = p;
      span->branch = cost_of_branch(&p);
    }
    previous = p;
    free(text);
  }
  count_row(first, row, instructions);
  qemu_plugin_register_vcpu_tb_exec_cb(block, on_span, no_registers, span);
}

EXPORT int qemu_plugin_install(plugin_id id, const struct information* information, int count,
                               char** options) {
  (void)information;
  const char *core = "", *table = "", *chips = NULL;
  for (int i = 0; i < count; ++i) {
    if (strncmp(options[i], "core=", 5) == 0) {
      core = options[i] + 5;
    } else if (strncmp(options[i], "table=", 6) == 0) {
      table = options[i] + 6;
    } else if (strncmp(options[i], "flash=", 6) == 0) {
      chips = options[i] + 6;
    } else {
      fprintf(stderr, "cycles.so: unknown option %s\n", options[i]);
      return 1;
    }
  }
  issues_pairs = strcmp(core, "cortex-m7") == 0;
  if (!read_table(table, issues_pairs ? "cortex-m4" : core)) return 1;
  if (chips != NULL && !read_flash(&flash, chips, core)) return 1;
  if (!offer_results("cycles.so", sizeof now)) return 1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
  return 0;
}
