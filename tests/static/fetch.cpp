// Constants that are fetched: a buffer for each layer that has some, from the layer before on, so
// that two live at a time; where they lie and what they add.
#include <etch/etch.hpp>
#include <etch/plan/verify.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using namespace etch::literals;

using image = tensor<q<0, 7>, shape<16, 8, 4>>;  // 512 bytes
inline constexpr auto graph = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(w::conv<8, 3, 4>) | to<q<2, 5>>;  // 1,024 bytes
  auto b = a | conv2d(w::conv<4, 1, 8>) | to<q<2, 5>>;
  auto c = b | max_pool<2> | flatten;
  return c | dense(w::fc<6, 128>) | to<q<4, 3>>;
});
using in_place = network<graph, generic>;
using fetched = in_place::with<options{.fetch = true}>;
using over_inputs = in_place::with<options{.ram = ram::overlapping, .fetch = true}>;
constexpr int conv_a = 0, conv_b = 1, pool = 2, seen_flat = 3, fully = 4;
static_assert(fetched::layer_count == 5);

template <class Net>
constexpr plan::buffer copy_of(int n) {
  return Net::placed::memory.buffers[Net::placed::memory.copy_of[n]];
}
constexpr bool lives(const plan::buffer& b, int size, int first, int last) {
  return b.size == size && b.first == first && b.last == last && b.alignment == 16;
}
constexpr const auto& m = fetched::placed::memory;

// Weights, biases of four bytes and eight of the epilogue. Node n runs at n + 1. Nothing runs
// before the first layer; the copy for dense begins before the pool, because flatten does nothing;
// a pool has no constants.
static_assert(lives(copy_of<fetched>(conv_a), 288 + 32 + 8, 1, 1) && m.start_at[conv_a] == conv_a);
static_assert(lives(copy_of<fetched>(conv_b), 32 + 16 + 8, 1, 2) && m.start_at[conv_b] == conv_a);
static_assert(m.copy_of[pool] < 0 && m.copy_of[seen_flat] < 0);
static_assert(lives(copy_of<fetched>(fully), 768 + 24 + 8, 3, 5) && m.start_at[fully] == pool);
static_assert(detail::fetched_after<fetched::placed, conv_a>() == conv_b &&
              detail::fetched_after<fetched::placed, conv_b>() < 0 &&
              detail::fetched_after<fetched::placed, pool>() == fully);

// While the first layer runs its input, its output, its constants and those of the second live:
// 512 + 1,024 + 336 + 56, a copy at a multiple of 16.
static_assert(in_place::ram_bytes == 1536 && fetched::ram_bytes == 1928);
static_assert(fetched::is_optimal() && !plan::verify(m.used(), m.placed));
static_assert(fetched::constant_bytes == in_place::constant_bytes);
static_assert(fetched::peak_layer == conv_a);
static_assert(over_inputs::ram_bytes < fetched::ram_bytes);

// A copy is read once a product: those of convolutions go where memory is best, before the input.
using spread = in_place::with<options{.regions = {{"fast", 816}, {"slow", 4_KiB}}, .fetch = true}>;
constexpr int region_of(int n) {
  return spread::placed::place(spread::placed::memory.copy_of[n]).region;
}
static_assert(region_of(conv_a) == 0 && region_of(conv_b) == 0 && region_of(fully) == 1);
static_assert(spread::region_bytes<"fast">() == 640);

// In rows read constants where they are; layers behind them fetch theirs, and the first of them
// when it runs.
using rows = in_place::with<options{.ram = ram::by_rows({.tail = 2}), .fetch = true}>;
constexpr const auto& r = rows::placed::memory;
static_assert(rows::runs_by_rows && r.copy_of[conv_a] < 0 && r.copy_of[conv_b] < 0);
static_assert(r.start_at[fully] == fully && copy_of<rows>(fully).size == 800);
static_assert(detail::fetched_after<rows::placed, fully>() < 0);
static_assert(!plan::verify(r.used(), r.placed));

// Networks that do not fetch know nothing of copies.
template <class Net>
constexpr bool knows_copies = requires { Net::placed::memory.copy_of; };
static_assert(knows_copies<fetched> && knows_copies<rows> && !knows_copies<in_place>);

// Constants that want more alignment than a buffer has stay where they are.
template <int Alignment>
struct aligned_kernel : kernel_base {
  struct alignas(Alignment) constants {
    signed char code[64]{};
  };
  template <class>
  static constexpr auto pack() {
    return constants{};
  }
};
static_assert(detail::fetched_size<aligned_kernel<16>, void>() == 64);
static_assert(detail::fetched_size<aligned_kernel<32>, void>() == 0);

// What can fetch.
struct dma {
  void start(void*, const void*, std::size_t);
  void wait();
};
struct only_starts {
  void start(void*, const void*, std::size_t);
};
static_assert(constant_fetch<dma> && constant_fetch<dma&> && !constant_fetch<only_starts>);
static_assert(constant_fetch<void (*)(void*, const void*, std::size_t)>);
static_assert(!constant_fetch<void (*)(void*, void*, std::size_t)> && !constant_fetch<no_tracer>);

}  // namespace
