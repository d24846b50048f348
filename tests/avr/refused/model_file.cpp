// EXPECT: files of models are read where int has 32 bits: elsewhere a graph is written in a header
#include <etch/graph/import/tflite_graph.hpp>
