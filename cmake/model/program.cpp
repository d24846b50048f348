// Runs the model on every case of files that etch_model_files_tool has written:
//
//   program <folder> <number of cases> [stream]
//
// reads <folder>/input<i>.bin, writes <folder>/output<i>.bin, and <folder>/value<n>.bin with what
// layer n makes where TRACED is defined; prints what an inference takes. A network with state
// begins anew for each case, but with `stream` goes on.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "instruction_clock.hpp"
#include "stack.hpp"
#include "user_model.hpp"

void infer(unsigned char* arena);
#ifdef TRACED
void trace(void (*input)(unsigned char* arena), const char* folder, bool first, bool anew);
#endif

namespace {

using net = etch_models::user_model;
constexpr int input_count = net::graph.size.inputs, output_count = net::graph.size.outputs;

alignas(etch::arena_alignment) unsigned char arena[net::ram_bytes];
const char* folder = "";
int the_case = 0;

// One file at a time: boards have room for few.
std::FILE* open(const char* name, int index, const char* mode) {
  const std::string path = std::string(folder) + "/" + name + std::to_string(index) + ".bin";
  std::FILE* const file = std::fopen(path.c_str(), mode);
  if (file != nullptr) return file;
  std::printf("%s cannot be opened\n", path.c_str());
  std::exit(1);
}
template <class View>
std::size_t bytes_of(const View& v) {
  return sizeof(v[0]) * static_cast<std::size_t>(v.size());
}
/// Reads the inputs of the case at hand, whatever network they are of.
template <class Net>
void read_inputs(unsigned char* to) {
  etch::for_each_index<input_count>([&]<int I>() {
    const auto x = Net::template input<I>(to);
    std::FILE* const file = open("input", I, "rb");
    const bool found = std::fseek(file, static_cast<long>(bytes_of(x)) * the_case, SEEK_SET) == 0 &&
                       std::fread(x.data(), 1, bytes_of(x), file) == bytes_of(x);
    std::fclose(file);
    if (found) return;
    std::printf("input %d ends early\n", I);
    std::exit(1);
  });
}
/// Writes the outputs of the case at hand.
void write_outputs() {
  etch::for_each_index<output_count>([&]<int I>() {
    const auto y = net::output<I>(arena);
    std::FILE* const file = open("output", I, the_case == 0 ? "wb" : "ab");
    const bool written = std::fwrite(y.data(), 1, bytes_of(y), file) == bytes_of(y);
    if (std::fclose(file) == 0 && written) return;
    std::printf("output %d cannot be written\n", I);
    std::exit(1);
  });
}

void measure() {
  net::reset(arena);
  read_inputs<net>(arena);
  const auto deep = static_cast<int>(etch::bench::stack_bytes([] { infer(arena); }, 16384));
  std::printf("stack         %8d bytes\n", deep);
  using clock = etch::bench::instruction_clock;
  if (!clock::available()) {
    std::printf("instructions  not counted on this machine\n");
    return;
  }
  read_inputs<net>(arena);
  clock::start();
  infer(arena);
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
  measure();
  for (the_case = 0; the_case < cases; ++the_case) {
    if (the_case == 0 || !streaming) net::reset(arena);
    read_inputs<net>(arena);
    infer(arena);
    write_outputs();
  }
#ifdef TRACED
  using observed = net::with<etch::options{.observe_all = true}>;
  for (the_case = 0; the_case < cases; ++the_case) {
    trace(read_inputs<observed>, folder, the_case == 0, the_case == 0 || !streaming);
  }
#endif
  return 0;
}
