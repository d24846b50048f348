extern "C" int outside();
int call() { return outside() + 1; }
