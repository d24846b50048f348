// Buffers that lie one behind the other and die or are born in turn: where they are placed, and
// what the judge says.
#include <etch/plan/place.hpp>
#include <etch/plan/verify.hpp>

namespace {

using namespace etch::plan;
namespace error = etch::error;

// An input of two rows of 6 bytes that die in turn, an output of three rows of 4
// that are born in turn over what the input leaves, and between them a buffer that fits when the
// input begins at 5.
constexpr buffer in_and_out[]{{6, 0, 1}, {6, 0, 2}, {4, 1, 5}, {4, 2, 5}, {4, 3, 5}, {3, 2, 2}};
constexpr joined_groups in_turn{{0, 2}, {2, 3}};
constexpr auto over_input = place_joined<6>(in_and_out, in_turn);
static_assert(!verify(in_and_out, over_input) && over_input.bytes == 17);
static_assert(over_input.is_optimal());
static_assert(over_input.offset[0] == 5 && over_input.offset[1] == 11);
static_assert(over_input.offset[2] == 0 && over_input.offset[3] == 4 && over_input.offset[4] == 8);
static_assert(over_input.offset[5] == 8);
// The output as one buffer, which lies over nothing that is read in its life.
static_assert(place_joined<6>(in_and_out, in_turn, {0, joined_starts::anywhere}, 17).bytes == 24);
// No row that is born lies over one that has not died: the judge sees it, and it is not tried.
static_assert(verify(in_and_out, place_joined<6>(in_and_out, in_turn, {0, 5}, 17)).refuse ==
              error::two_live_buffers_share_bytes);
static_assert(!is_way_to_join<6>(in_and_out, in_turn, 17, 0));
// What lives between has to fit over the output when it dies and under the input when it is born.
constexpr buffer between[]{{3, 0, 2}, {3, 0, 3}, {3, 1, 6}, {3, 4, 6}, {6, 3, 5}};
static_assert(place_joined<5>(between, {{0, 2}, {2, 2}}).bytes == 15);
static_assert(starts_of_way<5>(between, {{0, 2}, {2, 2}}, 12, 2).dying == 9);
// At the top of the arena, a little under it where the first has an alignment.
constexpr buffer in_words[]{{6, 0, 1, 4}, {6, 0, 2}, {7, 2, 3}};
constexpr joined_groups words{{0, 2}, {}};
static_assert(starts_of_way<3>(in_words, words, 15, 1).dying == 0);
static_assert(starts_of_way<3>(in_words, words, 19, 1).dying == 4);
static_assert(!verify(in_words, place_joined<3>(in_words, words)));
constexpr buffer born_in_words[]{{9, 0, 1}, {6, 1, 3, 4}, {6, 2, 3}};
static_assert(starts_of_way<3>(born_in_words, {{}, {1, 2}}, 19, 0).born == 4);
static_assert(!verify(born_in_words, place_joined<3>(born_in_words, {{}, {1, 2}})));

}  // namespace
