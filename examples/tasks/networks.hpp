// Two small networks: one that listens to a motor every millisecond, one that looks at a picture
// now and then. Their weights are made up.
#pragma once

#include <etch/etch.hpp>

namespace tasks {

using etch::constant, etch::ohwi, etch::parameters, etch::q, etch::shape, etch::tensor;

struct numbers {
  std::int8_t code[2048]{};
  constexpr numbers() {
    for (int i = 0; i < 2048; ++i) code[i] = static_cast<std::int8_t>(i * i % 97 - 48);
  }
};
inline constexpr numbers some{};

template <int At, int... D>
inline constexpr parameters layer{constant<tensor<q<0, 7>, shape<D...>, ohwi>>{&some.code[At]}};

inline constexpr auto motor_graph = etch::graph([](etch::input<tensor<q<2, 5>, shape<32, 1>>> x) {
  using namespace etch::dsl;
  auto a = x | conv1d(layer<0, 4, 5, 1>, {.stride = 2}) | to<q<2, 5>> | relu;
  return a | global_avg_pool1d | dense(layer<30, 2, 4>) | to<q<2, 5>>;
});
inline constexpr auto picture_graph =
    etch::graph([](etch::input<tensor<q<2, 5>, shape<12, 12, 1>>> x) {
      using namespace etch::dsl;
      auto a = x | conv2d(layer<40, 4, 3, 3, 1>) | to<q<3, 4>> | relu | max_pool<2>;
      auto b = a | conv2d(layer<80, 8, 3, 3, 4>) | to<q<4, 3>> | relu | max_pool<2>;
      return b | dense(layer<400, 5, 72>) | to<q<6, 1>>;
    });

struct motor : etch::network<motor_graph> {};
struct picture : etch::network<picture_graph> {};

}  // namespace tasks
