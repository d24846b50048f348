// All operators in two integer formats: what they leave to a runtime library, on any target.
// FLAGS: -Os
// FLAGS: -O2
// UNDEFINED: __aeabi_idiv __aeabi_idivmod __aeabi_uidiv
#include <etch/etch.hpp>

#include "../support/small_weights.hpp"

namespace {

using etch::q, etch::shape, etch::tensor;
using a8 = etch::affine<signed char, 0.05, 3>;

constexpr double scales[8] = {.01, .02, .03, .04, .01, .02, .03, .04};
constexpr etch::parameters affine_filters{
    etch::constant<
        tensor<etch::affine_channels<signed char, scales>, shape<8, 3, 3, 4>, etch::ohwi>>{
        &w::bytes.byte[0]},
    etch::constant<tensor<etch::bias32, shape<8>>>{&w::bytes.byte[64]}};
constexpr etch::parameters depthwise_filters{
    etch::constant<tensor<q<0, 7>, shape<1, 3, 3, 8>, etch::ohwi>>{&w::bytes.byte[0]}};

inline constexpr auto q_graph = etch::graph([](etch::input<tensor<q<0, 7>, shape<12, 12, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(w::conv<8, 3, 4>, {.stride = 2, .dilation = 1}) | to<q<2, 5>> | relu6;
  auto b = a | depthwise_conv2d(depthwise_filters) | to<q<2, 5>> | relu;
  auto c = concat(add<q<3, 4>>(a, b), a | to<q<3, 4>>) | avg_pool<2> | max_pool<3>;
  return c | flatten | dense(w::fc<10, 16>) | to<q<3, 4>> | softmax;
});
struct q_network : etch::network<q_graph> {};

inline constexpr auto affine_graph = etch::graph([](etch::input<tensor<a8, shape<12, 12, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(affine_filters, {.stride = 2}) | to<a8> | relu;
  auto b = add<a8>(a, a | avg_pool<3>({.stride = 1, .pad = same}) | leaky_relu(0.1F));
  return b | global_avg_pool | clamp(-100, 100) | reshape<2, 4> | softmax;
});
struct affine_network : etch::network<affine_graph> {};

}  // namespace

q_network first;
affine_network second;

void run_both();
void run_both() {
  first.run();
  second.run();
}
