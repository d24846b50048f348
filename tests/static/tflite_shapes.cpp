// Shapes that a .tflite file works out, sizes that it leaves open, and refusals, of which all are
// found: asserted by the compiler on small files.
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../support/tflite_writer.hpp"

namespace {

using namespace test::tflite;
namespace error = etch::error;

template <const auto& File>
inline constexpr const auto& measured =
    etch::detail::tflite_model<File, etch::numerics::tflm_reference>::measured;
constexpr tensor numbers(int count, int a, int b = 0, int c = 0) {
  return {int32, 1, {count}, 0, {}, 0, 0, count, {a, b, c}};
}
constexpr tensor computed(int rank, int count = 1) { return {int32, rank, {count}}; }

// ---- SHAPE, STRIDED_SLICE, PACK: what Keras makes of Flatten and its like where the batch is open
constexpr tensor flat(int batch) { return {int8, 2, {batch, 6}, 1, {0.5F}, 1}; }
constexpr operation batch_of_0{
    45, 4, {3, 4, 5, 5}, 6, 32, 5, {{4, 0}, {4, 0}, {4, 0}, {4, 0}, {4, 1}}};
constexpr file flatten =
    written({tensor{int8, 4, {-1, 1, 2, 3}, 1, {0.5F}, 1}, flat(-1), numbers(1, 6), computed(1, 4),
             numbers(1, 0), numbers(1, 1), computed(0), computed(1, 2)},
            {operation{77, 1, {0}, 3}, batch_of_0,
             operation{83, 2, {6, 2}, 7, 59, 2, {{4, 2}, {4, 0}}}, operation{22, 2, {0, 7}, 1}},
            0, 1);
constexpr const auto& flatten_graph = etch::import::tflite<flatten>;
static_assert(flatten_graph.size.nodes == 1 && flatten_graph.size.inputs == 1);
static_assert(flatten_graph.values[flatten_graph.outputs[0]].is.shape == etch::extents{2, {1, 6}});

// the last size that is open is the rest
constexpr file rest =
    written({value(2, 2, 3, 0.5F, 1), flat(-1)}, {operation{22, 1, {0}, 1}}, 0, 1);
static_assert(etch::import::tflite<rest>.values[1].is.shape == etch::extents{2, {2, 6}});

// ---- the numbers themselves, in what is cut off: x[:, :, 1 + 2 * 1 - 1 .. 4 : 1] of 5 columns
constexpr file cut = written(
    {value(1, 5, 1, 0.5F, 0), value(1, 2, 1, 0.5F, 0), numbers(1, 2), numbers(1, 1), computed(1),
     computed(1), computed(1), computed(1, 4), numbers(2, 0, 0), numbers(1, 0),
     tensor{int32, 1, {4}, 0, {}, 0, 0, 4, {1, 1, 4, 1}},
     tensor{int32, 1, {4}, 0, {}, 0, 0, 4, {1, 1, 1, 1}}},
    {operation{18, 2, {2, 3}, 4, 21, 1, {{1, 0}}}, operation{0, 2, {4, 3}, 5, 11, 1, {{1, 0}}},
     operation{41, 2, {5, 3}, 6, 28, 1, {{1, 0}}},
     operation{2, 3, {8, 6, 9}, 7, 10, 2, {{4, 0}, {1, 0}}},
     operation{45, 4, {0, 7, 10, 11}, 1, 32, 1, {{4, 0}}}},
    0, 1);
constexpr const auto& cut_graph = etch::import::tflite<cut>;
static_assert(cut_graph.size.nodes == 1);
static_assert(etch::unpack<etch::ops::slice>(cut_graph.nodes[0].what).begin[2] == 2);

// one of all that folds: GATHER, RANGE, REDUCE_PROD, quotients, the larger and the smaller
constexpr int folded(int code, int a, int b, int c = 0) {
  etch::known_integers x[3]{{2, {a, b}}, {2, {b, a}}, {1, {c}}};
  bool known = true;
  const auto y = etch::tflite_operators::detail::combined(
      static_cast<etch::tflite_schema::builtin>(code), x[0].at[0], x[0].at[1], known);
  return known ? static_cast<int>(y) : -1000;
}
static_assert(folded(0, 7, 2) == 9 && folded(41, 7, 2) == 5 && folded(18, 7, 2) == 14);
static_assert(folded(42, -7, 2) == -3 && folded(90, -7, 2) == -4 && folded(95, -7, 2) == 1);
static_assert(folded(90, 7, 2) == 3 && folded(95, 6, 2) == 0 && folded(42, 7, 0) == -1000);
static_assert(folded(55, 7, 2) == 7 && folded(57, 7, 2) == 2);
constexpr etch::known_integers five{5, {3, 1, 4, 1, 5}};
using etch::tflite_operators::detail::part;
static_assert(part(five, 1, 4, 2).count == 2 && part(five, 1, 4, 2).at[1] == 1);
static_assert(part(five, 4, -1, -2).count == 3 && part(five, 4, -1, -2).at[1] == 4);
static_assert(!part(five, 4, 6, 1));
using etch::tflite_operators::detail::reduced;
static_assert(reduced(etch::tflite_schema::builtin::reduce_prod, five).at[0] == 60);
static_assert(reduced(etch::tflite_schema::builtin::sum, five).at[0] == 14);
static_assert(!reduced(etch::tflite_schema::builtin::reduce_prod, {2, {65536, 65536}}));

// ---- a convolution between SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND is dilated, and nothing moves
constexpr tensor four(int a, int b, int c, int d) {
  return {int32, 2, {2, 2}, 0, {}, 0, 0, 4, {a, b, c, d}};
}
constexpr file dilated = written(
    {value(5, 4, 1, 0.5F, 1), value(5, 4, 2, 0.1F, -128),
     tensor{int8, 4, {2, 3, 3, 1}, 1, {0.25F}, 0, 0, 18},
     tensor{int8, 4, {4, 5, 4, 1}, 1, {0.5F}, 1}, tensor{int8, 4, {4, 3, 2, 2}, 1, {0.1F}, -128},
     numbers(2, 2, 2), four(2, 3, 2, 2), four(0, 1, 0, 0)},
    {operation{38, 3, {0, 5, 6}, 3},
     operation{3, 2, {3, 2}, 4, 1, 6, {{1, 1}, {4, 1}, {4, 1}, {1, 0}, {4, 1}, {4, 1}}},
     operation{37, 3, {4, 5, 7}, 1}},
    0, 1);
constexpr const auto& dilated_graph = etch::import::tflite<dilated>;
static_assert(dilated_graph.size.nodes == 2);  // the second cuts the last row off
constexpr auto dilated_layer = etch::unpack<etch::ops::conv2d>(dilated_graph.nodes[0].what);
static_assert(dilated_layer.move.dilation.h == 2 && dilated_layer.move.pad.bottom == 3);

// ---- a shape that is an input: the network has none of it
constexpr file shaped = written({value(1, 2, 3, 0.5F, 1), value(1, 6, 1, 0.5F, 1), computed(1, 4)},
                                {operation{22, 2, {0, 2}, 1}}, 0, 1, 2);
static_assert(measured<shaped>.first.refused.refuse == nullptr);
static_assert(etch::import::tflite<shaped>.size.inputs == 1);
constexpr file unread = written({value(1, 2, 3, 0.5F, 1), value(1, 6, 1, 0.5F, 1), computed(1, 4)},
                                {operation{22, 1, {0}, 1}}, 0, 1, 2);
static_assert(measured<unread>.first.refused.refuse == error::an_input_of_the_graph_is_never_read);

// so it is of TRANSPOSE_CONV, which LiteRT does not leave to XNNPACK then
constexpr file transposed =
    written({value(2, 3, 1, 0.5F, 0), value(4, 9, 1, 0.5F, 0),
             tensor{int8, 4, {1, 3, 5, 1}, 1, {0.5F}, 0, 0, 15, {1, 2, 3}}, computed(1, 4)},
            {operation{67, 3, {3, 2, 0}, 1, 49, 3, {{1, 0}, {4, 3}, {4, 2}}}}, 0, 1, 3);
constexpr const auto& transposed_graph =
    etch::import::tflite<transposed, etch::numerics::litert_xnnpack>;
static_assert(transposed_graph.size.inputs == 1);
static_assert(transposed_graph.values[transposed_graph.outputs[0]].round ==
              etch::rounding::tflite_double);

// ---- an INT16 tensor has zero point 0, or is what SOFTMAX makes of INT8
constexpr file shares(int zero) {
  return written(
      {tensor{int8, 2, {1, 4}, 1, {0.5F}, 1}, tensor{int16, 2, {1, 4}, 1, {1.0F / 65536}, zero}},
      {operation{25, 1, {0}, 1, 9, 1, {{4, 0x3f800000}}}}, 0, 1);
}
constexpr file least = shares(-32768), none = shares(-32767);
static_assert(measured<least>.first.refused.refuse == nullptr);
static_assert(measured<none>.first.refused.refuse ==
              error::tflite_int16_and_int32_tensors_have_zero_point_0);

// ---- every operator that is refused, but for those that read what nothing could have made
constexpr file many =
    written({value(1, 2, 3, 0.5F, 1), value(1, 2, 3, 0.5F, 1), value(1, 2, 3, 0.5F, 1),
             tensor{int32, 4, {1, 1, 2, 3}}, tensor{5, 4, {1, 1, 2, 3}}, value(1, 2, 3, 0.5F, 1)},
            {operation{119, 1, {0}, 1}, operation{19, 1, {1}, 2}, operation{32, 1, {2}, 4},
             operation{119, 2, {4, 2}, 3}, operation{118, 2, {2, 3}, 5}},
            0, 5);
static_assert(measured<many>.refusals == 2);
static_assert(measured<many>.first.place.op == 0);
static_assert(measured<many>.first.refused.refuse ==
              error::tflite_loops_and_branches_are_not_supported_GRU_and_LSTM_take_unroll_True);

}  // namespace
