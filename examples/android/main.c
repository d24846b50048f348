/* A program for the shell of a phone: reads one picture and prints what it sees. */
#include <stdio.h>

#include "digits.h"

static _Alignas(digits_memory_alignment) unsigned char memory[digits_memory_bytes];

static const unsigned char eight[64] = {0, 0,  7,  9,  9,  7,  0, 0, 0, 0, 10, 16, 16, 10, 0, 0,
                                        0, 0,  7,  7,  2,  14, 3, 0, 0, 3, 16, 16, 10, 3,  0, 0,
                                        0, 4,  16, 16, 4,  0,  0, 0, 0, 4, 16, 7,  9,  7,  0, 0,
                                        0, 12, 2,  3,  16, 7,  0, 0, 0, 9, 16, 16, 9,  0,  0, 0};

int main(void) {
  signed char logits[10];
  const int digit = digits_read(memory, eight, logits);
  printf("%s: read as a %d, logits", digits_target(), digit);
  for (int i = 0; i < 10; ++i) printf(" %d", logits[i]);
  printf("\n");
  const int refused = digits_read(memory + 1, eight, logits);
  return digit == 8 && refused == -1 ? 0 : 1;
}
