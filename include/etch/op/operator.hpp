// Type erasure of operators: attributes as ints, and operator_tag with the facts and functions that
// graphs and passes use.
#pragma once

#include <etch/op/channels.hpp>
#include <etch/op/numerics.hpp>
#include <etch/op/products.hpp>
#include <etch/op/xnnpack.hpp>

namespace ETCH_NAMESPACE {

/// The attributes of a node: an operator struct, bit-cast to ints.
struct attributes {
  int word[24]{};
  constexpr bool operator==(const attributes&) const = default;
};

namespace detail {
/// What names operator Op in a list of all of them: tags are made of those alone that a unit uses.
template <class Op>
inline constexpr char identity{};
}  // namespace detail

struct operator_tag;

/// A layer as another operator that makes the same sums of the same products in the same order: its
/// attributes, and the shape of its weights (O,KH,KW,I) where the layer has them by channel,
/// (KH,KW,O).
struct same_sums {
  pointer_to<operator_tag> op{};  ///< null: there is none
  attributes what{};
  extents weights{};
};

/// The identity of an operator, compared by address: facts, and functions for analyses.
struct operator_tag {
  const char* name;
  pointer_to<char> identity;  ///< of its type, in lists
  bool fuses_activation;      ///< its kernels clamp their output
  bool in_place;              ///< element i of the output needs nothing but element i of the inputs
  bool copies_order;  ///< the output is input 0 in the same logical order (reshape, flatten)
  bool keeps_range;   ///< no output code is outside the range of input 0, but for a clamp
  bool single_precision_product;  ///< the scales of value and weights are multiplied as floats
  bool requantises;               ///< the output is input 0 in another format (to)
  bool copies_alone;              ///< with one input, the output equals it (concat)
  bool moves_with_zero;           ///< codes of 8 bits may move with their zero points: it reads and
                                  ///< makes numbers, and rounds none as its code is
  bool folds_into_layers;         ///< y = scale x + offset in each channel (batch_norm)
  bool folds_scale_and_offset;    ///< such an operator after it merges into its weights and bias,
                                  ///< and a `to` of its f32 sums into the layer
  activation clamps;              ///< the activation that it is (relu)
  int kinds_of_products;          ///< kinds of sums of products that it computes
  channel_codes codes;            ///< what the codes of an output channel can be
  inference (*infer)(const attributes&, const operands&);
  long long (*macs)(const attributes&, const operands&, const operand& output);
  row_range (*input_rows)(const attributes&, const operands&, int input, int row);
  code_limits (*limits)(const attributes&);  ///< of activation::clamp
  scale_and_offset (*scale_and_offset_of)(const attributes&, const bytes_of_constants&, int c);
  sums_of_products (*products)(const attributes&, const operands&, int kind);
  bool (*runs_on_xnnpack)(const operands&, const operand& output);
  rounding (*own_rounding)(numerics, const operands&, const operand& output);
  int (*channel_of)(const attributes&, const operands&, const operand& output, int input, int c);
  attributes (*with_channels)(const attributes&, const operand& output, channels_left);
  same_sums (*by_filter)(const attributes&,
                         const operands&);  ///< of layers with weights by channel
};

/// The rows of input i, counted over all its pictures, that a row of the output reads, counted
/// likewise (as a `row_block` does).
///
/// Operators speak of the rows of one picture (`input_rows`). It is the picture that the row of the
/// output is in, or the only one; where all pictures become one, rows count over all of them. An
/// operator that mixes pictures says all_rows.
constexpr row_range rows_read(const operator_tag& op, const attributes& a, const operands& x, int i,
                              const operand& output, int row) {
  const extents &in = x[i].shape, &out = output.shape;
  const bool is_joined = in.n() > 1 && in.n() != out.n();
  const int y = is_joined ? row : row % out.h();
  const int begin = is_joined || in.n() == 1 ? 0 : row / out.h() * in.h();
  const row_range read = op.input_rows(a, x, i, y);
  if (read == all_rows(x[i])) return read;
  const int last = is_joined ? in.rows() - 1 : in.h() - 1;
  return {begin + maximum(read.first, 0), begin + minimum(read.last, last)};
}

namespace detail {
template <int N>
struct words {
  int word[N];
};
}  // namespace detail

/// An operator that became part of the layer before it, whose weights and bias take its scale and
/// offset in each channel; its constants are the last inputs of the layer.
struct folded_operator {
  pointer_to<operator_tag> op{};  ///< null: none
  attributes what{};
  int input_count = 0;
  constexpr bool operator==(const folded_operator&) const = default;
  constexpr explicit operator bool() const { return static_cast<bool>(op); }
};

/// The attributes of an operator; Op is an aggregate of at most 24 ints.
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
/// The operator of these attributes.
template <class Op>
constexpr Op unpack(const attributes& a) {
  constexpr int count = sizeof(Op) / sizeof(int);
  detail::words<count> w{};
  for (int i = 0; i < count; ++i) w.word[i] = a.word[i];
  return __builtin_bit_cast(Op, w);
}

/// Whether the output is input 0 in the same logical order, so that both can share memory.
template <class Op>
inline constexpr bool copies_order = false;
template <class Op>
requires requires { Op::copies_order; }
inline constexpr bool copies_order<Op> = Op::copies_order;

/// Whether the inputs after the first are constants that kernels pack instead of reading in place.
template <class Op>
inline constexpr bool packs_parameters = requires { requires Op::packs_parameters; };

/// Whether no output code is outside the range of the codes of input 0.
template <class Op>
inline constexpr bool keeps_range = copies_order<Op> || requires { requires Op::keeps_range; };

/// Whether the scales of value and weights are multiplied in single precision.
template <class Op>
inline constexpr bool single_precision_product =
    requires { requires Op::single_precision_product; };

/// The activation that an operator is: relu and its like.
template <class Op>
inline constexpr activation clamps = activation::none;
template <class Op>
requires requires { Op::clamps; }
inline constexpr activation clamps<Op> = Op::clamps;
/// Kinds of sums of products that an operator computes; products(x, kind) describes each.
template <class Op>
inline constexpr int kinds_of_products = 0;
template <class Op>
requires requires { Op::kinds_of_products; }
inline constexpr int kinds_of_products<Op> = Op::kinds_of_products;

/// Whether it is y = scale x + offset in each channel, as scale_and_offset_of(constants, c) gives
/// them; its inputs after x are constants.
template <class Op>
inline constexpr bool folds_into_layers = requires { &Op::scale_and_offset_of; };

/// What the codes of an output channel can be.
template <class Op>
inline constexpr channel_codes codes_of_channels =
    keeps_range<Op> ? channel_codes::kept : channel_codes::any;
template <class Op>
requires requires { Op::codes; }
inline constexpr channel_codes codes_of_channels<Op> = Op::codes;

/// Whether output channel c depends on channel c of the inputs alone.
template <class Op>
inline constexpr bool keeps_channels =
    (codes_of_channels<Op> != channel_codes::any && codes_of_channels<Op> != channel_codes::sums) ||
    requires { requires Op::keeps_channels; };

/// Whether each filter reads one input channel, with weights (KH,KW,C M).
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
template <class Op>
constexpr code_limits limits([[maybe_unused]] const attributes& a) {
  if constexpr (clamps<Op> == activation::clamp) return unpack<Op>(a).limits();
  else return {};
}
template <class Op>
constexpr scale_and_offset scale_and_offset_of([[maybe_unused]] const attributes& a,
                                               [[maybe_unused]] const bytes_of_constants& k,
                                               [[maybe_unused]] int c) {
  if constexpr (folds_into_layers<Op>) return unpack<Op>(a).scale_and_offset_of(k, c);
  else return {};
}
template <class Op>
constexpr sums_of_products products([[maybe_unused]] const attributes& a,
                                    [[maybe_unused]] const operands& x, [[maybe_unused]] int kind) {
  if constexpr (kinds_of_products<Op> > 0) return unpack<Op>(a).products(x, kind);
  else return {};
}
template <class Op>
constexpr bool runs_on_xnnpack([[maybe_unused]] const operands& x,
                               [[maybe_unused]] const operand& y) {
  if constexpr (requires { Op::runs_on_xnnpack(x, y); }) {
    return xnnpack::is_int8(y.number) && Op::runs_on_xnnpack(x, y);
  } else {
    return false;
  }
}
template <class Op>
constexpr rounding own_rounding([[maybe_unused]] numerics n, [[maybe_unused]] const operands& x,
                                [[maybe_unused]] const operand& y) {
  if constexpr (requires { Op::own_rounding(n, x, y); }) return Op::own_rounding(n, x, y);
  else return rounding::standard;
}
template <class Op>
constexpr int channel_of([[maybe_unused]] const attributes& a, const operands& x, const operand& y,
                         int input, int c) {
  if constexpr (requires { unpack<Op>(a).channel_of(x, y, input, c); }) {
    return unpack<Op>(a).channel_of(x, y, input, c);
  } else {
    return keeps_channels<Op> && x[input].shape.c() == y.shape.c() ? c : all_channels;
  }
}
template <class Op>
constexpr same_sums by_filter([[maybe_unused]] const attributes& a,
                              [[maybe_unused]] const operands& x) {
  if constexpr (requires { unpack<Op>(a).by_filter(x); }) return unpack<Op>(a).by_filter(x);
  else return {};
}
template <class Op>
constexpr attributes with_channels(const attributes& a, [[maybe_unused]] const operand& y,
                                   [[maybe_unused]] channels_left left) {
  if constexpr (requires { unpack<Op>(a).with_channels(y, left); }) {
    return pack(unpack<Op>(a).with_channels(y, left));
  } else {
    return a;
  }
}
}  // namespace detail

/// The tag of operator Op.
template <class Op>
inline constexpr operator_tag op_id{
    .name = Op::name,
    .identity = &detail::identity<Op>,
    .fuses_activation = Op::fuses_activation,
    .in_place = Op::in_place,
    .copies_order = copies_order<Op>,
    .keeps_range = keeps_range<Op>,
    .single_precision_product = single_precision_product<Op>,
    .requantises = (requires { requires Op::requantises; }),
    .copies_alone = (requires { requires Op::copies_alone; }),
    .moves_with_zero = (requires { requires Op::moves_with_zero; }),
    .folds_into_layers = folds_into_layers<Op>,
    .folds_scale_and_offset = (requires { requires Op::folds_scale_and_offset; }),
    .clamps = clamps<Op>,
    .kinds_of_products = kinds_of_products<Op>,
    .codes = codes_of_channels<Op>,
    .infer = &detail::infer<Op>,
    .macs = &detail::macs<Op>,
    .input_rows = &detail::input_rows<Op>,
    .limits = &detail::limits<Op>,
    .scale_and_offset_of = &detail::scale_and_offset_of<Op>,
    .products = &detail::products<Op>,
    .runs_on_xnnpack = &detail::runs_on_xnnpack<Op>,
    .own_rounding = &detail::own_rounding<Op>,
    .channel_of = &detail::channel_of<Op>,
    .with_channels = &detail::with_channels<Op>,
    .by_filter = &detail::by_filter<Op>,
};

}  // namespace ETCH_NAMESPACE
