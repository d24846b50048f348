#include <etch/plan/place.hpp>
#include <etch/plan/verify.hpp>

namespace {

using namespace etch::plan;
namespace error = etch::error;

// The goldens of MinUn: two figures, an appendix, and a case where the bound cannot be reached.

template <int N>
constexpr bool has(const placement<N>& placed, int bytes, int bound) {
  return placed.bytes == bytes && placed.live_bound == bound;
}
// Small inputs are placed in the fewest bytes, and that is proved: by their bound or by search.
template <int N>
constexpr bool is_placed(const buffer (&buffers)[N], int bytes, int bound,
                         sequence<separation> separations = {}) {
  const auto placed = place(buffers, separations);
  return has(placed, bytes, bound) && placed.lower_bound == bytes && placed.is_optimal() &&
         placed.proof() == (bytes == bound ? proof::bound : proof::search) &&
         !verify(buffers, placed, separations);
}

constexpr buffer figure_3[]{{64, 1, 1}, {64, 1, 2}, {64, 1, 1}, {64, 1, 2}, {128, 2, 2}};
static_assert(is_placed(figure_3, 256, 256));
static_assert(peak_step(figure_3) == 1 && live_bytes(figure_3, 2) == 256);

constexpr buffer figure_4[]{{2, 2, 4}};
static_assert(is_placed(figure_4, 2, 2));

constexpr buffer appendix_b[]{{2, 1, 2}, {1, 2, 3}};
static_assert(is_placed(appendix_b, 3, 3));
static_assert(peak_step(appendix_b) == 2);
constexpr buffer two_peaks[]{{3, 7, 7}, {3, 5, 5}, {3, 6, 6}};
static_assert(peak_step(two_peaks) == 5);

// No placement reaches the bound of 9: the best one has 10 bytes.
constexpr buffer above_the_bound[]{{2, 5, 7}, {4, 8, 8}, {2, 3, 6}, {2, 3, 7},
                                   {1, 1, 4}, {3, 2, 2}, {4, 1, 4}, {4, 7, 8}};
static_assert(is_placed(above_the_bound, 10, 9));
static_assert(place(above_the_bound).proof() == proof::search);
static_assert(greedy<8>(above_the_bound, {}, 9).proof() == proof::none);

// The example of MiniMalloc, whose capacity is 12.
constexpr buffer minimalloc_12[]{{4, 0, 2}, {4, 3, 8}, {4, 0, 8}, {4, 9, 20}, {4, 0, 20}};
static_assert(is_placed(minimalloc_12, 12, 12));

// Small and odd inputs.

constexpr auto nothing = place<0>({});
static_assert(nothing.bytes == 0 && nothing.is_optimal() && !verify({}, nothing));
static_assert(peak_step({}) == -1 && live_bytes({}, 0) == 0);
static_assert(place<8>({figure_3, 2}).bytes == 128);  // fewer buffers than room

constexpr buffer one[]{{7, 3, 3, 4}};
static_assert(is_placed(one, 7, 7) && place(one).offset[0] == 0);

constexpr buffer equal[]{{5, 0, 9}, {5, 0, 9}, {5, 0, 9}};
static_assert(is_placed(equal, 15, 15));
static_assert(place(equal).offset[0] == 0 && place(equal).offset[2] == 10);  // ties: by index

constexpr buffer empties[]{{0, 0, 9}, {6, 0, 9}, {0, 2, 3, 8}, {6, 1, 1}};
static_assert(is_placed(empties, 12, 12));
constexpr buffer all_empty[]{{0, 0, 9}, {0, 0, 9}};
static_assert(is_placed(all_empty, 0, 0));

// Alignment.

constexpr buffer aligned[]{{10, 0, 1, 16}, {20, 0, 1, 16}, {5, 1, 2, 16}};
static_assert(is_placed(aligned, 52, 52));  // 16 + 16 + 20; sizes alone are 35
static_assert(greedy<3>(aligned, {}, 52).bytes == 53);
constexpr buffer mixed_alignment[]{{10, 0, 0, 16}, {6, 0, 0, 1}, {16, 0, 0, 16}};
static_assert(is_placed(mixed_alignment, 32, 32));
constexpr buffer odd_alignment[]{{4, 0, 0, 6}, {4, 0, 0, 9}, {4, 0, 0, 12}};  // units of 3
static_assert(place(odd_alignment).lower_bound == 16);
static_assert(!verify(odd_alignment, place(odd_alignment)));

// Pins.

constexpr buffer pins[]{{8, 0, 2, 1, 4}, {4, 0, 1}, {6, 2, 3}, {2, 3, 3, 1, 30}};
static_assert(is_placed(pins, 32, 32));
static_assert(place(pins).offset[0] == 4 && place(pins).offset[1] == 0);
static_assert(place(pins).offset[2] == 12 && place(pins).offset[3] == 30);
constexpr buffer colliding_pins[]{{8, 0, 2, 1, 4}, {8, 0, 2, 1, 6}};
static_assert(verify(colliding_pins, place(colliding_pins)).refuse ==
              error::two_live_buffers_share_bytes);

// Separations: x is the input of 100 bytes, y the output

constexpr buffer in_place[]{{100, 0, 1}, {100, 1, 2}};
constexpr separation y_under_x[]{{1, 0, 16}};
constexpr separation x_under_y[]{{0, 1, 16}};
constexpr separation either_way[]{{1, 0, 16}, {0, 1, 24}};
constexpr separation same_place[]{{0, 1, 0}};
constexpr separation far_apart[]{{0, 1, 130}, {1, 0, 120}};
static_assert(is_placed(in_place, 200, 200));
static_assert(is_placed(in_place, 116, 116, y_under_x));
static_assert(is_placed(in_place, 116, 116, x_under_y));
static_assert(is_placed(in_place, 116, 116, either_way));
static_assert(is_placed(in_place, 100, 100, same_place));
static_assert(is_placed(in_place, 220, 200, far_apart));
static_assert(lower_bound<2>(in_place, either_way) == 116);
constexpr separation said_thrice[]{{0, 1, 40}, {0, 1, 16}, {0, 1, 30}};  // the least counts
static_assert(place(in_place, said_thrice).bytes == 116);
static_assert(!verify(in_place, place(in_place, said_thrice), said_thrice));

// The output of an add lies over either input, which does not make the inputs one.
constexpr buffer sum[]{{64, 2, 2}, {64, 2, 2}, {64, 2, 3}};
constexpr separation over_either[]{{0, 2, 0}, {2, 0, 0}, {1, 2, 0}, {2, 1, 0}};
static_assert(is_placed(sum, 128, 128, over_either));

// Each of three may lie at the offset of the next, in a circle: then in 10 bytes. The search does
// not see that, so that it proves nothing of what it finds; without the third record it does.
constexpr buffer three[]{{10, 0, 0}, {10, 0, 0}, {10, 0, 0}};
constexpr separation circle[]{{0, 1, 0}, {1, 2, 0}, {2, 0, 0}};
constexpr int at_one_offset[]{0, 0, 0};
static_assert(!verify(three, at_one_offset, 10, circle));
constexpr auto searched(sequence<separation> separations) {
  const etch::plan::detail::overlap_table<3> overlaps(separations);
  exact_search<3> search(three, overlaps);
  placement<3> best{.offset = {0, 10, 20}, .bytes = 30, .lower_bound = 1, .live_bound = 1};
  improve(best, search, 1000);
  return best;
}
static_assert(searched(circle).bytes == 20 && searched(circle).proof() == proof::none);
static_assert(searched({circle, 2}).bytes == 20 && searched({circle, 2}).proof() == proof::search);

// KWS by tensors, rows kept apart: 3x3 needs two rows (640) and 1x1 one (320), in both directions.
constexpr buffer kws_tensors[]{{490, 0, 1, 4},  {8000, 1, 2, 4},  {8000, 2, 3, 4}, {8000, 3, 4, 4},
                               {8000, 4, 5, 4}, {8000, 5, 6, 4},  {8000, 6, 7, 4}, {8000, 7, 8, 4},
                               {8000, 8, 9, 4}, {8000, 9, 10, 4}, {64, 10, 11, 4}, {12, 11, 12, 4}};
constexpr separation kws_overlaps[]{{1, 2, 640}, {2, 1, 640}, {2, 3, 320}, {3, 2, 320},
                                    {3, 4, 640}, {4, 3, 640}, {4, 5, 320}, {5, 4, 320},
                                    {5, 6, 640}, {6, 5, 640}, {6, 7, 320}, {7, 6, 320},
                                    {7, 8, 640}, {8, 7, 640}, {8, 9, 320}, {9, 8, 320}};
static_assert(is_placed(kws_tensors, 16000, 16000));
static_assert(is_placed(kws_tensors, 8640, 8640, kws_overlaps));

// Rows: a chain of layers computed row by row, each row a buffer

struct layer {
  int rows;
  int bytes;       // of a row
  int window = 1;  // rows of the layer before, `stride` apart, the first one `padding` above row 0
  int stride = 1;
  int padding = 0;
  int state = 0;       // bytes of an accumulator that eats every row before the first output
  bool whole = false;  // computed to its end before anything that follows
  int back = 1;        // so many layers back is the one it reads
  int adds = 0;        // so many layers back is the one that it adds, row by row; 0: none
};

template <int N, int L>
struct row_schedule {
  const layer (&layers)[L];
  buffer rows[N]{};
  int index[L][96]{}, done[L]{}, freed[L]{}, eaten[L]{};
  int count = 0, step = 0;

  constexpr void add(int t, int pinned = -1) {
    rows[count] = {layers[t].bytes, step, -1, pinned < 0 ? 4 : 1, pinned};
    index[t][done[t]++] = count++;
  }
  constexpr bool reads(int reader, int t) const {
    return reader - layers[reader].back == t || (layers[reader].adds > 0 && adds(reader) == t);
  }
  constexpr int adds(int t) const { return t - layers[t].adds; }
  constexpr int top(int t) const { return done[t] * layers[t].stride - layers[t].padding; }
  // Rows of t that all its readers, at most four layers on, are past.
  constexpr void release(int t) {
    int end = layers[t].rows;
    for (int r = t + 1; r < L && r <= t + 4; ++r) {
      if (done[r] == layers[r].rows || !reads(r, t)) continue;
      const int next = layers[r].state > 0 ? eaten[r] : r - layers[r].back == t ? top(r) : done[r];
      end = next < end ? next : end;
    }
    for (; freed[t] < end && freed[t] < done[t]; ++freed[t]) rows[index[t][freed[t]]].last = step;
  }
  constexpr void require(int t, int row) {
    while (done[t] <= row && done[t] < layers[t].rows) produce(t);
  }
  constexpr void produce(int t) {
    const layer& l = layers[t];
    if (l.state > 0) {
      const int born = step;
      for (int& r = eaten[t]; r < layers[t - 1].rows; ++step) {
        require(t - 1, r++);
        release(t - 1);
      }
      rows[count++] = {l.state, born, step++, 4};
      return add(t);
    }
    if (t > 0) require(t - l.back, top(t) + l.window - 1);
    if (l.adds > 0) require(adds(t), done[t]);
    ++step;
    add(t);
    if (t > 0) release(t - l.back);
    if (l.adds > 0) release(adds(t));
  }
  constexpr row_schedule run(int input_at) {
    for (int r = 0; input_at >= 0 && r < layers[0].rows; ++r)
      add(0, input_at + r * layers[0].bytes);
    for (int t = 1; t < L; ++t)
      if (layers[t].whole || t == L - 1) require(t, layers[t].rows - 1);
    for (int i = 0; i < count; ++i)
      if (rows[i].last < 0) rows[i].last = step + 1;
    return *this;
  }
};
template <int N, int L>
constexpr auto schedule(const layer (&layers)[L], int input_at) {
  return row_schedule<N, L>{layers}.run(input_at);
}
constexpr int streamed = -1;

constexpr layer kws[]{{49, 10},
                      {25, 320, 10, 2, 4},
                      {25, 320, 3, 1, 1},
                      {25, 320},
                      {25, 320, 3, 1, 1},
                      {25, 320},
                      {25, 320, 3, 1, 1},
                      {25, 320},
                      {25, 320, 3, 1, 1},
                      {25, 320},
                      {1, 64, 1, 1, 0, 128},
                      {1, 12},
                      {1, 12}};
constexpr auto kws_rows = schedule<278>(kws, 3758 - 490);
static_assert(kws_rows.count == 278);
constexpr auto kws_placed = place(kws_rows.rows);
static_assert(has(kws_placed, 3758, 3758) && !verify(kws_rows.rows, kws_placed));
// The same without pins: rows of the input joined, at the bottom first, where they do not fit.
constexpr auto kws_joined = [] {
  auto free = kws_rows;
  for (int i = 0; i < 49; ++i) free.rows[i].pinned = -1, free.rows[i].alignment = i == 0 ? 4 : 1;
  return place_joined<278>(free.rows, {{0, 49}, {}});
}();
static_assert(has(kws_joined, 3758, 3758) && kws_joined.offset[0] == 3758 - 490);
static_assert(!verify(kws_rows.rows, kws_joined));
constexpr auto kws_streamed = schedule<278>(kws, streamed);
constexpr auto kws_streamed_placed = place(kws_streamed.rows);
static_assert(has(kws_streamed_placed, 3446, 3422));  // 3,408 live, in words of 4 bytes 3,422
static_assert(!verify(kws_streamed.rows, kws_streamed_placed));

// ResNet-8, input streamed: of equal sizes the row that is born first.
constexpr layer resnet8[]{{32, 96},
                          {32, 512, 3, 1, 1},
                          {32, 512, 3, 1, 1},
                          {32, 512, 3, 1, 1},
                          {.rows = 32, .bytes = 512, .adds = 3},
                          {16, 512, 3, 2},
                          {16, 512, 3, 1, 1},
                          {.rows = 16, .bytes = 512, .stride = 2, .back = 3},
                          {.rows = 16, .bytes = 512, .adds = 2},
                          {8, 512, 3, 2},
                          {8, 512, 3, 1, 1},
                          {.rows = 8, .bytes = 512, .stride = 2, .back = 3},
                          {.rows = 8, .bytes = 512, .adds = 2},
                          {1, 64, 1, 1, 0, 128},
                          {1, 10},
                          {1, 10}};
constexpr auto resnet8_rows = schedule<260>(resnet8, streamed);
static_assert(resnet8_rows.count == 260);
constexpr auto resnet8_placed = place(resnet8_rows.rows);
static_assert(has(resnet8_placed, 9024, 9024));
static_assert(resnet8_placed.used == order::size_by_birth);
static_assert(!verify(resnet8_rows.rows, resnet8_placed));

// Visual wake words; `early` and `late` name layers that are computed whole.
template <int Early, int Late>
struct vww {
  static constexpr layer whole(int i, layer l) {
    l.whole = i == Early || i == Late;
    return l;
  }
  static constexpr layer layers[]{{96, 288},
                                  whole(1, {48, 384, 3, 2}),
                                  {48, 384, 3, 1, 1},
                                  {48, 768},
                                  {24, 384, 3, 2},
                                  {24, 768},
                                  {24, 768, 3, 1, 1},
                                  {24, 768},
                                  whole(8, {12, 384, 3, 2}),
                                  {12, 768},
                                  {12, 768, 3, 1, 1},
                                  {12, 768},
                                  whole(12, {6, 384, 3, 2}),
                                  {6, 768},
                                  {6, 768, 3, 1, 1},
                                  {6, 768},
                                  {6, 768, 3, 1, 1},
                                  {6, 768},
                                  {6, 768, 3, 1, 1},
                                  {6, 768},
                                  {6, 768, 3, 1, 1},
                                  {6, 768},
                                  {6, 768, 3, 1, 1},
                                  {6, 768},
                                  {3, 384, 3, 2},
                                  {3, 768},
                                  {3, 768, 3, 1, 1},
                                  {3, 768},
                                  {1, 256, 1, 1, 0, 512},
                                  {1, 2},
                                  {1, 2}};
};
constexpr auto vww_rows = schedule<472>(vww<1, 1>::layers, 0);
static_assert(vww_rows.count == 472);
constexpr auto vww_placed = place(vww_rows.rows);
static_assert(has(vww_placed, 28032, 28032));
static_assert(!verify(vww_rows.rows, vww_placed));
constexpr auto vww_streamed = schedule<472>(vww<8, 12>::layers, streamed);
constexpr auto vww_streamed_placed = place(vww_streamed.rows);
static_assert(has(vww_streamed_placed, 10656, 10272));
static_assert(!verify(vww_streamed.rows, vww_streamed_placed));

// The same networks, and an autoencoder, by whole tensors: proved to be the least.

template <int L>
constexpr auto tensors(const layer (&layers)[L]) {
  struct {
    buffer all[L]{};
  } made;
  for (int t = 0; t < L; ++t) {
    made.all[t] = {layers[t].rows * layers[t].bytes, t, t, 4};
    if (t > 0) made.all[t - layers[t].back].last = t;
    if (layers[t].adds > 0) made.all[t - layers[t].adds].last = t;
  }
  return made;
}
template <int L>
constexpr bool fits_in(const layer (&layers)[L], int bytes) {
  return is_placed(tensors(layers).all, bytes, bytes);
}
constexpr layer autoencoder[]{{1, 640}, {1, 128}, {1, 128}, {1, 128}, {1, 128}, {1, 8},
                              {1, 128}, {1, 128}, {1, 128}, {1, 128}, {1, 640}};
static_assert(fits_in(autoencoder, 768));
static_assert(fits_in(kws, 16000));
static_assert(fits_in(resnet8, 49152));
static_assert(fits_in(vww<0, 0>::layers, 55296));

// The verifier says what is wrong

constexpr bool refuses(sequence<buffer> buffers, const int* offset, int bytes,
                       void (*sentence)(long, long), int node,
                       sequence<separation> separations = {}) {
  const auto d = verify(buffers, offset, bytes, separations);
  return d.refuse == sentence && d.node == node;
}

constexpr buffer pair[]{{4, 0, 1, 4}, {8, 1, 2, 2}};
constexpr int apart[]{0, 4}, touching[]{0, 2}, off_grid[]{2, 4}, negative[]{0, -2};
constexpr int swapped[]{8, 0}, both_at_0[]{0, 0};
static_assert(!verify(pair, apart, 12) && !verify(pair, swapped, 12));
static_assert(refuses(pair, touching, 12, error::two_live_buffers_share_bytes, 0));
static_assert(verify(pair, touching, 12).want == 1);
static_assert(refuses(pair, off_grid, 12, error::a_buffer_is_not_aligned, 0));
static_assert(refuses(pair, negative, 12, error::a_buffer_leaves_the_arena, 1));
static_assert(refuses(pair, apart, 11, error::a_buffer_leaves_the_arena, 1));

constexpr separation second_over_first[]{{0, 1, 2}}, gap[]{{0, 1, 6}}, outside[]{{0, 2, 1}};
static_assert(!verify(pair, touching, 12, second_over_first));
static_assert(refuses(pair, both_at_0, 12, error::two_live_buffers_share_bytes, 0,
                      second_over_first));
static_assert(refuses(pair, apart, 12, error::two_live_buffers_are_too_close, 0, gap));
static_assert(refuses(pair, apart, 12, error::a_separation_names_no_pair_of_buffers_or_is_negative,
                      0, outside));

constexpr buffer pinned[]{{4, 0, 1, 1, 8}}, backwards[]{{4, 1, 0}};
static_assert(refuses(pinned, apart, 12, error::a_buffer_is_not_where_it_is_pinned, 0));
static_assert(refuses(backwards, apart, 12,
                      error::a_buffer_has_a_negative_size_lifetime_or_alignment, 0));

constexpr bool refuses_a_bound_above_the_arena() {
  auto placed = place(pair);
  ++placed.lower_bound;
  return verify(pair, placed).refuse == error::the_arena_is_smaller_than_its_lower_bound;
}
static_assert(refuses_a_bound_above_the_arena());

}  // namespace
