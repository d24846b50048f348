// EXPECT: an operator holds at most 24 ints and nothing else
// EXPECT: operator_too_large.cpp:19:
#include "support.hpp"

// An operator of our own with attributes that do not fit in ints.
struct wide {
  static constexpr const char* name = "wide";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  int table[25]{};
  constexpr etch::inference infer(const etch::operands& x) const { return etch::like_value(x[0]); }
  constexpr long long macs(const etch::operands&, const etch::operand&) const { return 0; }
  constexpr etch::row_range input_rows(const etch::operands&, int, int y) const { return {y, y}; }
};

inline constexpr auto graph =
    etch::graph<etch::extensions<wide>>([](input<tensor<q<0, 7>, shape<4>>> x) {
      using namespace etch::dsl;
      return x | wide{};
    });
