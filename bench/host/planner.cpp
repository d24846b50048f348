// ./dev bench planner: both planners on files of buffers, id,lower,upper,size a line, each buffer
// live in [lower, upper). With a capacity the search looks for any placement within it, without one
// for the smallest.
#include <etch/plan/place.hpp>
#include <etch/plan/verify.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace etch::plan;
using etch::maximum;

constexpr int most_buffers = 1024;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "planner: %s\n", what.c_str());
  std::exit(1);
}

long long number_of(const char* option, const char* word) {
  char* end = nullptr;
  const long long number = word == nullptr ? 0 : std::strtoll(word, &end, 10);
  if (end == nullptr || *end != 0 || number < 1 || number >= detail::unlimited)
    fail(std::string(option) + " needs a number from 1 to 2147483646");
  return number;
}

std::vector<buffer> read_csv(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "r");
  if (file == nullptr) fail("cannot read " + path);
  std::vector<buffer> buffers;
  long long sum = 0;
  char line[160];
  for (int number = 1; std::fgets(line, sizeof line, file) != nullptr; ++number) {
    long long lower = 0, upper = 0, size = 0;
    const int read = std::sscanf(line, "%*[^,],%lld,%lld,%lld", &lower, &upper, &size);
    if (read != 3 && (number == 1 || line[0] == '\n')) continue;  // the names of the columns
    if (read != 3 || lower < 0 || upper <= lower || upper > detail::unlimited || size < 0)
      fail(path + ", line " + std::to_string(number) + ": not id,lower,upper,size");
    if ((sum += size) >= detail::unlimited) fail(path + ": the sizes sum to 2^31 or more");
    buffers.push_back(
        {static_cast<int>(size), static_cast<int>(lower), static_cast<int>(upper) - 1});
  }
  std::fclose(file);
  if (static_cast<int>(buffers.size()) > most_buffers)
    fail(path + ": more than " + std::to_string(most_buffers) + " buffers");
  return buffers;
}

/// Seconds of this processor since `start`.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Says on one line of a terminal how far the search is.
struct progress {
  void operator()(const search_state& s) const {
    if (isatty(STDERR_FILENO) != 0)
      std::fprintf(stderr, "\r%lld nodes, capacity %d ", s.nodes, s.capacity);
  }
};

using planned = placement<most_buffers>;

std::string word_of(const planned& placed) {
  switch (placed.proof()) {
    case proof::bound: return ", proved by the bound";
    case proof::search: return ", proved by search";
    case proof::none: break;
  }
  return ", the least is " + std::to_string(placed.lower_bound) + " or more";
}

void print(const char* planner, const planned& placed, double seconds, const std::string& how) {
  const double over = placed.bytes - placed.live_bound;
  std::printf("  %-6s %10d bytes, bound + %.1f %%, %.3f s: %s\n", planner, placed.bytes,
              100 * over / maximum(placed.live_bound, 1), seconds, how.c_str());
}

/// A placement within `capacity`, as `best`; says how the search ended.
std::string fit(planned& best, exact_search<most_buffers>& search, int capacity, long long nodes) {
  const outcome o = search.run(capacity, nodes, progress{});
  if (o == outcome::found) search.write(best);
  return std::to_string(search.nodes()) + " nodes, capacity " + std::to_string(capacity) +
         (o == outcome::found        ? ": fits"
          : o == outcome::impossible ? ": proved not to fit"
                                     : ": not decided");
}

std::string minimise(planned& best, exact_search<most_buffers>& search, long long nodes) {
  const long long used = improve(best, search, nodes, progress{});
  return std::to_string(used) + " nodes" + word_of(best);
}

void plan(const std::string& path, int capacity, long long nodes) {
  const std::vector<buffer> read = read_csv(path);
  const sequence<buffer> buffers(read.data(), static_cast<int>(read.size()));
  const int bound = lower_bound<most_buffers>(buffers);
  std::printf("%s: %d buffers, bound %d\n", path.c_str(), buffers.count, bound);

  std::clock_t start = std::clock();
  planned best = greedy<most_buffers>(buffers, {}, bound);
  print("greedy", best, seconds_since(start), "first fit" + word_of(best));

  start = std::clock();
  const detail::overlap_table<most_buffers> overlaps({});
  const auto search = std::make_unique<exact_search<most_buffers>>(buffers, overlaps);
  const std::string how =
      capacity > 0 ? fit(best, *search, capacity, nodes) : minimise(best, *search, nodes);
  if (isatty(STDERR_FILENO) != 0) std::fputs("\r\033[K", stderr);
  print("exact", best, seconds_since(start), how);
  if (const auto wrong = verify(buffers, best)) fail(wrong.message);
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> files;
  long long capacity = 0, nodes = 2'000'000;
  for (int i = 1; i < count; i += 2) {
    const std::string option = words[i];
    const char* const word = i + 1 < count ? words[i + 1] : nullptr;
    if (option == "--csv" && word != nullptr) files.emplace_back(word);
    else if (option == "--capacity") capacity = number_of("--capacity", word);
    else if (option == "--nodes") nodes = number_of("--nodes", word);
    else fail("--csv FILE, --capacity N and --nodes N, not '" + option + "'");
  }
  if (files.empty()) fail("no file; --csv FILE names one");
  for (const std::string& file : files) plan(file, static_cast<int>(capacity), nodes);
}
