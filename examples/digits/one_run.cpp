// One network and one run, as firmware has it: what is in this object file is the network's cost.
#include "network.hpp"

#ifndef DIGITS_NETWORK
#define DIGITS_NETWORK s8
#endif

digits::DIGITS_NETWORK net;

void read_digit();
void read_digit() { net.run(); }
