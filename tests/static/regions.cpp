// Regions: which buffers lie where, by traffic, room and order; states; and what arenas for several
// networks take.
#include <etch/etch.hpp>
#include <etch/plan/verify.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using namespace etch::literals;

using image = tensor<q<0, 7>, shape<16, 8, 4>>;  // 512 bytes
inline constexpr auto branches = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto stem = x | conv2d(w::conv<4, 3, 4>) | to<q<2, 5>> | tap("stem");
  auto a = stem | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>> | tap("a");
  auto b = a | conv2d(w::conv<4, 3, 8>) | to<q<2, 5>> | tap("b");
  return add<q<3, 4>>(b, stem) | max_pool<2> | tap("small");
});
template <region_list R, ram Ram = ram::fastest, bool Keep = false>
using spread = network<branches, generic, options{.keep_input = Keep, .ram = Ram, .regions = R}>;

/// Whether the plan of Net is sound, and each region within its room.
template <class Net>
constexpr bool is_sound() {
  const auto& m = Net::placed::memory;
  const auto& regions = Net::placed::regions;
  if (verify(m.used(), m.placed)) return false;
  for (int b = 0; b < m.buffer_count; ++b) {
    const auto [r, at] = Net::placed::place(b);
    if (at < 0 || at + m.buffers[b].size > regions.bytes[r]) return false;
    if (regions.start[r] % 16 != 0) return false;
  }
  for (int r = 0; r < regions.count; ++r) {
    if (regions.bytes[r] > regions.of[r].bytes) return false;
  }
  return true;
}
template <class Net>
constexpr int region_of(const char* value) {
  return Net::placed::place(Net::placed::memory.buffer_of[find_value(Net::graph, value)]).region;
}

// One arena, as ever.
using whole = network<branches, generic>;
static_assert(whole::placed::regions.count == 1 && whole::region_bytes<"arena">() == 2048);
static_assert(__is_same(whole::bases, unsigned char*));

// A code of the stem is in 72 products and one sum, one of the input or of a in 36, one of b in
// none: a is left, beside which the stem lies, and b comes where the input was.
using halves = spread<region_list{{"fast", 1_KiB}, {"slow", 4_KiB}}>;
static_assert(is_sound<halves>());
static_assert(halves::region_bytes<"fast">() == 1_KiB && halves::region_bytes<"slow">() == 1_KiB);
static_assert(region_of<halves>("stem") == 0 && region_of<halves>("a") == 1 &&
              region_of<halves>("b") == 0);
static_assert(halves::ram_bytes == 2_KiB);
// A code of `rich` is in four products, one of `early` in three maxima: the later comes first.
inline constexpr auto two_kinds = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto early = x | max_pool<3>({.stride = 1, .pad = same}) | tap("early");
  auto rich = x | conv2d(w::conv<4, 3, 4>) | to<q<0, 7>> | tap("rich");
  auto a = rich | conv2d(w::conv<4, 1, 4>) | to<q<0, 7>>;
  return add<q<1, 6>>(a, early | max_pool<3>({.stride = 1, .pad = same}));
});
using by_traffic =
    network<two_kinds, generic, options{.regions = {{"fast", 1_KiB}, {"slow", 4_KiB}}}>;
static_assert(is_sound<by_traffic>());
static_assert(region_of<by_traffic>("early") == 1 && region_of<by_traffic>("rich") == 0);
// Room for all in the first one: nothing in the second.
using ample = spread<region_list{{"fast", 2048}, {"slow", 4_KiB}}>;
static_assert(ample::region_bytes<"fast">() == 2048 && ample::region_bytes<"slow">() == 0);
static_assert(is_sound<ample>() && ample::ram_bytes == 2048);
// No room in the first ones.
using last = spread<region_list{{"tiny", 100}, {"small", 127}, {"rest", 4_KiB}}>;
static_assert(last::region_bytes<"tiny">() == 0 && last::region_bytes<"small">() == 0);
static_assert(is_sound<last>() && last::region_bytes<"rest">() == 2048);
using kept = spread<region_list{{"fast", 600}, {"slow", 4_KiB}}, ram::fastest, true>;
static_assert(is_sound<kept>() && kept::ram_bytes > 2048);

// Rows of one value lie in one region; what is made and read row by row finds its own.
using by_rows = spread<region_list{{"fast", 200}, {"slow", 4_KiB}}, ram::smallest>;
static_assert(by_rows::runs_by_rows && is_sound<by_rows>());
static_assert(by_rows::region_bytes<"fast">() > 0 && by_rows::region_bytes<"slow">() > 0);
template <class Net>
constexpr bool rows_stay_together() {
  const auto& m = Net::placed::memory;
  for (int v = 0; v < Net::graph.size.values; ++v) {
    if (m.buffer_of[v] < 0 || !m.apart[v]) continue;
    for (int r = 1; r < Net::graph.values[m.root[v]].is.shape.rows(); ++r) {
      const int b = m.buffer_of[v];
      if (Net::placed::place(b + r).region != Net::placed::place(b).region) return false;
    }
  }
  return true;
}
static_assert(rows_stay_together<by_rows>());

// 37 and 90 bytes fill 127, but lie on 4 bytes each: where they cannot be placed the region is
// filled by less.
inline constexpr auto chain = etch::graph([](input<tensor<q<0, 7>, shape<37>>> x) {
  using namespace etch::dsl;
  auto y = x | dense(w::fc<90, 37>) | to<q<4, 3>> | dense(w::fc<21, 90>) | to<q<4, 3>>;
  return y | dense(w::fc<70, 21>) | to<q<4, 3>> | dense(w::fc<55, 70>) | to<q<4, 3>>;
});
template <int Room>
using narrow =
    network<chain, generic, options{.slim = false, .regions = {{"fast", Room}, {"slow", 4_KiB}}}>;
static_assert(is_sound<narrow<90>>() && is_sound<narrow<127>>() && is_sound<narrow<400>>());
static_assert(narrow<129>::region_bytes<"fast">() == 92 + 37);
static_assert(narrow<127>::region_bytes<"fast">() < 127 - 127 / 16);
static_assert(narrow<127>::region_bytes<"slow">() > 0);

// States lie apart, behind the rest, and where options name their region.
using f = affine<std::int8_t, 0.02, 3>;
using s = affine<std::int16_t, 0.001>;
template <class F, int... D>
inline constexpr constant<tensor<F, shape<D...>, ohwi>> k{&w::bytes.byte[0]};
inline constexpr auto recurrent = etch::graph([](input<tensor<f, shape<1, 2, 3>>> x) {
  using namespace etch::dsl;
  using w8 = affine<std::int8_t, 0.01>;
  return lstm<f, s>(x, {}, k<w8, 5, 3>, k<w8, 5, 3>, k<w8, 5, 3>, k<w8, 5, 3>, k<w8, 5, 5>,
                    k<w8, 5, 5>, k<w8, 5, 5>, k<w8, 5, 5>, k<bias32, 5>, k<bias32, 5>, k<bias32, 5>,
                    k<bias32, 5>) |
         dense(parameters{k<w8, 40, 10>}) | to<f>;
});
struct listener : network<recurrent, generic> {};
static_assert(listener::region_bytes<"arena">() == 50 && listener::region_bytes<"state">() == 17);
static_assert(listener::ram_bytes == 52 + 17);
static_assert(!verify(listener::placed::memory.used(), listener::placed::memory.placed));
static_assert(listener::placed::regions.count == 2);
using remembering =
    network<recurrent, generic, options{.regions = {{"state", 32}, {"fast", 64}, {"slow", 1_KiB}}}>;
static_assert(is_sound<remembering>());
static_assert(remembering::region_bytes<"state">() == listener::region_bytes<"state">());
static_assert(remembering::placed::regions.start[0] == 0);

// One after another: the largest, and states apart. At once: all.
static_assert(shared_arena<whole, halves>::ram_bytes == 2_KiB);
static_assert(shared_arena<whole, listener>::ram_bytes == 2048 + listener::region_bytes<"state">());
static_assert(concurrent_arena<whole, halves>::ram_bytes == 2048 + 2_KiB);
static_assert(concurrent_arena<listener>::ram_bytes >= listener::ram_bytes);

}  // namespace
