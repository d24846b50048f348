int call(int (*f)()) { return f() + 1; }
