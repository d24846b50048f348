// What a named chip's flash adds to the clock cycles of cycles.c: wait states of instruction words
// and of constants, behind the caches and the prefetch that the chip has, as flash.csv tells.
//
// A read of flash brings a row of some bytes and takes the wait states. Rows that were read lie in
// a cache of instructions or of data, of which the row that was used longest ago goes first. While
// a row of instructions is executed the next one is read ahead: where execution goes on there, it
// waits for what is left. Literals and constants are data. Not in the model: instructions and data
// that want flash at once, writes, instructions fetched that a taken branch leaves out.
#pragma once

#include "plugin.h"

#include <stdlib.h>

enum { most_rows = 1024 };

/// Rows of flash, those used last in front.
struct row_cache {
  unsigned rows, used;
  uint64_t row[most_rows];
};

struct flash {
  unsigned wait_states, row_bytes;
  uint64_t end;  ///< behind its addresses, which begin at 0; 0: none is modelled
  struct row_cache instructions, data;
  uint64_t current;         ///< row of instructions
  unsigned current_cycles;  ///< of those of it that were executed
};

/// Whether a row is in a cache, which has it in front then.
static bool was_cached(struct row_cache* c, uint64_t row) {
  unsigned at = 0;
  while (at < c->used && c->row[at] != row) ++at;
  const bool found = at < c->used;
  if (!found && c->used < c->rows) ++c->used;
  if (at == c->rows) --at;
  memmove(c->row + 1, c->row, at * sizeof *c->row);
  c->row[0] = row;
  return found;
}

/// Wait states before instructions of some cycles at an address.
static unsigned wait_for_instructions(struct flash* f, uint64_t address, unsigned cycles) {
  const uint64_t row = address / f->row_bytes;
  if (address >= f->end) return 0;
  if (row == f->current) {
    f->current_cycles += cycles;
    return 0;
  }
  unsigned waits = 0;
  if (!was_cached(&f->instructions, row)) {
    const unsigned ahead =
        row == f->current + 1 && f->current_cycles > 0 ? f->current_cycles - 1 : 0;
    waits = f->wait_states > ahead ? f->wait_states - ahead : 0;
  }
  f->current = row;
  f->current_cycles = cycles;
  return waits;
}
/// Wait states of a read of data.
static unsigned wait_for_data(struct flash* f, uint64_t address) {
  if (address >= f->end || was_cached(&f->data, address / f->row_bytes)) return 0;
  return f->wait_states;
}

/// Reads the chip of a core from a table; a core without one has no flash.
static bool read_flash(struct flash* f, const char* path, const char* core) {
  FILE* file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    return false;
  }
  char line[512];
  bool good = true;
  for (int number = 1; good && fgets(line, sizeof line, file) != NULL; ++number) {
    char of[32];
    unsigned instructions, data;
    unsigned long long end;
    if (line[0] == '#' || strncmp(line, "chip,", 5) == 0) continue;
    good = sscanf(line, "%*[^,],%31[^,],%*u,%u,%u,%u,%u,%llx", of, &f->wait_states, &f->row_bytes,
                  &instructions, &data, &end) == 6 &&
           f->row_bytes > 0 && instructions / f->row_bytes <= most_rows &&
           data / f->row_bytes <= most_rows && instructions >= f->row_bytes && data >= f->row_bytes;
    if (!good) {
      fprintf(stderr, "%s:%d: not a chip, a core, MHz, wait states and bytes\n", path, number);
    } else if (strcmp(of, core) == 0) {
      f->instructions.rows = instructions / f->row_bytes;
      f->data.rows = data / f->row_bytes;
      f->end = end;
      break;
    }
  }
  fclose(file);
  return good;
}
