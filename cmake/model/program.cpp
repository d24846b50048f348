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
std::FILE* inputs[input_count];
std::FILE* outputs[output_count];

std::FILE* open(const std::string& folder, const char* name, int index, const char* mode) {
  const std::string path = folder + "/" + name + std::to_string(index) + ".bin";
  std::FILE* const file = std::fopen(path.c_str(), mode);
  if (file != nullptr) return file;
  std::printf("%s cannot be opened\n", path.c_str());
  std::exit(1);
}
template <class View>
std::size_t bytes_of(const View& v) {
  return sizeof(v[0]) * static_cast<std::size_t>(v.size());
}
/// Reads the inputs of the next case, whatever network they are of.
template <class Net>
void read_inputs(unsigned char* to) {
  etch::for_each_index<input_count>([&]<int I>() {
    const auto x = Net::template input<I>(to);
    if (std::fread(x.data(), 1, bytes_of(x), inputs[I]) == bytes_of(x)) return;
    std::printf("input %d ends early\n", I);
    std::exit(1);
  });
}
void rewind_inputs() {
  for (std::FILE* file : inputs) std::rewind(file);
}

void measure() {
  net::reset(arena);
  read_inputs<net>(arena);
  const auto deep = static_cast<int>(etch::bench::stack_bytes([] { infer(arena); }, 16384));
  std::printf("stack         %8d bytes\n", deep);
  rewind_inputs();
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
  rewind_inputs();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::printf("usage: program <folder> <number of cases> [stream]\n");
    return 2;
  }
  const std::string folder = argv[1];
  const int cases = std::atoi(argv[2]);
  const bool streaming = argc > 3;
  for (int i = 0; i < input_count; ++i) inputs[i] = open(folder, "input", i, "rb");
  for (int i = 0; i < output_count; ++i) outputs[i] = open(folder, "output", i, "wb");
  measure();
  for (int n = 0; n < cases; ++n) {
    if (n == 0 || !streaming) net::reset(arena);
    read_inputs<net>(arena);
    infer(arena);
    etch::for_each_index<output_count>([&]<int I>() {
      const auto y = net::output<I>(arena);
      std::fwrite(y.data(), 1, bytes_of(y), outputs[I]);
    });
  }
#ifdef TRACED
  using observed = net::with<etch::options{.observe_all = true}>;
  rewind_inputs();
  for (int n = 0; n < cases; ++n)
    trace(read_inputs<observed>, folder.c_str(), n == 0, n == 0 || !streaming);
#endif
  for (std::FILE* file : outputs) {
    if (std::fclose(file) == 0) continue;
    std::printf("an output cannot be written\n");
    return 1;
  }
  return 0;
}
