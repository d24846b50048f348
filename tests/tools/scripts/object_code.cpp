// CODE-AT-MOST: 1
int twice(int x) { return 2 * x; }
