// Every umbrella header that a program for AVR may include.
#include <etch/decode/decode.hpp>
#include <etch/etch.hpp>
#include <etch/signal/operators.hpp>
#include <etch/tree/bonsai.hpp>
