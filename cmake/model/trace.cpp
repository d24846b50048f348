// One inference of the model in which every value is as the file has it, each written to a file.
#include <etch/host/collector.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "asked.hpp"
#include "infer.hpp"

void trace(void (*read)(unsigned char* arena), unsigned char* codes, const char* folder, bool first,
           bool anew);

namespace {

struct writer {
  const char* folder;
  bool first;
  void value(const etch::traced_step& s, const etch::traced_value& v) const {
    const std::string path = std::string(folder) + "/value" + std::to_string(s.index) + ".bin";
    std::FILE* const file = std::fopen(path.c_str(), first ? "wb" : "ab");
    const auto count = static_cast<std::size_t>(v.size());
    if (file != nullptr && std::fwrite(v.data, 1, count, file) == count && std::fclose(file) == 0) {
      return;
    }
    std::printf("%s cannot be written\n", path.c_str());
    std::exit(1);
  }
};

}  // namespace

void trace(void (*read)(unsigned char* arena), unsigned char* codes, const char* folder, bool first,
           bool anew) {
  using net = etch_models::observed;
  alignas(etch::arena_alignment) static unsigned char arena[net::ram_bytes];
  if (anew) net::reset(arena);
  read(arena);
  writer w{folder, first};
  etch::host::collector<net, writer> whole(w);
  infer<net>(arena, codes, whole);
}
