// EXPECT: error::tflite_the_letters_TFL3_of_a_tflite_file_are_missing
#include <etch/etch.hpp>
#include <etch/graph/import/tflite_graph.hpp>

#include "../../support/tflite_writer.hpp"

using namespace test::tflite;
struct text_file {
  unsigned char bytes[18] = "# An ONNX model?\n";
};
constexpr text_file model;
struct refused : etch::network<etch::import::tflite<model>> {};
constexpr int bytes = refused::ram_bytes;
