// One sentence without a test.
#pragma once

inline void unseen(long, long) {}
