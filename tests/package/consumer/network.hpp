// A network of somebody else, of which the installed library makes a report.
#pragma once

#include <etch/etch.hpp>

inline constexpr auto smaller_graph =
    etch::graph([](etch::input<etch::tensor<etch::q<0, 7>, etch::shape<4, 4, 1>>> x) {
      return x | etch::dsl::max_pool<2>;
    });
struct smaller : etch::network<smaller_graph> {};
