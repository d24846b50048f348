// EXPECT: a network that runs by rows has values that are never whole: a tracer of values needs row(step, row) too, or host::collector before it
// EXPECT: values_in_rows.cpp:18:
#include "support.hpp"

constexpr parameters conv{constant<tensor<q<0, 7>, shape<4, 3, 3, 4>, ohwi>>{zeros<4 * 3 * 3 * 4>}};

inline constexpr auto graph = etch::graph([](input<tensor<q<0, 7>, shape<32, 32, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(conv) | to<q<2, 5>> | max_pool<2> | tap("features");
});
struct net : etch::network<graph, etch::generic, etch::options{.ram = etch::ram::smallest}> {};

struct watcher {
  void value(const etch::traced_step&, const etch::traced_value&) {}
};
net camera;
watcher tracer;
void see() { camera.run(tracer); }
