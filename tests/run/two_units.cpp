// A network header in two translation units is one network: one copy of its constants, one type.
#include <catch2/catch.hpp>

#include "shared_network.hpp"

TEST_CASE("two translation units share a network's constants and code") {
  signed char input[6 * 6 * 4];
  for (int i = 0; i < 144; ++i) input[i] = static_cast<signed char>(i * 7);
  const shared::findings a = shared::look_from_a(input);
  const shared::findings b = shared::look_from_b(input);
  CHECK(a.first_weights == b.first_weights);
  CHECK(a.type_size == b.type_size);
  for (int i = 0; i < 10; ++i) CHECK(a.output[i] == b.output[i]);
}
