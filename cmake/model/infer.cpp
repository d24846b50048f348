// One inference of the model: all that a firmware has of it.
#include "infer.hpp"

#include "asked.hpp"

void infer(unsigned char* arena, unsigned char* codes);
void infer(unsigned char* arena, unsigned char* codes) {
  etch::no_tracer nobody;
  infer<etch_models::asked>(arena, codes, nobody);
}
