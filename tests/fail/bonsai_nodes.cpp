// EXPECT: error::bonsai_a_tree_of_this_depth_has_another_number_of_nodes, 7, 15>
// EXPECT: bonsai_nodes.cpp:12:
#include "support.hpp"

#include <etch/tree/bonsai.hpp>

inline constexpr constant<tensor<f32, shape<7, 8>>> t{&zeros<224>[0]};
inline constexpr constant<tensor<f32, shape<7, 4, 8>>> w{&zeros<896>[0]};
inline constexpr auto graph =
    etch::graph<etch::tree::operators>([](input<tensor<f32, shape<8>>> x) {
      using namespace etch::dsl;
      return bonsai<f32>(x, {.depth = 3}, t, w, w);
    });
