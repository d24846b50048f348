// EXPECT: anything
int answer() { return 42; }
