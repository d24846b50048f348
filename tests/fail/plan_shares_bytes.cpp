// EXPECT: two buffers of the plan that live at a time share bytes: buffers_that_meet<one, offset, other, offset>
// EXPECT: buffers_that_meet<0, 0, 1, 0>::are_apart
// EXPECT: plan_shares_bytes.cpp:15:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
});
constexpr int offsets[65] = {};
inline constexpr etch::given_plan plan{{.tail = 1}, 0, 6000, 65, offsets};
constexpr etch::options options{.ram = etch::ram::planned(plan), .input = etch::arrival::rows};
struct net : etch::network<graph, etch::generic, options> {};

static_assert(net::ram_bytes <= 6000);
