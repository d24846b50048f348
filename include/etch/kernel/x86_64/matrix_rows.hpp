// Matrices of codes on x86-64: 16 rows at a time, as the filters of a dense layer
// (filter_rows.hpp), or where sums have 64 bits four rows at a time by PMADDWD, weights as they lie
// and codes of 8 bits widened once on the stack: up to 8 KiB of them.
#pragma once

#include <etch/kernel/layer/matrix_rows.hpp>
#include <etch/kernel/x86_64/filter_rows.hpp>
#include <etch/kernel/x86_64/gate_ends.hpp>
#include <etch/kernel/x86_64/gate_products.hpp>
#include <etch/kernel/x86_64/lines_of_gates.hpp>
#include <etch/kernel/x86_64/moving_states.hpp>
#include <etch/kernel/x86_64/short_filters.hpp>

namespace ETCH_NAMESPACE {
namespace x86 {

/// What kernels multiply matrices by, bytes by vectors V.
template <class V>
struct matrix_products : gate_ends<V>, gate_products, lines_of_gates, moving_states {
  static constexpr int block = 16, longest = 4096;
  template <class A>
  static constexpr bool is_compiled = V::template is_compiled<A>;
  template <class A>
  static void refuse() {
    V::template refuse<A>();
  }

  /// How rows are summed; not private, as clang 16 looks into rows_by from where it is named.
  enum class form : std::uint8_t { plain, shorts, filters, short_filters };
  template <class Sums, class W, int Rows, int Length>
  static constexpr form form_of() {
    constexpr bool fit = are_bytes<Sums, W> && Length <= longest;
    constexpr bool fit_in_place = are_bytes<Sums, W> && Length % 4 == 0 && Length <= 32768;
    constexpr bool fit_shorts = are_shorts<Sums, W, Length> && Length <= longest &&
                                __is_same(typename Sums::code, std::int16_t) &&
                                __is_same(typename Sums::type, std::int32_t);
    if constexpr (fit_shorts && Rows >= 4) return form::short_filters;
    else if constexpr ((fit || fit_in_place) && Rows >= 4 && Length >= 4) return form::filters;
    else if constexpr (are_shorts<Sums, W, Length> || (fit && Length >= 12)) return form::shorts;
    else return form::plain;
  }
  template <form Form, class C, int First, int Count, class Sums, class W, int Rows, int Length>
  struct rows_of {
    using type = plain_rows<Sums, W, Rows, Length>;
  };
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  struct rows_of<form::shorts, C, First, Count, Sums, W, Rows, Length> {
    using type = short_rows<short_tile, Sums, W, Rows, Length>;
  };
  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  struct rows_of<form::filters, C, First, Count, Sums, W, Rows, Length> {
    using vectors = decltype(pick_vectors<V, pairs_of_matrices<First, Count, Length>, C>());
    using type = filter_rows<vectors, Sums, Rows, Length>;
  };

  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  struct rows_of<form::short_filters, C, First, Count, Sums, W, Rows, Length> {
    using type = filter_rows<short_lanes<false, false>, Sums, Rows, Length, W>;
  };

  template <class C, int First, int Count, class Sums, class W, int Rows, int Length>
  using rows_by = typename rows_of<form_of<Sums, W, Rows, Length>(), C, First, Count, Sums, W, Rows,
                                   Length>::type;
};

/// The same for codes of 16 bits, by the widest vectors that the compiler's flags allow.
using products_of_shorts =
    matrix_products<element_t<list<sse2_widened, avx2>, ETCH_HAS_AVX2 != 0 ? 1 : 0>>;

}  // namespace x86
}  // namespace ETCH_NAMESPACE
