// to from 8-bit codes to 8-bit codes: each of the 256 is looked up.
//
// Needs: logical order; 8-bit codes of one scale, signed or not.
// Reads: x (N,H,W,C). Writes: y (N,H,W,C), which may be x.
#pragma once

#include <etch/kernel/convert.hpp>
#include <etch/kernel/elements.hpp>
#include <etch/op/to.hpp>

namespace etch::inline ETCH_ABI {

/// to of 8-bit codes through a table.
struct to_s8_s8_table {
  using op = ops::to;
  static constexpr const char* name = "to_s8_s8_table";

  template <class C>
  static constexpr bool accepts = [] {
    using x = typename C::template in<0>;
    using y = typename C::template out<>;
    return x::kind::is_integer && y::kind::is_integer && sizeof(typename x::storage) == 1 &&
           sizeof(typename y::storage) == 1 && x::is.number.channel_scale == nullptr &&
           in_logical_order<typename x::layout> && in_logical_order<typename y::layout>;
  }();
  template <class C>
  static constexpr int scratch = 0;
  template <class C>
  static constexpr auto pack() {
    using storage_x = typename C::template in<0>::storage;
    using storage_y = typename C::template out<>::storage;
    constexpr auto convert = make_conversion<C>();
    table<storage_y> t{};
    for (int i = 0; i < 256; ++i) {
      t.of[i] = convert(static_cast<storage_x>(static_cast<unsigned char>(i)), 0);
    }
    return t;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    constexpr extents e = C::template out<>::is.shape;
    constexpr int row = e.w() * e.c();
    const int first = rows.first * row;
    look_up(a.template out<0>() + first, a.template in<0>() + first, rows.count * row,
            packed<to_s8_s8_table, C>.of);
  }

 private:
  template <class Y>
  struct table {
    Y of[256];  ///< of the code's byte
  };
  template <class Y, class X>
  ETCH_KERNEL static constexpr void look_up(Y* y, const X* x, int count, const Y* of) {
    for (int i = 0; i < count; ++i) y[i] = of[static_cast<unsigned char>(x[i])];
  }
};

}  // namespace etch::inline ETCH_ABI
