// A memory plan that was found elsewhere: the compiler takes it, and the network gives the same
// outputs.
// PORTABLE: no kernel of one target alone
#include "../support/rows.hpp"
#include "../support/small_weights.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace etch;
using etch::q, etch::shape, etch::tensor;

using image = tensor<q<0, 7>, shape<11, 7, 4>>;
inline constexpr auto graph = etch::graph([](etch::input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<6, 3, 4>) | to<q<1, 6>> | conv2d(w::conv<4, 3, 6>) | to<q<1, 6>> |
         max_pool<3>({.stride = 1, .pad = same}) | global_avg_pool;
});
constexpr row_choice by_rows{3};
template <arrival Input>
using planned_here = network<graph, generic, options{.ram = ram::by_rows(by_rows), .input = Input}>;

/// The plan of Net, all of it further up.
template <class Net>
struct moved {
  static constexpr const auto& memory = Net::placed::memory;
  int offset[memory.buffer_count]{};
  constexpr moved() {
    for (int b = 0; b < memory.buffer_count; ++b)
      offset[b] = memory.placed.offset[b] + arena_alignment;
  }
};
template <class Net>
inline constexpr moved<Net> places;
template <class Net>
inline constexpr given_plan plan{by_rows, most_of_tensor, Net::ram_bytes + arena_alignment,
                                 Net::placed::memory.buffer_count, places<Net>.offset};

template <arrival Input>
void check() {
  using here = planned_here<Input>;
  using given = network<graph, generic, options{.ram = ram::planned(plan<here>), .input = Input}>;
  static_assert(given::ram_bytes == here::ram_bytes + arena_alignment && !given::is_optimal());
  CHECK(test::equals_by_rows<network<graph, generic>, given>(11));
}

}  // namespace

TEST_CASE("a given plan, with the input whole and in rows") {
  check<arrival::whole>();
  check<arrival::rows>();
}
