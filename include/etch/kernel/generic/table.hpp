#pragma once

#include <etch/kernel/arithmetic/sigmoid_and_tanh.hpp>
#include <etch/kernel/layer/element_loops.hpp>
#include <etch/op/table.hpp>

namespace ETCH_NAMESPACE {

/// table in any formats and layout.
struct table_generic : kernel_base {
  using op = ops::table;
  static constexpr const char* name = "table_generic";

  template <class C>
  static constexpr auto pack() {
    using codes = typename C::template in<1>;
    code_rows<typename C::template out<>::storage, C::template in<0>::is.number.bits, width<C>> t;
    for (int i = 0; i < codes::span; ++i) t.code[i] = codes::load(C::bytes(1), i);
    return t;
  }
  template <class C, class A>
  static constexpr void run(const A& a, row_block rows) {
    using in = typename C::template in<0>;
    using out = typename C::template out<>;
    const auto& all = kernel_constants<table_generic, C>(a);
    if constexpr (out::is.shape.size() == 1) {
      a.template out<0>()[cursor_of<out>(0).offset()] =
          all(a.template in<0>()[cursor_of<in>(0).offset()], 0);
    } else if constexpr (width<C> == 1) {
      map_rows<C>(a, rows, all);
    } else {
      const int first = rows.first * out::row;
      look_up<width<C>>(a.template out<0>(), cursor_of<out>(first), a.template in<0>(),
                        cursor_of<in>(first / width<C>), first % width<C>, rows.count * out::row,
                        all);
    }
  }

 private:
  /// Codes of y that each code of x stands for.
  template <class C>
  static constexpr int width =
      C::template out<>::is.shape.size() / C::template in<0>::is.shape.size();

  /// Width codes for each code of x.
  template <class Y, int Bits, int Width>
  struct code_rows {
    static constexpr bool is_one_function = Width == 1;
    Y code[Width << Bits]{};
    template <class X>
    constexpr Y operator()(X x, int i) const {
      const auto place = static_cast<int>(code_table<Y, Bits>::place_of(x));
      return code[Width == 1 ? place : place * Width + i];
    }
  };
  /// y[k] = code `next` of those that x[k] stands for, then those after it.
  template <int Width, class CursorY, class CursorX, class Y, class X, class Table>
  ETCH_KERNEL static constexpr void look_up(Y y, CursorY to, X x, CursorX from, int next, int count,
                                            const Table& all) {
    for (int k = 0; k < count; ++k, to.next()) {
      y[to.offset()] = all(x[from.offset()], next);
      if (++next < Width) continue;
      next = 0;
      from.next();
    }
  }
};

}  // namespace ETCH_NAMESPACE
