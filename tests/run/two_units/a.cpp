#include "shared_network.hpp"

namespace shared {
findings look_from_a(const signed char* input) { return look<network>(input); }
}  // namespace shared
