// Face-M4 in every number format that it has: ten networks, half a minute of the compiler each.
#pragma once

#include "../ten_formats.hpp"
#include "formats.hpp"

#include <type_traits>

namespace face_m4 {

/// The numbers that the graph may have; the first are those of training.
using formats = etch::list<in_reals<etch::f32>, in_reals<etch::bf16>, in_powers<16>, in_powers<12>,
                           in_powers<8>, in_16_bits, in_8_bits, in_reals<etch::posit<16, 1>>,
                           in_reals<etch::posit<8, 2>>, in_reals<etch::posit<8, 0>>>;

/// Layer after layer, in 8 bits in the least memory.
template <class Numbers>
struct network_in
    : etch::network<with<Numbers>::graph, etch::this_target,
                    etch::options{.ram = std::is_same_v<Numbers, in_8_bits> ? etch::ram::smallest
                                                                            : etch::ram::fastest}> {
};

/// Format I, whose network is made when it is asked for.
template <int I>
using format = network_in<etch::element_t<formats, I>>;

/// visit.operator()<Network>(name).
template <class Visit>
void for_each_format(const Visit& visit) {
  examples::for_each_of<network_in, formats>(visit);
}

}  // namespace face_m4
