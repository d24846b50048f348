// One network and one run, as firmware has it: what is in this object file is the network's cost.
#include "network.hpp"

digits::s8 net;

void read_digit();
void read_digit() { net.run(); }
