// Functions of one 8-bit code as look-ups in a table of 256: what the kernels of any target share.
#pragma once

#include <etch/kernel/layer/element_loops.hpp>

namespace ETCH_NAMESPACE {

/// Whether kernel Generic packs the 256 codes that call C makes of each code of its input.
template <class Generic, class C>
inline constexpr bool packs_table_of_bytes = [] {
  using x = typename C::template in<0>;
  using y = typename C::template out<>;
  if constexpr (x::is.number.bits == 8 && y::is.number.bits == 8 && !x::is.is_constant &&
                in_logical_order<typename x::layout> && in_logical_order<typename y::layout> &&
                x::is.shape.size() == y::is.shape.size() && y::is.shape.size() >= 16) {
    if constexpr (Generic::template accepts<C>) {
      using table = decltype(Generic::template pack<C>());
      if constexpr (requires(const table& t) { t.code[255]; })
        return is_one_function<table> && sizeof(table) == 256;
    }
  }
  return false;
}();

/// Base of kernel K, which looks up by L::look_up(y, x, count, table) what Generic does one by one.
template <class K, class Generic, class L>
struct table_of_bytes : kernel_base {
  using op = typename Generic::op;

  template <class C>
  static constexpr bool accepts = packs_table_of_bytes<Generic, C>;
  template <class C>
  static constexpr auto pack() {
    return Generic::template pack<C>();
  }
  template <class C>
  static constexpr bool reads_rows = true;
  template <class C, class A>
  static void run(const A& a, row_block rows) {
    static_assert(L::is_available || sizeof(A) == 0,
                  "compile for the machine that has the instruction in the kernel's name");
    const auto bytes = []<class T>(T* codes) __attribute__((always_inline)) {
      return reinterpret_cast<std::uint8_t*>(codes);
    };
    const auto same_bytes = []<class T>(const T* codes) __attribute__((always_inline)) {
      return reinterpret_cast<const std::uint8_t*>(codes);
    };
    L::look_up(bytes(out_row<C>(a, rows.first)), same_bytes(a.template rows<0>().row(rows.first)),
               rows.count * C::template out<>::row, same_bytes(kernel_constants<K, C>(a).code + 0));
  }
};

}  // namespace ETCH_NAMESPACE
