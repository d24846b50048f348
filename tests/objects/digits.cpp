// One network object and one run() bring their arena and their code into an object file, no
// initialiser, no data, no call of anything else.
// FLAGS: -Os
// FLAGS: -O2
// BSS-OF: net
#include "../../examples/digits/one_run.cpp"

// The object is the arena: nothing beside the plan's bytes.
static_assert(sizeof(digits::s8) == (digits::s8::ram_bytes + 15) / 16 * 16);
