#include "shared_network.hpp"

namespace shared {
findings look_from_b(const signed char* input) { return look<network>(input); }
}  // namespace shared
