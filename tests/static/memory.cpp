// Where values lie: lifetimes and sharing of buffers, asserted by the compiler, on graphs with
// state and branches; and what a device measures as codes of an input.
#include <etch/etch.hpp>
#include <etch/plan/verify.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using f = affine<std::int8_t, 0.02, 3>;
using s = affine<std::int16_t, 0.001>;
template <class F, int... D>
inline constexpr constant<tensor<F, shape<D...>, ohwi>> k{&w::bytes.byte[0]};

/// Value `name` of Net, the node of its operator, the buffer of a value.
template <class Net>
constexpr const plan::buffer& buffer_of(int v) {
  return Net::placed::memory.buffers[Net::placed::memory.buffer_of[v]];
}
template <class Net>
constexpr bool share_a_buffer(const char* a, const char* b) {
  const auto& of = Net::placed::memory.buffer_of;
  return of[find_value(Net::graph, a)] == of[find_value(Net::graph, b)];
}
/// Whether each state of Net lives through all steps, and no other value has a byte of it.
template <class Net>
constexpr bool states_stay() {
  const auto& m = Net::placed::memory;
  int states = 0;
  for (int v = 0; v < Net::graph.size.values; ++v) {
    if (Net::graph.values[v].lives != lifetime::always) continue;
    ++states;
    const plan::buffer& b = buffer_of<Net>(v);
    if (b.first != 0 || b.last != Net::layer_count + 1) return false;
    for (int i = 0; i < m.buffer_count; ++i) {
      if (i == m.buffer_of[v]) continue;
      if (m.placed.offset[i] < m.offset(v) + b.size &&
          m.offset(v) < m.placed.offset[i] + m.buffers[i].size) {
        return false;
      }
    }
  }
  return states > 0;
}

// An LSTM in the middle: what comes behind it is larger than what comes before.
inline constexpr auto recurrent = etch::graph([](input<tensor<f, shape<1, 2, 3>>> x) {
  using namespace etch::dsl;
  using w8 = affine<std::int8_t, 0.01>;
  auto h = lstm<f, s>(x, {}, k<w8, 5, 3>, k<w8, 5, 3>, k<w8, 5, 3>, k<w8, 5, 3>, k<w8, 5, 5>,
                      k<w8, 5, 5>, k<w8, 5, 5>, k<w8, 5, 5>, k<bias32, 5>, k<bias32, 5>,
                      k<bias32, 5>, k<bias32, 5>);
  auto y = h | dense(parameters{k<w8, 40, 10>}) | to<f> | dense(parameters{k<w8, 60, 40>}) | to<f> |
           reshape<1, 60>;
  return svdf<f, f>(y, 2, k<w8, 4, 60>, k<w8, 4, 3>, k<bias32, 2>) |
         dense(parameters{k<w8, 70, 2>}) | to<f>;
});
static_assert(states_stay<network<recurrent, generic>>());
static_assert(network<recurrent, generic>::has_state && network<recurrent, this_target>::has_state);

// What is written over what: an operator of elements over an input that dies there and is as large.
using image = tensor<q<0, 7>, shape<4, 6, 2>>;
inline constexpr auto branches = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto a = x | relu | tap("a");
  auto b = a | leaky_relu(0.5F) | tap("b");  // a is read again
  auto c = dsl::add<q<0, 7>>(a, b) | tap("c");
  auto d = c | to<q<7, 8>> | tap("d");  // twice as many bytes
  return outputs(d | reshape<12, 4> | tap("e"), d | max_pool<2> | tap("f"));
});
using branched = network<branches, generic, options{.observe_all = true}>;
static_assert(!share_a_buffer<branched>("a", "b"));
static_assert(share_a_buffer<branched>("a", "c") || share_a_buffer<branched>("b", "c"));
static_assert(!share_a_buffer<branched>("c", "d"));
static_assert(share_a_buffer<branched>("d", "e"));
static_assert(buffer_of<branched>(find_value(branched::graph, "d")).last ==
              branched::layer_count + 1);
static_assert(buffer_of<branched>(find_value(branched::graph, "f")).last ==
              branched::layer_count + 1);
static_assert(branched::output_value<1>::is.shape == extents{3, {2, 3, 2}});
// Another layout, or codes that share bytes with other widths, is never written over.
inline constexpr auto turned = etch::graph([](input<tensor<q<0, 7>, shape<2, 3, 4>, chw>> x) {
  using namespace etch::dsl;
  return x | relu | tap("a") | reshape<2, 3, 4> | tap("b");
});
static_assert(!share_a_buffer<network<turned, generic>>("a", "b"));
inline constexpr auto two_orders = etch::graph(
    [](input<tensor<q<0, 7>, shape<2, 3, 4>>> x, input<tensor<q<0, 7>, shape<2, 3, 4>, chw>> y) {
      using namespace etch::dsl;
      auto a = x | relu | tap("a"), b = y | relu | tap("b");
      auto sum = dsl::add<q<0, 7>>(a, b) | tap("c");  // b dies here, in another order
      return outputs(sum, dsl::add<q<0, 7>>(sum, a) | tap("d"));
    });
static_assert(!share_a_buffer<network<two_orders, generic>>("b", "c"));
inline constexpr auto narrow = etch::graph([](input<tensor<q<0, 7>, shape<2>>> x) {
  using namespace etch::dsl;
  return x | to<q<0, 3>> | tap("a") | to<q<1, 2>> | tap("b") | to<q<1, 1>> | tap("c");
});
using narrowing = network<narrow, generic, options{.tables = false}>;
static_assert(share_a_buffer<narrowing>("a", "b"));
static_assert(!share_a_buffer<narrowing>("b", "c"));
// An input that is kept is nobody else's.
using keeping = network<branches, generic, options{.keep_input = true}>;
static_assert(buffer_of<keeping>(keeping::graph.inputs[0]).last == keeping::layer_count + 1);
using kept = network<turned, generic, options{.keep_input = true}>;
static_assert(kept::last_layer_reading_input<> == 0);
// Scratch lives in the step of its node, on 16 bytes.
template <class Net>
constexpr bool scratch_stays() {
  const auto& m = Net::placed::memory;
  for (int n = 0; n < Net::layer_count; ++n) {
    if (m.scratch_of[n] < 0) continue;
    const plan::buffer& b = m.buffers[m.scratch_of[n]];
    if (b.first != n + 1 || b.last != n + 1 || m.scratch_offset(n) % 16 != 0) return false;
  }
  return true;
}
inline constexpr auto deep = etch::graph([](input<tensor<q<0, 7>, shape<9, 7, 3>>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<5, 3, 3>) | to<q<0, 7>> | conv2d(w::conv<7, 3, 5>) | to<q<0, 7>>;
});
static_assert(scratch_stays<network<deep, cortex_m4>>() &&
              scratch_stays<network<deep, cortex_m0>>());
static_assert(network<deep, cortex_m4>::placed::need.scratch[1] > 0);

// A layer lies over the input that dies with it, not over one that is read again or kept; a ring of
// rows in scratch memory wants them in rising order.
inline constexpr auto laps = etch::graph([](input<tensor<q<0, 7>, shape<24, 8, 4>>> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>> | tap("a");
  auto b = a | conv2d(w::conv<8, 3, 4>) | to<q<0, 7>> | tap("b");
  return outputs(concat<2>(a, b) | tap("c"));
});
template <class Target, bool Keep = false>
using overlapping = network<laps, Target, options{.keep_input = Keep, .ram = ram::overlapping}>;
template <class Net>
constexpr const auto& laps_of = Net::placed::memory;
template <class Net>
constexpr bool is_sound() {
  return !verify(laps_of<Net>.used(), laps_of<Net>.placed, laps_of<Net>.separations());
}
using lapping = overlapping<generic>;
static_assert(is_sound<lapping>() && is_sound<overlapping<cortex_m4>>());
// two rows of 32 bytes that are made together, and the one above that their window reads
static_assert(laps_of<lapping>.under[0].apart.under == 3 * 32);
static_assert(laps_of<lapping>.under[0].apart.over == 3 * 32);
static_assert(laps_of<overlapping<cortex_m4>>.under[0].apart.under == 3 * 32);
static_assert(laps_of<overlapping<cortex_m4>>.under[0].apart.over == 24 * 32);
static_assert(laps_of<lapping>.under[1].buffer == -1);
static_assert(laps_of<lapping>.under[2].buffer ==
              laps_of<lapping>.buffer_of[find_value(lapping::graph, "b")]);
static_assert(laps_of<overlapping<generic, true>>.under[0].buffer == -1);
// Rows that are made together: as many as have 16 pixels, of what lies over its input alone.
inline constexpr auto one_lap = etch::graph([](input<tensor<q<0, 7>, shape<24, 6, 4>>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>> | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>>;
});
using lap = network<one_lap, generic, options{.ram = ram::overlapping}>;
static_assert(lap::ram_bytes == (24 + 4) * 24 && !lap::runs_by_rows && lap::is_optimal());
static_assert(blocks_of(lap::graph, lap::placed::memory, 0).block == 3);
static_assert(blocks_of(lap::graph, lap::placed::memory, 0).falls !=
              blocks_of(lap::graph, lap::placed::memory, 1).falls);
constexpr row_blocks falling{7, 3, true};
static_assert(falling.count() == 3 && falling.first(0) == 6 && falling.size(0) == 1);
static_assert(falling.first(2) == 0 && falling.size(2) == 3);

// Memory that is idle where values lie apart is not where they lie over each other: kernels take it
// if the plan grows by none.
inline constexpr signed char few_taps[1][3][3][8]{{{{1, 2, 3}}}};
inline constexpr auto halving = etch::graph([](input<tensor<q<0, 7>, shape<24, 24, 8>>> x) {
  using namespace etch::dsl;
  const parameters taps{constant<tensor<q<0, 7>, shape<1, 3, 3, 8>, ohwi>>{few_taps}};
  return x | conv2d(w::conv<8, 1, 8>) | to<q<0, 7>> | depthwise_conv2d(taps, {.stride = 2}) |
         to<q<0, 7>>;
});
template <class Target, ram Aim>
using halved = network<halving, Target, options{.ram = Aim}>;
template <class Net, int N>
constexpr int scratch_at = Net::placed::need.scratch[N];
static_assert(scratch_at<halved<cortex_m3, ram::overlapping>, 1> <
              scratch_at<halved<cortex_m3, ram::fastest>, 1>);
static_assert(scratch_at<halved<cortex_m4, ram::overlapping>, 1> ==
              scratch_at<halved<cortex_m4, ram::fastest>, 1>);
static_assert(halved<cortex_m3, ram::overlapping>::ram_bytes == 4880 &&
              halved<cortex_m3, ram::fastest>::ram_bytes == 2 * 24 * 24 * 8 + 80);

// A kernel that nothing can stand in for stays.
struct idle_alone {
  template <class>
  static constexpr bool takes_idle_memory = true;
};
struct modest {
  template <class>
  static constexpr bool takes_idle_memory = false;
};
template <class... K>
using not_idle = detail::without_idle_memory<void, etch::list<K...>, idle_alone>::type;
static_assert(__is_same(not_idle<idle_alone>, etch::list<idle_alone>));
static_assert(__is_same(not_idle<idle_alone, modest>, etch::list<modest, idle_alone>));

// Names of layers, of which there are more than nine.
inline constexpr auto twelve = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  for (int i = 0; i < 12; ++i) x = {x | leaky_relu(0.5F)};
  return x | tap("end");
});
static_assert(same_text("", "") && !same_text("a", "ab") && !same_text("ab", "a"));
static_assert(same_text(name_of(twelve, 0).c_str(), "leaky_relu_1"));
static_assert(same_text(name_of(twelve, 9).c_str(), "leaky_relu_10"));
static_assert(same_text(name_of(twelve, 11).c_str(), "end"));

// ---- views: by (h, w, c), by (w, c), by numbers
inline constexpr auto flat =
    etch::graph([](input<tensor<f, shape<3, 2>>> x) { return x | dsl::relu; });
constexpr bool views_are_right() {
  std::int8_t codes[6]{};
  const tensor_view<network<flat>::input_value<>, std::int8_t*> view(codes);
  view(2, 1) = 7;
  view.set(0, 1, 0, 0.1);
  return codes[5] == 7 && codes[2] == 8 && view(0, 2, 1) == 7 && view.size() == 6;
}
static_assert(views_are_right());

// ---- give: bytes, pixels and numbers
using grey = affine<std::int8_t, 1.0 / 255, -128>;
inline constexpr auto grey_graph =
    etch::graph([](input<tensor<grey, shape<2, 3, 1>>> x) { return x | dsl::relu; });
/// The byte of brightness of one pixel.
template <pixel_order Order>
constexpr int brightness(int first, int second, int third, int fourth) {
  std::int8_t codes[6]{};
  unsigned char pixels[24]{};
  const int of[4]{first, second, third, fourth};
  for (int i = 0; i < 4; ++i) pixels[4 * 4 + i] = static_cast<unsigned char>(of[i]);
  using view = tensor_view<network<grey_graph>::input_value<>, std::int8_t*>;
  quantise_pixels<bytes_from_0_to_1, Order>(view(codes), pixels);
  return codes[4] + 128;
}
static_assert(brightness<rgba>(255, 0, 0, 0) == 77 && brightness<rgba>(0, 255, 0, 0) == 149);
static_assert(brightness<rgba>(0, 0, 255, 0) == 29 && brightness<rgba>(0, 0, 0, 255) == 0);
static_assert(brightness<bgra>(0, 0, 255, 0) == 77 && brightness<bgra>(255, 0, 0, 0) == 29);
static_assert(brightness<argb>(0, 255, 0, 0) == 77 && brightness<argb>(0, 0, 255, 0) == 149);
static_assert(brightness<argb>(0, 0, 0, 255) == 29 && brightness<argb>(255, 0, 0, 0) == 0);
static_assert(brightness<rgba>(2, 0, 0, 0) == 1 && brightness<rgba>(1, 0, 0, 0) == 0);
static_assert(brightness<rgba>(255, 255, 255, 0) == 255);

// A pool takes a row of scratch memory where another layer takes as much anyhow, and nowhere else.
constexpr auto pools = graph([](input<tensor<q<0, 7>, shape<8, 8, 8>>> x) {
  return x | dsl::max_pool<3>({.stride = 1}) | dsl::max_pool<3>({.stride = 1});
});
using pools_on_m0 = network<pools, cortex_m0>;
static_assert(__is_same(pools_on_m0::placed::kernel_at<0>, max_pool_s8_s8_bics));
static_assert(__is_same(pools_on_m0::placed::kernel_at<1>, max_pool_s8_s8_subs));
static_assert(pools_on_m0::ram_bytes == network<pools, generic>::ram_bytes);

}  // namespace
