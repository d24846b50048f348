// Runs the model on every case of files that etch_model_files_tool has written:
//
//   program <folder> <number of cases> [stream]
//
// reads <folder>/input<i>.bin, writes <folder>/output<i>.bin, and <folder>/value<n>.bin with what
// layer n makes where TRACED is defined; prints what an inference takes. A network with state
// begins anew for each case, but with `stream` goes on.
#include <string>

#include "asked.hpp"
#include "cases.hpp"
#include "instruction_clock.hpp"
#include "stack.hpp"

void infer(unsigned char* arena, unsigned char* codes);
#ifdef TRACED
void trace(void (*read)(unsigned char* arena), unsigned char* codes, const char* folder, bool first,
           bool anew);
#endif

namespace {

using net = etch_models::asked;

alignas(etch::arena_alignment) unsigned char arena[net::ram_bytes];
/// The first input, where it arrives in rows.
alignas(8) unsigned char codes[net::input_arrives ? net::input_value<>::bytes : 1];
const char* folder = "";
int the_case = 0;

/// The inputs of the case at hand, for whatever network.
template <class Net>
void read_case(unsigned char* to) {
  read_inputs<Net>(folder, the_case, to, codes);
}

void measure() {
  net::reset(arena);
  read_case<net>(arena);
  const auto deep = static_cast<int>(etch::bench::stack_bytes([] { infer(arena, codes); }, 16384));
  std::printf("stack         %8d bytes\n", deep);
  using clock = etch::bench::instruction_clock;
  if (!clock::available()) {
    std::printf("instructions  not counted on this machine\n");
    return;
  }
  read_case<net>(arena);
  clock::start();
  infer(arena, codes);
  const std::string executed = std::to_string(clock::stop());
  std::printf("instructions  %8s an inference\n", executed.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::printf("usage: program <folder> <number of cases> [stream]\n");
    return 2;
  }
  folder = argv[1];
  const int cases = std::atoi(argv[2]);
  const bool streaming = argc > 3;
  std::printf("order         %s\n", etch_models::asked_of<etch::this_target>::order);
  measure();
  for (the_case = 0; the_case < cases; ++the_case) {
    if (the_case == 0 || !streaming) net::reset(arena);
    read_case<net>(arena);
    infer(arena, codes);
    write_outputs<net>(folder, the_case, arena);
  }
#ifdef TRACED
  for (the_case = 0; the_case < cases; ++the_case) {
    trace(read_case<etch_models::observed>, codes, folder, the_case == 0,
          the_case == 0 || !streaming);
  }
#endif
  return 0;
}
