// RNNPool's Face-M4 in 8 bits: its memory, asserted by the compiler. Without rows the picture, what
// the first convolution makes and what RNNPool makes take 76,800 bytes each.
// LONG: everywhere
#include "../../examples/face_m4/network.hpp"

namespace {

using namespace etch;

/// Numbers in place of weights: memory is planned by shapes, but of two layers with the same
/// weights one would be left out.
struct some_numbers {
  unsigned char byte[9 * 1024]{};
  constexpr some_numbers() {
    unsigned state = 1;
    for (unsigned char& b : byte) {
      b = static_cast<unsigned char>((state = state * 1664525U + 1013904223U) >> 24);
    }
  }
};
alignas(16) inline constexpr some_numbers some;

/// Formats of 8 bits, and weights that a plan does not read.
using s8 = affine<std::int8_t, 1.0 / 128>;
struct planned : face_m4::values_in<s8> {
  template <int L, class>
  static constexpr parameters layer = [] {
    constexpr face_m4::filters f = face_m4::filters_of(L);
    return parameters{
        constant<tensor<s8, shape<f.o, f.size, f.size, f.i>, ohwi>>{&some.byte[16 * L]},
        constant<tensor<bias32, shape<f.outputs()>>>{&some.byte[0]}};
  }();
  template <int K, class>
  struct cell {
    static constexpr int inputs = K == 0 ? face_m4::stem : face_m4::units;
    static constexpr dsl::zeta_and_nu shares{};
    static constexpr constant<tensor<s8, shape<face_m4::units, inputs>, ohwi>> w{&some.byte[0]};
    static constexpr constant<tensor<s8, shape<face_m4::units, face_m4::units>, ohwi>> u{
        &some.byte[0]};
    static constexpr constant<tensor<bias32, shape<face_m4::units>>> gate{&some.byte[0]},
        fresh = gate;
  };
};
inline constexpr auto graph = face_m4::with<planned>::graph;

// All channels of it, whatever these numbers make of them.
using apart = network<graph, generic, options{.slim = false}>;
using rows = apart::with<options{.slim = false, .ram = ram::smallest}>;
using camera = apart::with<options{.slim = false, .ram = ram::smallest, .input = arrival::rows}>;
static_assert(apart::macs == 103'313'664);
static_assert(apart::ram_bytes == 307'200);
static_assert(rows::ram_bytes <= 163'840);  // theirs: about 180 KB
static_assert(rows::ram_bytes == 101'120);
static_assert(camera::ram_bytes == 81'600);

}  // namespace
