// Schedules of rows, asserted by the compiler: what lies apart, when rows live, which plans are
// proved to be the smallest, and that the judge of placements accepts them.
#include <etch/etch.hpp>

#include <etch/plan/verify.hpp>

#include "../support/small_weights.hpp"

namespace {

using namespace etch;
using image = tensor<q<0, 7>, shape<16, 8, 4>>;
using s8 = q<0, 7>;

template <class Net>
inline constexpr auto& plan_of = Net::placed::memory;
/// Whether the value that tap named lies in rows.
template <class Net>
constexpr bool is_apart(const char* name) {
  return plan_of<Net>.apart[find_value(Net::graph, name)];
}
template <class Net>
constexpr bool is_sound() {
  return !plan::verify(plan_of<Net>.used(), plan_of<Net>.placed);
}
/// The most rows of a value that live at a time.
template <class Net>
constexpr int rows_at_once(const char* name) {
  const auto& m = plan_of<Net>;
  const int v = find_value(Net::graph, name), first = m.buffer_of[v];
  const int rows = Net::graph.values[v].is.shape.rows();
  int most = 0;
  for (int t = 0; t <= m.end; ++t) {
    int live = 0;
    for (int b = first; b < first + rows; ++b) live += plan::is_live(m.buffers[b], t) ? 1 : 0;
    most = maximum(most, live);
  }
  return most;
}

template <const auto& G, row_choice C, arrival Input = arrival::whole>
using rows = network<G, generic, options{.ram = ram::by_rows(C), .input = Input}>;

// ---- rows live until the last that reads them
inline constexpr auto chain = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<s8> | tap("a") | conv2d(w::conv<4, 5, 4>) | to<s8> |
         tap("b") | max_pool<2> | tap("c") | global_avg_pool;
});
using by_rows = rows<chain, row_choice{4}>;
static_assert(by_rows::runs_by_rows && is_sound<by_rows>());
static_assert(is_apart<by_rows>("a") && is_apart<by_rows>("b") && is_apart<by_rows>("c"));
static_assert(rows_at_once<by_rows>("a") == 5 && rows_at_once<by_rows>("b") == 2);
static_assert(rows_at_once<by_rows>("c") == 1);  // global_avg_pool takes them one by one
static_assert(plan_of<by_rows>.how[3] == detail::manner::runs);
// what is completed lives at once, what is whole is one buffer
using cut = rows<chain, row_choice{4, 0}>;
static_assert(rows_at_once<cut>("a") == 16 && is_sound<cut>());
using tail = rows<chain, row_choice{1}>;
static_assert(is_apart<tail>("a") && !is_apart<tail>("b") && is_sound<tail>());
static_assert(plan_of<tail>.how[0] == detail::manner::rows);
static_assert(plan_of<tail>.how[2] == detail::manner::whole);
// rows of the input die one by one, in one piece, or are never there together
static_assert(plan_of<by_rows>.joined.dying.count == 16);
constexpr bool input_is_in_one_piece() {
  const auto& m = plan_of<by_rows>;
  for (int r = 1; r < 16; ++r) {
    const int b = m.joined.dying.first + r;
    if (m.placed.offset[b] != m.placed.offset[b - 1] + 8 * 4) return false;
    if (m.buffers[b].last < m.buffers[b - 1].last) return false;
  }
  return m.buffers[m.joined.dying.first].last < m.end / 4;
}
static_assert(input_is_in_one_piece());
using arriving = rows<chain, row_choice{4}, arrival::rows>;
static_assert(is_sound<arriving>() && 2 * arriving::ram_bytes < by_rows::ram_bytes);
static_assert(sizeof(arriving::progress) <= 16);

// ---- rows of an output are born one by one, over rows of the input that are dead
inline constexpr auto wider = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<6, 3, 4>) | to<s8>;  // 48 bytes a row, of the input 32
});
using growing = rows<wider, row_choice{1}>;
static_assert(plan_of<growing>.joined.born.count == 16 && is_sound<growing>());
static_assert(growing::ram_bytes == 16 * 48 + 2 * 32 && growing::is_optimal());
static_assert(network<wider, generic>::ram_bytes == 16 * 48 + 16 * 32);
constexpr bool output_is_in_one_piece() {
  const auto& m = plan_of<growing>;
  for (int r = 1; r < 16; ++r) {
    const int b = m.joined.born.first + r;
    if (m.placed.offset[b] != m.placed.offset[b - 1] + 48) return false;
    if (m.buffers[b].first <= m.buffers[b - 1].first || m.buffers[b].last != m.end) return false;
  }
  return true;
}
static_assert(output_is_in_one_piece());
// but not over an input that is kept
using beside = network<wider, generic, options{.keep_input = true, .ram = ram::by_rows({1})}>;
static_assert(beside::ram_bytes == 16 * 48 + 16 * 32 && is_sound<beside>());
// the judge sees an output over rows of the input that are still read
constexpr bool refuses_output_over_input() {
  auto m = plan_of<growing>;
  for (int r = 0; r < 16; ++r) m.buffers[m.joined.born.first + r].pinned = -1;
  const int from = m.placed.offset[m.joined.dying.first];
  for (int r = 0; r < 16; ++r) m.placed.offset[m.joined.born.first + r] = from + 48 * r;
  m.placed.bytes = from + 16 * 48;
  return plan::verify(m.used(), m.placed).refuse == error::two_live_buffers_share_bytes;
}
static_assert(refuses_output_over_input());

// ---- the choice: never above layers; rows where they save
using smallest = network<chain, generic, options{.ram = ram::smallest}>;
static_assert(smallest::ram_bytes < network<chain, generic>::ram_bytes);
static_assert(smallest::ram_bytes <= by_rows::ram_bytes && is_sound<smallest>());
static_assert(smallest::is_optimal());
template <int Most>
using within = network<chain, generic, options{.ram = ram::within(Most)}>;
static_assert(!within<1024>::runs_by_rows && within<1024>::ram_bytes == 1024);
// before rows come layers over their inputs, which cost nothing
using overlapping = network<chain, generic, options{.ram = ram::overlapping}>;
static_assert(!within<1023>::runs_by_rows && within<1023>::ram_bytes == overlapping::ram_bytes);
static_assert(within<overlapping::ram_bytes - 1>::runs_by_rows);
static_assert(within<overlapping::ram_bytes - 1>::ram_bytes < overlapping::ram_bytes);
static_assert(within<smallest::ram_bytes>::ram_bytes == smallest::ram_bytes);
// nothing to part: as the default
inline constexpr auto line = etch::graph([](input<tensor<s8, shape<40>>> x) {
  using namespace etch::dsl;
  return x | dense(w::fc<30, 40>) | to<s8> | dense(w::fc<20, 30>) | to<s8>;
});
using small_line = network<line, generic, options{.ram = ram::smallest}>;
static_assert(!small_line::runs_by_rows);
static_assert(small_line::ram_bytes == network<line, generic>::ram_bytes);
// kernels without scratch memory where scratch would be the peak
static_assert(network<line, cortex_m4, options{.ram = ram::smallest}>::ram_bytes ==
              small_line::ram_bytes);

// ---- what cannot lie apart is whole
inline constexpr auto odd = etch::graph([](input<tensor<q<0, 3>, shape<8, 5, 4>>> x) {
  using namespace etch::dsl;
  auto y = x | conv2d(w::conv<3, 3, 4>) | to<q<1, 3>> | tap("odd") |  // 15 codes of 5 bits
           conv2d(w::conv<4, 3, 3>) | to<q<0, 3>> | tap("even");
  return outputs(y | max_pool<2>, y | relu | tap("out"));
});
using packed = rows<odd, row_choice{4}>;
static_assert(!is_apart<packed>("odd") && is_apart<packed>("even"));
static_assert(is_sound<packed>());
static_assert(plan_of<packed>.joined.born.first ==  // of two outputs the larger one grows
              plan_of<packed>.buffer_of[find_value(packed::graph, "out")]);
static_assert(!plan_of<packed>.apart[packed::graph.outputs[0]]);
inline constexpr auto nearly = etch::graph([](input<tensor<q<0, 3>, shape<4, 1, 4>>> x) {
  using namespace etch::dsl;  // 15 bits a row, eight bytes in all
  return x | conv2d(w::conv<3, 1, 4>) | to<q<1, 3>> | tap("a") | max_pool<2, 1>;
});
static_assert(!is_apart<rows<nearly, row_choice{2}>>("a"));
inline constexpr auto turned = etch::graph([](input<tensor<s8, shape<8, 5, 4>, chw>> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 3, 4>) | to<s8> | tap("a") | max_pool<2>;
});
static_assert(!rows<turned, row_choice{2}>::placed::memory
                   .apart[find_value(rows<turned, row_choice{2}>::graph, "a")]);
using kept = network<chain, generic, options{.keep_input = true, .ram = ram::by_rows({4})}>;
static_assert(plan_of<kept>.joined.dying.count == 0 && is_sound<kept>());

// ---- a row is free when the slowest of its readers is past it for good
inline constexpr auto slow = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  auto a = x | conv2d(w::conv<4, 1, 4>) | to<s8> | tap("a");
  auto b = a | conv2d(w::conv<4, 7, 4>) | to<s8>;
  return add<q<1, 6>>(a, b) | max_pool<2>;
});
static_assert(rows_at_once<rows<slow, row_choice{4}>>("a") == 7);
inline constexpr auto backwards = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 1, 4>) | to<s8> | tap("a") |
         slice(range{12, 9, -1}, range{0, 8}, range{0, 4}) | tap("b") | max_pool<3>;
});
static_assert(rows_at_once<rows<backwards, row_choice{3}>>("a") == 9);  // rows 0 .. 3 nobody reads

// ---- rows that no node asks for are never made
inline constexpr auto top = etch::graph([](input<image> x) {
  using namespace etch::dsl;
  return x | conv2d(w::conv<4, 1, 4>) | to<s8> | slice(range{0, 3}, range{0, 8}, range{0, 4}) |
         max_pool<3>;
});
static_assert(plan_of<rows<top, row_choice{3}>>.end == 3 + 3 + (3 + 1) + 1);

// ---- sums of means are kept in 16 bits where they fit
struct byte_value {
  using storage = std::int8_t;
  static constexpr operand is{.number = s8::descriptor};
};
static_assert(__is_same(kept_sum<byte_value, std::int32_t, 255>, std::int16_t));
static_assert(__is_same(kept_sum<byte_value, std::int32_t, 256>, std::int32_t));
static_assert(__is_same(kept_sum<byte_value, float, 4>, float));

}  // namespace
