// EXPECT: the moon is full
static_assert(sizeof(int) == 1, "the sun is out");
