// Writes a memory plan of the model in rows, found with more time than a compiler has:
//
//   plan <file.hpp> <name> <model> <bytes> <input in rows: true or false>
//
// The plan is a constexpr variable etch_models::<name> for etch::ram::planned. Bytes are those that
// it may take, for the fewest instructions; 0: the fewest bytes.
#include <etch/host/row_search.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "user_model.hpp"

namespace {

using model = etch_models::user_model::on<etch::MACHINE>;
using search = etch::host::row_search<model>;
using etch::host::row_way;

constexpr long long most_nodes = 20000;  // a second for each place of the input, about

/// The way of the fewest instructions in so many bytes; with 0 that of the fewest bytes.
row_way best_way(const search& s, int budget) {
  std::vector<row_way> ways = s.best_ways();
  row_way best = ways.front();
  for (row_way& way : ways) {
    const bool may_be_best = budget > 0 ? way.peak <= budget : way.peak < best.bytes;
    if (!may_be_best) continue;
    if (way.bytes > budget) s.place_exactly(way, most_nodes);
    if (budget > 0 ? way.bytes <= budget : way.bytes < best.bytes) best = way;
  }
  return best;
}

bool write(const char* path, const std::string& name, const std::string& of, const row_way& way) {
  std::FILE* const file = std::fopen(path, "w");
  if (file == nullptr) return false;
  std::fprintf(file,
               "// A memory plan of %s on %s in %d bytes, made by ./dev model --plan.\n"
               "#pragma once\n\n#include <etch/network/options.hpp>\n\nnamespace etch_models {\n\n"
               "inline constexpr int %s_offsets[] = {",
               of.c_str(), model::target::name, way.bytes, name.c_str());
  for (std::size_t b = 0; b < way.offset.size(); ++b)
    std::fprintf(file, "%s%d,", b % 12 == 0 ? "\n    " : " ", way.offset[b]);
  std::fprintf(file,
               "\n};\n/// For etch::options{.ram = etch::ram::planned(etch_models::%s)}.\n"
               "inline constexpr etch::given_plan %s{\n"
               "    .choice = {.tail = %d, .cut = %d, .second_cut = %d,\n"
               "               .side_by_side = %s},\n"
               "    .scratch = %lld, .bytes = %d, .count = %d, .offset = %s_offsets};\n\n"
               "}  // namespace etch_models\n",
               name.c_str(), name.c_str(), way.choice.tail, way.choice.cut, way.choice.second_cut,
               way.choice.side_by_side ? "true" : "false", way.scratch, way.bytes,
               static_cast<int>(way.offset.size()), name.c_str());
  return std::fclose(file) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: plan <file.hpp> <name> <model> <bytes> <true or false>\n");
    return 2;
  }
  const int budget = std::atoi(argv[4]);
  const bool rows = search::input_can_arrive && std::string(argv[5]) == "true";
  if (model::has_state) {
    std::fprintf(stderr, "a network with states is placed by the compiler alone: no --plan\n");
    return 1;
  }
  const row_way way = best_way(search(rows), budget);
  if (budget > 0 && way.bytes > budget) {
    std::fprintf(stderr, "no plan of rows in %d bytes: the smallest found takes %d\n", budget,
                 way.bytes);
    return 1;
  }
  if (!rows && way.bytes >= model::ram_bytes) {
    std::fprintf(stderr, "no rows take less than the %d bytes of layers: no plan is needed\n",
                 model::ram_bytes);
    return 1;
  }
  if (!write(argv[1], argv[2], argv[3], way)) {
    std::fprintf(stderr, "%s: cannot be written\n", argv[1]);
    return 1;
  }
  std::printf("plan          %8d bytes, %d live at once; tail %d, cut %d, second cut %d: %s\n",
              way.bytes, way.peak, way.choice.tail, way.choice.cut, way.choice.second_cut, argv[1]);
  return 0;
}
