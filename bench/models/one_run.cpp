// One network and one run, as firmware has it: what is in this object file is the network's cost.
#include HEADER

NETWORK net;

void infer();
void infer() { net.run(); }
