// EXPECT: error::an_offset_leads_out_of_the_file
// EXPECT: at_byte<300>
// EXPECT: numbers<
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
constexpr file whole =
    written({value(1, 1, 2, 1.0F, 0), value(1, 1, 2, 1.0F, 0)}, {operation{19, 1, {0}, 1}}, 0, 1);
struct part {
  unsigned char bytes[300]{};
  constexpr part() {
    for (int i = 0; i < 300; ++i) bytes[i] = whole.bytes[i];
  }
};
constexpr part model;
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
