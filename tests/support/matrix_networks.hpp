// The cells of the operator matrix as networks, for tests of object files.
#pragma once

#include "matrix_rows.hpp"
#include "told_constants.hpp"

namespace matrix {

template <class R, class C, int Values = R::values>
inline constexpr auto cell_graph = etch::graph(
    [](etch::input<etch::tensor<typename C::x, cube>> x) { return R::template write<C>(x, x); });
template <class R, class C>
inline constexpr auto cell_graph<R, C, 2> = etch::graph(
    [](etch::input<etch::tensor<typename C::x, cube>> x,
       etch::input<etch::tensor<typename C::x, cube>> z) { return R::template write<C>(x, z); });

/// The network of a cell; of nothing, where the table says no.
template <class R, class C, bool Yes = R::template no<C> == nullptr>
struct cell : told::networks<> {};
template <class R, class C>
struct cell<R, C, true> : etch::network<cell_graph<R, C>, etch::this_target,
                                        etch::options{.sums = R::template sums<C>}> {};

template <class C, class Rows>
struct networks_of;
template <class C, class... R>
struct networks_of<C, etch::list<R...>> : told::networks<cell<R, C>...> {};
/// Every operator in the formats of column C.
template <class C>
using every_operator = networks_of<C, rows::all_rows>;

}  // namespace matrix
