// Networks that run row by row: direct calls behind a switch, no data and no state but their
// objects.
// FLAGS: -Os
// FLAGS: -O2
// UNDEFINED: __gnu_thumb1_case_uqi __gnu_thumb1_case_sqi __gnu_thumb1_case_uhi
// UNDEFINED: __gnu_thumb1_case_shi __gnu_thumb1_case_si memset memcpy
#include "../../examples/digits/network.hpp"

using small = digits::s8::with<etch::options{.ram = etch::ram::smallest}>;
using lines =
    digits::s8::with<etch::options{.ram = etch::ram::smallest, .input = etch::arrival::rows}>;

small whole_input;
lines input_in_rows;

void infer();
void infer() { whole_input.run(); }
bool step(small::progress& p);
bool step(small::progress& p) { return whole_input.run_step(p); }
void begin();
void begin() { input_in_rows.begin(); }
bool push();
bool push() { return input_in_rows.push_row(); }
