// EXPECT: error::seen, 1, 2>
// EXPECT: seen.cpp:3:
