// SqueezeNet 1.0 and 1.1 on pictures of 224 x 224 x 3, a byte a value: the memory that MinUn (S2)
// plans with, asserted by the compiler.
// LONG: everywhere
#include "../../examples/squeezenet/network.hpp"

namespace {

using namespace etch;
using s8 = q<0, 7>;

/// Zeros in place of weights: memory is planned by shapes alone.
inline constexpr unsigned char zeros[512 * squeezenet::classes]{};

/// Weights and biases that a plan does not read.
struct planned {
  template <int>
  using value = s8;
  template <int O, int Size, int I, class>
  static constexpr parameters layer{
      constant<tensor<s8, shape<O, Size, Size, I>, etch::ohwi>>{&zeros[0]},
      constant<tensor<s8, shape<O>>>{&zeros[0]}};
};
inline constexpr auto &older = squeezenet::version_1_0<planned>,
                      &newer = squeezenet::version_1_1<planned>;

template <const auto& G>
using over_inputs = network<G, generic, options{.ram = ram::overlapping}>;
static_assert(over_inputs<older>::ram_bytes == 1'145'760);  // theirs: 1,160,000
static_assert(over_inputs<newer>::ram_bytes == 792'064);

template <const auto& G>
using in_rows = network<G, generic, squeezenet::in_rows>;
static_assert(in_rows<older>::ram_bytes == 192'864);
static_assert(in_rows<newer>::ram_bytes == 178'688);

}  // namespace
