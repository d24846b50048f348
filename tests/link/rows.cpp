// A network in layers, by rows and with its input in rows: how deep each reaches into the stack,
// counters included. Exit code 1 when rows take over 512 bytes more; on machines of 64 bits over
// 3.5 KiB, where rows that lie apart run by kernels which widen codes on the stack.
#include "../../examples/digits/network.hpp"

#include <cstdio>
#include <stack.hpp>

using in_layers = digits::s8;
using by_rows = in_layers::with<etch::options{.ram = etch::ram::smallest}>;
using lines =
    in_layers::with<etch::options{.ram = etch::ram::smallest, .input = etch::arrival::rows}>;
static_assert(by_rows::runs_by_rows && lines::runs_by_rows);

static in_layers layers;
static by_rows rows;
static lines pushed;

extern "C" {
[[gnu::noinline]] void infer_layers() { layers.run(); }
[[gnu::noinline]] void infer_rows() { rows.run(); }
[[gnu::noinline]] bool push_line() { return pushed.push_row(); }
}

template <class F>
static int depth(const char* name, F f) {
  const auto bytes = static_cast<int>(etch::bench::stack_bytes(f));
  std::printf("%s/stack_bytes %d\n", name, bytes);
  return bytes;
}

int main() {
  constexpr int most = sizeof(void*) == 8 ? 3712 : 512;
  const int base = depth("layers", [] { infer_layers(); });
  const int more = depth("rows", [] { infer_rows(); }) - base;
  int deepest = 0;
  pushed.begin();
  for (bool ready = false; !ready;) {
    const int reached = depth("push_row", [&] { ready = push_line(); });
    deepest = reached > deepest ? reached : deepest;
  }
  constexpr int kept = static_cast<int>(sizeof(lines::progress));
  std::printf("more for rows: %d, for rows of the input: %d, of %d\n", more, deepest - base + kept,
              most);
  return more <= most && deepest - base + kept <= most ? 0 : 1;
}
