// One inference of the model: all that a firmware has of it.
#include "user_model.hpp"

void infer(unsigned char* arena);
void infer(unsigned char* arena) { etch_models::user_model::run(arena); }
