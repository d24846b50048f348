// docs/coverage.md: which kernel each target takes for the layers of rows.hpp. Kernels of all
// targets are known to every compiler; what they cost comes from the files that `./dev bench
// coverage` has the boards write.
//
//   page <preset>=<figures.json>...   writes the page
//   page --check <docs/coverage.md>   whether the page names the kernels that are chosen
#include "rows.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// A column: the target, and the preset whose processor counts for it.
struct column {
  const char* title;
  const char* preset;
};
constexpr column columns[]{{"M0", "cortex-m0"},           {"M3", "cortex-m3"},
                           {"M4", "cortex-m4"},           {"M55", "cortex-m55"},
                           {"aarch64", "aarch64-base"},   {"dotprod", "aarch64"},
                           {"i8mm", "aarch64-i8mm-bf16"}, {"x86-64", "host-gcc"},
                           {"v3", "host-gcc-v3"},         {"v4+vnni", ""}};

struct row {
  std::string op, format, option;
  std::vector<std::string> kernels;  // a column each
};

/// Whether a word of a kernel's name is a format: s8, q7, bf16, p8.
bool is_format(const std::string& word) {
  const std::size_t digits = word.rfind("bf", 0) == 0 ? 2 : 1;
  return word.size() > digits && std::string("suqfbp").find(word[0]) != std::string::npos &&
         word.find_first_not_of("0123456789", digits) == std::string::npos;
}
/// A kernel's name behind its operator and formats: "2x4_smlad", "generic".
std::string short_name(const std::string& op, const std::string& name) {
  std::size_t after = name.rfind(op + "_", 0) == 0 ? op.size() + 1 : 0;
  for (std::size_t begin = after; begin < name.size();) {
    const std::size_t end = std::min(name.find('_', begin), name.size());
    if (is_format(name.substr(begin, end - begin))) after = end + 1;
    begin = end + 1;
  }
  return name.substr(std::min(after, name.size()));
}
/// That of the first layer of the operator: a network may convert its input before.
template <class Net>
std::string kernel_of(const std::string& op) {
  constexpr int count = Net::layer_count;
  std::string name;
  [&]<int... N>(etch::detail::indices<N...>) {
    ((name.empty() && (N + 1 == count || op == Net::placed::template call_at<N>::op::name)
          ? static_cast<void>(name = Net::placed::template kernel_at<N>::name)
          : void()),
     ...);
  }(etch::detail::first<count>{});
  return short_name(op, name);
}

struct collected {
  std::vector<row> rows;
  template <const auto& G>
  void add(const char* op, const char* format, const char* option) {
    using namespace etch;
    rows.push_back({op,
                    format,
                    option,
                    {kernel_of<coverage::network_of<G, cortex_m0>>(op),
                     kernel_of<coverage::network_of<G, cortex_m3>>(op),
                     kernel_of<coverage::network_of<G, cortex_m4>>(op),
                     kernel_of<coverage::network_of<G, cortex_m55>>(op),
                     kernel_of<coverage::network_of<G, aarch64>>(op),
                     kernel_of<coverage::network_of<G, aarch64_dotprod>>(op),
                     kernel_of<coverage::network_of<G, aarch64_bf16>>(op),
                     kernel_of<coverage::network_of<G, x86_64>>(op),
                     kernel_of<coverage::network_of<G, x86_64_v3>>(op),
                     kernel_of<coverage::network_of<G, x86_64_v4_vnni>>(op)}});
  }
};

using figures = std::map<std::string, double>;
figures read_figures(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  figures found;
  for (const auto& entry : nlohmann::json::parse(file)) {
    found[entry.at("name").get<std::string>()] = entry.at("value").get<double>();
  }
  return found;
}

std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, v < 9.95 ? "%.2f" : v < 99.5 ? "%.1f" : "%.0f", v);
  return text;
}

/// The cell of a row: the kernel, its instructions a product (an output), those of the generic one.
std::string cell(const row& r, const std::string& kernel, const figures& f) {
  const std::string name = "coverage/" + r.op + "/" + r.format + "/" + r.option;
  const auto own = f.find(name + "/each"), generic = f.find(name + "/generic_each");
  if (own == f.end() || generic == f.end()) return kernel;
  if (kernel == "generic") return "generic " + number(generic->second);
  return kernel + " **" + number(own->second) + "** (" + number(generic->second) + ")";
}

void write(const std::vector<row>& rows, const std::map<std::string, figures>& measured) {
  std::cout << R"(# Coverage

Written by `./dev bench coverage`; `ctest -R coverage` compares the kernels with those that are
chosen.

Which kernel a target takes for a layer of 28 x 28 pixels, 16 channels and 16 filters (`dense`: 144
inputs), and what it costs: **instructions** a product or, where nothing is multiplied, an output,
of the whole layer, counted under QEMU; in brackets those of the generic kernel on the same target.
Names are those of [names.md](names.md) without operator and formats. Kernels of M0 and M3 that take
scratch memory run where the network's memory bears it. *i8mm* has BF16 too; *v3* and *v4+vnni* are
x86-64 with AVX2, and with AVX-512 and its VNNI, which QEMU does not count.

Why a cell says *generic*: floats on M0 and M3, which have no FPU, are sums by software anyway.
Means of 16 bits on M0, which has no division, take one by software a mean; products of posits of 16
bits have 64 bits, which it multiplies by software. Layers of fewer than 8 bits unpack windows for
the rows of `dense`; a `depthwise_conv2d` of them reads each code for one product, and has no
kernel. `concat`, `slice` and `pad` copy words already. A layer of several filters a channel runs by
the kernel for one, plane by plane; of one channel, or of eight filters and more for few channels,
by `conv2d`. The values of `add` in s16 have one unit but where the row says three. *10 x 8, one to
eight* is the first layer of TensorFlow Lite Micro's speech model, 49 x 40 pixels of one channel in
steps of two, 320,000 products. For the rest no network of the bench has asked: [what we left
out](what-we-left-out-and-why.md).
)";
  std::string op;
  for (const row& r : rows) {
    if (r.op != op) {
      op = r.op;
      std::cout << "\n## " << op << "\n\n| format | layer |";
      for (const column& c : columns) std::cout << ' ' << c.title << " |";
      std::cout << "\n|---|---|";
      for (std::size_t i = 0; i < std::size(columns); ++i) std::cout << "---|";
      std::cout << '\n';
    }
    std::cout << "| " << r.format << " | " << r.option << " |";
    for (std::size_t i = 0; i < std::size(columns); ++i) {
      const auto found = measured.find(columns[i].preset);
      std::cout << ' ' << cell(r, r.kernels[i], found == measured.end() ? figures{} : found->second)
                << " |";
    }
    std::cout << '\n';
  }
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (std::size_t at = line.find("| "); at != std::string::npos;) {
    const std::size_t next = line.find(" |", at + 1);
    if (next == std::string::npos) break;
    fields.push_back(next > at + 2 ? line.substr(at + 2, next - at - 2) : "");
    at = next + 1;
  }
  return fields;
}

/// Prints each cell of the page that names another kernel.
int check(const std::vector<row>& rows, const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  int wrong = 0;
  std::string op;
  std::size_t next = 0;
  int at = 0;
  for (std::string line; std::getline(file, line);) {
    ++at;
    if (line.rfind("## ", 0) == 0) op = line.substr(3);
    if (op.empty() || line.rfind("| ", 0) != 0 || line.rfind("| format", 0) == 0) continue;
    const std::vector<std::string> fields = fields_of(line);
    if (next == rows.size() || rows[next].op != op || fields.size() != 2 + std::size(columns) ||
        fields[0] != rows[next].format || fields[1] != rows[next].option) {
      std::cout << path << ':' << at << ": not the row that ./dev bench coverage writes\n";
      return 1;
    }
    for (std::size_t i = 0; i < std::size(columns); ++i) {
      const std::string kernel = fields[2 + i].substr(0, fields[2 + i].find(' '));
      if (kernel == rows[next].kernels[i]) continue;
      std::cout << path << ':' << at << ": " << op << ", " << fields[0] << ", " << fields[1] << ", "
                << columns[i].title << ": " << kernel << ", but " << rows[next].kernels[i]
                << " is chosen\n";
      ++wrong;
    }
    ++next;
  }
  if (next != rows.size()) {
    std::cout << path << ": " << rows.size() - next << " rows are missing\n";
    ++wrong;
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) try {
  collected all;
  coverage::add_rows(all);
  // one section an operator, in the order in which they are first met
  std::vector<row> rows;
  for (const row& r : all.rows) {
    bool seen = false;
    for (const row& done : rows) seen = seen || done.op == r.op;
    if (seen) continue;
    for (const row& same : all.rows) {
      if (same.op == r.op) rows.push_back(same);
    }
  }
  if (argc == 3 && std::string(argv[1]) == "--check") return check(rows, argv[2]);
  std::map<std::string, figures> measured;
  for (int i = 1; i < argc; ++i) {
    const std::string what = argv[i];
    const std::size_t equals = what.find('=');
    if (equals == std::string::npos) throw std::runtime_error("usage: page <preset>=<json>...");
    measured[what.substr(0, equals)] = read_figures(what.substr(equals + 1));
  }
  write(rows, measured);
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
