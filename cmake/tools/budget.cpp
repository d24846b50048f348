// Host tool of etch_budget: what a linked image takes, held to a budget.
//
//   budget <image> name=<target> objdump=<path> [flash=<bytes>] [ram=<bytes>] [stack=<bytes>]
//          [from=<function>]... [external=<section>]... [objects <file>...] [run <command>...]
//
// Flash: the sections that the image carries. RAM: the sections that are written. Stack: the
// deepest chain of calls from any `from`; frames are the larger of what the compiler said
// (-fcallgraph-info=su or -fstack-usage, in files beside the objects) and what the code shows, and
// calls are read from the code. `run` starts the image; the deepest `.../stack_bytes <n>` that it
// prints is printed too. Exit code 1 when a budget is not kept, or the stack has no bound that can
// be seen.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "image.hpp"
#include "stack_depth.hpp"

namespace {

struct request {
  std::string image, name, objdump;
  long flash = -1, ram = -1, stack = -1;
  std::vector<std::string> from, external, objects;
  std::string command;
};

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

request parse(int argc, char** argv) {
  request r;
  r.image = argc > 1 ? argv[1] : "";
  bool in_objects = false;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "run") {
      for (++i; i < argc; ++i) r.command += quoted(argv[i]) + " ";
      break;
    }
    if (in_objects) {
      r.objects.push_back(word);
      continue;
    }
    if (word == "objects") {
      in_objects = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (key == "name") r.name = value;
    else if (key == "objdump") r.objdump = value;
    else if (key == "flash") r.flash = std::stol(value);
    else if (key == "ram") r.ram = std::stol(value);
    else if (key == "stack") r.stack = std::stol(value);
    else if (key == "from") r.from.push_back(value);
    else if (key == "external") r.external.push_back(value);
    else throw std::runtime_error("unknown argument " + word);
  }
  return r;
}

// One kind of memory: what it holds and how much of it is allowed.
struct account {
  const char* what;
  long budget;  // -1: none
  std::vector<const budget::section*> sections;
  long bytes() const {
    long sum = 0;
    for (const budget::section* s : sections) sum += s->size;
    return sum;
  }
};

std::string against(long bytes, long budget) {
  std::string text = std::to_string(bytes) + " bytes";
  if (budget >= 0) text += " of " + std::to_string(budget);
  return text;
}

// Prints the account; an error with its sections and largest objects when the budget is not kept.
bool keep(const request& r, const budget::image& image, const account& a) {
  const long bytes = a.bytes();
  if (a.budget < 0 || bytes <= a.budget) {
    std::cout << r.name << ": " << a.what << " " << against(bytes, a.budget) << "\n";
    return true;
  }
  std::cerr << r.name << ": error: " << a.what << " " << bytes << " bytes, budget " << a.budget
            << ": " << bytes - a.budget << " too many\n  sections:";
  for (const budget::section* s : a.sections) std::cerr << " " << s->name << " " << s->size;
  std::cerr << "\n  largest:\n";
  for (const budget::symbol& s : image.largest_in(a.sections, 4)) {
    std::fprintf(stderr, "  %8ld  %s\n", s.size, budget::readable(s.name).c_str());
  }
  return false;
}

bool is_external(const request& r, const std::string& section) {
  for (const std::string& e : r.external) {
    if (section == e || section.rfind(e + ".", 0) == 0) return true;
  }
  return false;
}

bool keep_memory(const request& r, const budget::image& image) {
  account flash{"FLASH", r.flash, {}}, ram{"RAM", r.ram, {}};
  for (const budget::section& s : image.sections) {
    if (s.size == 0 || !s.allocated) continue;
    if (is_external(r, s.name)) {
      std::cout << r.name << ": external " << s.name << " " << s.size << " bytes\n";
      continue;
    }
    if (s.in_file) flash.sections.push_back(&s);
    if (s.written) ram.sections.push_back(&s);
  }
  const bool flash_kept = keep(r, image, flash);
  const bool ram_kept = keep(r, image, ram);
  return flash_kept && ram_kept;
}

// The deepest stack that the program itself measures; -1 when it says nothing.
long measured(const std::string& command, int& exit_code) {
  long deepest = -1;
  std::FILE* const pipe = popen((command + "</dev/null").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  const std::regex form("stack_bytes +([0-9]+)");
  char line[512];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    std::cmatch match;
    if (std::regex_search(line, match, form)) deepest = std::max(deepest, std::stol(match[1]));
  }
  exit_code = pclose(pipe);
  return deepest;
}

bool keep_stack(const request& r, const budget::image& image) {
  const budget::call_graph graph = budget::read_calls(image, r.objdump, r.image, r.objects);
  bool kept = true;
  for (const std::string& from : r.from) {
    const budget::chain deepest = budget::deepest_chain(graph, from);
    const bool fits = r.stack < 0 || deepest.bytes <= r.stack;
    if (deepest.unbounded.empty() && fits) {
      std::cout << r.name << ": STACK " << against(deepest.bytes, r.stack) << " from " << from
                << " (" << deepest.told << " of " << deepest.frames.size()
                << " frames on the chain told by the compiler)\n";
      continue;
    }
    kept = false;
    if (!deepest.unbounded.empty()) {
      std::cerr << r.name << ": error: STACK from " << from
                << " has no bound: " << deepest.unbounded << "\n";
      continue;
    }
    std::cerr << r.name << ": error: STACK " << deepest.bytes << " bytes, budget " << r.stack
              << ": " << deepest.bytes - r.stack << " too many\n  chain from " << from << ":\n";
    for (const budget::frame& f : deepest.frames) {
      std::fprintf(stderr, "  %8ld  %s\n", f.bytes, budget::readable(f.function).c_str());
    }
  }
  if (!r.command.empty()) {
    int code = 0;
    const long bytes = measured(r.command, code);
    std::cout << r.name << ": STACK measured " << bytes << " bytes\n";
    if (bytes < 0 || code != 0) {
      std::cerr << r.name << ": error: the program fails, or prints no stack_bytes\n";
      kept = false;
    }
  }
  return kept;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const request r = parse(argc, argv);
    const budget::image image = budget::read_image(r.image);
    const bool memory = keep_memory(r, image);
    const bool stack = (r.from.empty() && r.command.empty()) || keep_stack(r, image);
    return memory && stack ? 0 : 1;
  } catch (const std::exception& problem) {
    std::cerr << "budget: " << problem.what() << "\n";
    return 2;
  }
}
