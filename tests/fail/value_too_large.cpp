// EXPECT: error::a_value_takes_no_more_bytes_than_an_int_counts, 4194304, 2097151>
// EXPECT: value_too_large.cpp:8:
#include "support.hpp"

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<8, 8, 1>>> x) {
  using namespace etch::dsl;
  // as many rows and columns as a resize makes
  return x | resize_nearest<65536, 65536>() | max_pool<65536>;
});
