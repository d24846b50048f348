// Two functions whose stack has no bound that can be seen.
volatile int depth = 3;
void (*volatile callee)() = nullptr;

extern "C" [[gnu::noinline]] int recursion(int n) {
  const volatile int mine = n;
  return n == 0 ? mine : recursion(n - 1) + mine;
}

extern "C" [[gnu::noinline]] void pointer() {
  callee();
  depth = 0;
}

int main() {
  if (depth == 0) pointer();
  return recursion(depth) - 6;
}
