// Host tool of etch_add_model: how much a compiler has to evaluate for models.
//
//   limits <stem> <file>...
//
// writes <stem>.GNU and <stem>.Clang, the flags of the compiler by these names that let it evaluate
// as much as the largest of the models takes: what it reads for each operator, what it does for
// each pair of nodes when it plans memory, and for each element of a constant when it proves sums
// and packs weights. A file that is refused gets the limits of its operators: its compiler says
// why.
#include <etch/host/read.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

struct needs {
  long long nodes = 0;     ///< and operators that become none
  long long elements = 0;  ///< of constants

  // Measured: 130,000 operations of g++ and 20,000 steps of clang for an operator, up to 140 for an
  // element that kernels reorder; several times that leaves room.
  long long operations() const {
    constexpr long long by_default = 1 << 25;
    return by_default + 400'000 * nodes + 64 * nodes * nodes + 1024 * elements;
  }
  long long iterations() const { return 262'144 + elements; }
  long long depth() const { return 1024 + nodes; }
};

needs of_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const etch::host::read_model model =
      etch::host::read(path, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  needs n{.nodes = model.operators()};
  if (model.refused()) return n;
  n.nodes += static_cast<long long>(model.nodes().size());
  for (const etch::value& v : model.values()) {
    if (v.is.is_constant) n.elements += v.is.shape.size();
  }
  return n;
}

bool write(const std::string& path, const std::string& flags) {
  std::ofstream out(path);
  out << flags;
  if (out.flush()) return true;
  std::fprintf(stderr, "%s: cannot be written\n", path.c_str());
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: limits <stem> <file>...\n");
    return 2;
  }
  long long operations = needs{}.operations(), iterations = needs{}.iterations();
  long long depth = needs{}.depth();
  for (int i = 2; i < argc; ++i) {
    const needs n = of_file(argv[i]);
    operations = std::max(operations, n.operations());
    iterations = std::max(iterations, n.iterations());
    depth = std::max(depth, n.depth());
  }
  const auto flag = [](const char* name, long long limit, long long most) {
    return std::string(name) + "=" + std::to_string(std::min(limit, most)) + "\n";
  };
  const std::string stem = argv[1], depths = flag("-ftemplate-depth", depth, 1 << 20);
  const bool written =
      write(stem + ".GNU", depths + flag("-fconstexpr-ops-limit", operations, 1LL << 60) +
                               flag("-fconstexpr-loop-limit", iterations, 2'000'000'000)) &&
      write(stem + ".Clang", depths + flag("-fbracket-depth", depth, 1 << 20) +
                                 flag("-fconstexpr-steps", operations, 4'000'000'000));
  return written ? 0 : 1;
}
