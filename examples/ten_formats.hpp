// The number formats in which examples are set beside one another, and their names.
#pragma once

#include <etch/etch.hpp>

#include <string_view>

namespace examples {

/// What they are called; the first is the reference.
inline constexpr const char* format_names[]{
    "f32", "bf16", "q16", "q12", "q8", "int16", "int8", "posit<16,1>", "posit<8,2>", "posit<8,0>"};
constexpr int format_count = sizeof format_names / sizeof format_names[0];

/// Which of them `name` is; a name that there is not is refused by the compiler.
consteval int format_called(std::string_view name) {
  int i = 0;
  while (name != format_names[i]) ++i;
  return i;
}

/// Numbers in these formats, in the order of their names: Reals<X> of formats X that have a point
/// of their own, Powers<Bits> of powers of two, Affine<Bits> of scales.
template <template <class> class Reals, template <int> class Powers, template <int> class Affine>
using ten_formats = etch::list<Reals<etch::f32>, Reals<etch::bf16>, Powers<16>, Powers<12>,
                               Powers<8>, Affine<16>, Affine<8>, Reals<etch::posit<16, 1>>,
                               Reals<etch::posit<8, 2>>, Reals<etch::posit<8, 0>>>;

/// visit.operator()<Network<Numbers>>(name) of all numbers of a list.
template <template <class> class Network, class Numbers, class Visit>
void for_each_of(const Visit& visit) {
  etch::for_each_index<format_count>([&]<int I>() {
    visit.template operator()<Network<etch::element_t<Numbers, I>>>(format_names[I]);
  });
}

}  // namespace examples
