// EXPECT: shared_arena: a network with state keeps it in its arena between runs
// EXPECT: shared_state.cpp:15:
#include "support.hpp"

// What a network with state will be: a value that lives through all runs.
struct one_value {
  etch::value values[1]{{.lives = etch::lifetime::always}};
};
struct listener {
  static constexpr one_value graph{};
  static constexpr int ram_bytes = 16;
};

// 16 bytes, of which the state would be lost
etch::shared_arena<listener> memory;
