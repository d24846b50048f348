// One network and one run, as firmware has it: what is in this object file is the network's cost.
#include "network.hpp"

cifar10_q7::network net;

void classify();
void classify() { net.run(); }
