// The cases of a model, as etch_model_files_tool writes and reads them: <folder>/input<i>.bin and
// <folder>/output<i>.bin, the codes of all cases one after the other.
#pragma once

#include <etch/etch.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

/// One file at a time: boards have room for few.
inline std::FILE* open(const char* folder, const char* name, int index, const char* mode) {
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
/// Reads the inputs of a case into the arena of a network; one that arrives in rows to `codes`.
template <class Net>
void read_inputs(const char* folder, int the_case, unsigned char* arena,
                 unsigned char* codes = nullptr) {
  etch::for_each_index<Net::graph.size.inputs>([&]<int I>() {
    constexpr std::size_t bytes = Net::template input_value<I>::bytes;
    void* to = codes;
    if constexpr (I > 0 || !Net::input_arrives) to = Net::template input<I>(arena).data();
    std::FILE* const file = open(folder, "input", I, "rb");
    const bool found = std::fseek(file, static_cast<long>(bytes) * the_case, SEEK_SET) == 0 &&
                       std::fread(to, 1, bytes, file) == bytes;
    std::fclose(file);
    if (found) return;
    std::printf("input %d ends early\n", I);
    std::exit(1);
  });
}
/// Writes the outputs of a case.
template <class Net>
void write_outputs(const char* folder, int the_case, unsigned char* arena) {
  etch::for_each_index<Net::graph.size.outputs>([&]<int I>() {
    const auto y = Net::template output<I>(arena);
    std::FILE* const file = open(folder, "output", I, the_case == 0 ? "wb" : "ab");
    const bool written = std::fwrite(y.data(), 1, bytes_of(y), file) == bytes_of(y);
    if (std::fclose(file) == 0 && written) return;
    std::printf("output %d cannot be written\n", I);
    std::exit(1);
  });
}
