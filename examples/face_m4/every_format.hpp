// Face-M4 in every number format that it has: ten networks, which take the compiler minutes.
#pragma once

#include "formats.hpp"

namespace face_m4 {

/// visit.operator()<Network>(name), the first of them in single precision.
template <class Visit>
void for_each_format(const Visit& visit) {
  visit.template operator()<in_format<etch::f32>>("f32");
  visit.template operator()<in_format<etch::bf16>>("bf16");
  visit.template operator()<q<16>>("q16");
  visit.template operator()<q<12>>("q12");
  visit.template operator()<q<8>>("q8");
  visit.template operator()<int16>("int16");
  visit.template operator()<int8>("int8");
  visit.template operator()<in_format<etch::posit<16, 1>>>("posit<16,1>");
  visit.template operator()<in_format<etch::posit<8, 2>>>("posit<8,2>");
  visit.template operator()<in_format<etch::posit<8, 0>>>("posit<8,0>");
}

}  // namespace face_m4
