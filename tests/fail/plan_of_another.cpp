// EXPECT: the plan is for another network, target or input: buffers_of_plan<have, want>
// EXPECT: buffers_of_plan<3, 65>::equal
// EXPECT: plan_of_another.cpp:14:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
});
constexpr int offsets[3] = {};
inline constexpr etch::given_plan plan{{.tail = 1}, 0, 6000, 3, offsets};
struct net : etch::network<graph, etch::generic, etch::options{.ram = etch::ram::planned(plan)}> {};

static_assert(net::ram_bytes <= 6000);
