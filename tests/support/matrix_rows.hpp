// The rows of the operator matrix.
#pragma once

#include "matrix_elements.hpp"
#include "matrix_layers.hpp"
#include "matrix_moves.hpp"
