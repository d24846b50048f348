// The code of one inference: its object file holds all that a model adds to a program.
#include HEADER

void infer(unsigned char* arena);
void infer(unsigned char* arena) { etch_models::MODEL::run(arena); }
