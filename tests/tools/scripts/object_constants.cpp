// CONSTANTS: told
[[gnu::section(".told_constants")]] char told_constants[4 + 1]{};
const int table[4]{1, 2, 3, 4};
int at(int i);
int at(int i) { return (&table[0])[i & 3]; }
