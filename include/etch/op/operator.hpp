// What an operator is to the rest of the library.
#pragma once

#include <etch/op/operand.hpp>

namespace etch::inline ETCH_ABI {

/// The attributes of a node, as ints: an operator struct by bit_cast.
struct attributes {
  int word[24]{};
  constexpr bool operator==(const attributes&) const = default;
};

/// Identity of an operator, compared by address, with the functions that analyses call.
struct operator_tag {
  const char* name;
  bool fuses_activation;  ///< its kernels clamp their output for free
  bool in_place;          ///< element i of the output needs nothing but element i of the inputs
  bool copies_order;      ///< the output is input 0 in the same logical order (reshape, flatten)
  bool keeps_range;       ///< every output code lies among those of input 0, but for a clamp
  bool single_precision_product;  ///< the scales of value and weights are multiplied as floats
  inference (*infer)(const attributes&, const operands&);
  long long (*macs)(const attributes&, const operands&, const operand& output);
  row_range (*input_rows)(const attributes&, const operands&, int input, int row);
};

namespace detail {
template <int N>
struct words {
  int word[N];
};
}  // namespace detail

/// An operator as attributes; Op is an aggregate of ints, at most 24 of them.
template <class Op>
constexpr attributes pack(const Op& op) {
  static_assert(sizeof(Op) % sizeof(int) == 0 && sizeof(Op) <= sizeof(attributes),
                "an operator holds at most 24 ints and nothing else");
  constexpr int count = sizeof(Op) / sizeof(int);
  const auto w = __builtin_bit_cast(detail::words<count>, op);
  attributes a;
  for (int i = 0; i < count; ++i) a.word[i] = w.word[i];
  return a;
}
/// The operator that attributes were made from.
template <class Op>
constexpr Op unpack(const attributes& a) {
  constexpr int count = sizeof(Op) / sizeof(int);
  detail::words<count> w{};
  for (int i = 0; i < count; ++i) w.word[i] = a.word[i];
  return __builtin_bit_cast(Op, w);
}

/// Whether the output is input 0 in the same logical order, so that it can be the same memory.
template <class Op>
inline constexpr bool copies_order = false;
template <class Op>
requires requires { Op::copies_order; }
inline constexpr bool copies_order<Op> = Op::copies_order;

/// Whether inputs 1 and on are constants that every kernel packs, rather than reads where they lie.
template <class Op>
inline constexpr bool packs_parameters = requires { requires Op::packs_parameters; };

/// Whether no output code is less than the least or larger than the largest code of input 0.
template <class Op>
inline constexpr bool keeps_range = copies_order<Op> || requires { requires Op::keeps_range; };

/// Whether the scales of value and weights are multiplied in single precision.
template <class Op>
inline constexpr bool single_precision_product =
    requires { requires Op::single_precision_product; };

/// Whether each filter reads one input channel, its weights (KH,KW,C M) lying tap by tap.
template <class Op>
inline constexpr bool weights_by_channel = requires { requires Op::weights_by_channel; };

namespace detail {
template <class Op>
constexpr inference infer(const attributes& a, const operands& x) {
  return unpack<Op>(a).infer(x);
}
template <class Op>
constexpr long long macs(const attributes& a, const operands& x, const operand& y) {
  return unpack<Op>(a).macs(x, y);
}
template <class Op>
constexpr row_range input_rows(const attributes& a, const operands& x, int i, int row) {
  return unpack<Op>(a).input_rows(x, i, row);
}
}  // namespace detail

/// The tag of operator Op.
template <class Op>
inline constexpr operator_tag op_id{
    Op::name,           Op::fuses_activation, Op::in_place,
    copies_order<Op>,   keeps_range<Op>,      single_precision_product<Op>,
    &detail::infer<Op>, &detail::macs<Op>,    &detail::input_rows<Op>};

}  // namespace etch::inline ETCH_ABI
