// Everything of etch but the importers of files (graph/import: tflite_graph.hpp, onnx_graph.hpp),
// the host tools and the clock of boards (network/cycle_clock.hpp).
#pragma once

// First those that hold sentences: before an error compilers print the way by which they came to
// its header.
#include <etch/base/features.hpp>

#include <etch/base/diagnosis.hpp>

#include <etch/graph/builder.hpp>

#include <etch/graph/pipe.hpp>

#include <etch/graph/dsl_mistakes.hpp>

#include <etch/graph/make.hpp>

#include <etch/graph/fused_products.hpp>

#include <etch/network/budget.hpp>
#include <etch/network/fold.hpp>
#include <etch/network/frame_window.hpp>
#include <etch/network/network.hpp>
#include <etch/network/quantise_input.hpp>
#include <etch/network/read_output.hpp>
#include <etch/network/shared_arena.hpp>
