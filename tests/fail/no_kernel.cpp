// EXPECT: no kernel of the target runs this operator: add one to extensions<...>
// EXPECT: no_kernel.cpp:20:
#include "support.hpp"

// An operator of our own, and no kernel for it.
struct triple {
  static constexpr const char* name = "triple";
  static constexpr bool fuses_activation = false;
  static constexpr bool in_place = true;
  int unused = 0;
  constexpr etch::inference infer(const etch::operands& x) const { return etch::like_value(x[0]); }
  constexpr long long macs(const etch::operands&, const etch::operand&) const { return 0; }
  constexpr etch::row_range input_rows(const etch::operands&, int, int y) const { return {y, y}; }
};

using ours = etch::extensions<triple>;

inline constexpr auto graph =
    etch::graph<ours>([](input<tensor<q<0, 7>, shape<4>>> x) { return x | triple{}; });
struct net : etch::network<graph> {};

static_assert(net::ram_bytes > 0);
