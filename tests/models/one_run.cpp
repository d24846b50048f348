// The code of one inference: its object file holds all that a model adds to a program.
#include HEADER

void infer(unsigned char* arena);
void infer(unsigned char* arena) { etch_models::MODEL::run(arena); }

// The arena of the generic kernels is the least for its schedule, and the compiler proves it.
#ifdef ARENA
static_assert(etch_models::MODEL::ram_bytes == ARENA && etch_models::MODEL::is_optimal());
#endif
