// Features of sound. Not part of etch.hpp.
#pragma once

#include <etch/signal/features.hpp>
#include <etch/signal/operators.hpp>
