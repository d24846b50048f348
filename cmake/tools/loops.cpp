// Host tool of object_test.cmake: holds the loops of an object to limits.
//
//   objdump -d --no-show-raw-insn <object> | loops <instruction> <limit> [stack=<limit>]
//                                                  [<processor>=<percent>%of<products>]...
//
// Of the loops that hold no other, those count that have the instruction (a mnemonic that begins
// so) eight times or more. Each may have at most <limit> instructions for one of it, and reads or
// writes the stack at most stack= times (0). llvm-mca's model of an AArch64 processor must reach
// <percent> of so many of the instruction a cycle; without llvm-mca-19 that is left out, with a
// sentence. Prints a line a loop; exit code 1 when a loop breaks a limit or none has the
// instruction.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

const std::string mca = "llvm-mca-19";
constexpr int fewest_products = 8;

struct instruction {
  long address;
  std::string name, operands;
};
using function = std::vector<instruction>;

struct loop {
  std::string function;
  std::vector<instruction> body;
};

/// What `line` has of one, without the comment that objdump writes behind it.
std::optional<instruction> instruction_of(const std::string& line) {
  static const std::regex form(R"(^ *([0-9a-f]+):\t([^\t ]+)[\t ]*([^;@]*))");
  std::smatch found;
  if (!std::regex_search(line, found, form)) return {};
  std::string operands = found[3];
  operands = operands.substr(0, operands.find("//"));
  operands.erase(operands.find_last_not_of(" \t") + 1);
  return instruction{std::stol(found[1], nullptr, 16), found[2], operands};
}

/// Where it may jump within a function: no call and no return.
std::optional<long> target_of(const instruction& step) {
  static const std::regex jumps(
      "^(b(\\.|eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?"
      "(\\.[nw]|[a-z]{2}(\\.[nw])?)?|cbn?z|tbn?z|le|letp|j[a-z]+)$");
  static const std::regex address("([0-9a-f]+) <[^>]*>$");
  std::smatch found;
  if (!std::regex_match(step.name, jumps)) return {};
  if (!std::regex_search(step.operands, found, address)) return {};
  return std::stol(found[1], nullptr, 16);
}

/// Loops that hold no other, in the order of the code.
void add_loops(const std::string& name, const function& code, std::vector<loop>& all) {
  if (code.empty()) return;
  std::vector<std::array<long, 2>> ranges;
  for (const instruction& step : code) {
    const auto target = target_of(step);
    if (target && *target <= step.address && *target >= code.front().address) {
      ranges.push_back({*target, step.address});
    }
  }
  for (const auto& range : ranges) {
    const bool holds_other = std::any_of(ranges.begin(), ranges.end(), [&](const auto& other) {
      return other != range && other[0] >= range[0] && other[1] <= range[1];
    });
    if (holds_other) continue;
    loop one{name, {}};
    for (const instruction& step : code) {
      if (step.address >= range[0] && step.address <= range[1]) one.body.push_back(step);
    }
    all.push_back(one);
  }
}

std::vector<loop> read_loops(std::istream& in) {
  static const std::regex heading("^[0-9a-f]+ <(.*)>:$");
  std::vector<loop> all;
  std::string name;
  function code;
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_match(line, found, heading)) {
      add_loops(name, code, all);
      name = found[1];
      code.clear();
    } else if (const auto step = instruction_of(line)) {
      code.push_back(*step);
    }
  }
  add_loops(name, code, all);
  return all;
}

int count(const loop& one, const std::string& name) {
  return static_cast<int>(
      std::count_if(one.body.begin(), one.body.end(),
                    [&](const instruction& step) { return step.name.rfind(name, 0) == 0; }));
}

int stack_accesses(const loop& one) {
  static const std::regex stack(R"(\[sp\b|\(%[er]sp|\bsp!)");
  return static_cast<int>(
      std::count_if(one.body.begin(), one.body.end(), [](const instruction& step) {
        return step.name == "push" || step.name == "pop" || std::regex_search(step.operands, stack);
      }));
}

/// Cycles of one turn as llvm-mca models them.
double modelled_cycles(const loop& one, const std::string& processor) {
  char name[] = "/tmp/loops-XXXXXX";
  const int file = mkstemp(name);
  if (file < 0) throw std::runtime_error("no temporary file");
  close(file);
  {
    std::ofstream text(name);
    for (const instruction& step : one.body) {
      text << step.name << '\t'
           << std::regex_replace(step.operands, std::regex("[0-9a-f]+ <[^>]*>$"), ".") << '\n';
    }
  }
  constexpr int turns = 1000;
  const std::string command = mca + " -mtriple=aarch64 -mcpu=" + processor +
                              " -iterations=" + std::to_string(turns) + " " + name + " 2>&1";
  std::string answer;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + mca);
  for (std::array<char, 4096> part; std::fgets(part.data(), part.size(), pipe.get());) {
    answer += part.data();
  }
  std::remove(name);
  std::smatch found;
  if (!std::regex_search(answer, found, std::regex("Total Cycles: +([0-9]+)"))) {
    throw std::runtime_error(mca + " printed no 'Total Cycles:' but\n" + answer);
  }
  return std::stod(found[1]) / turns;
}

/// How much of `peak` products a cycle a processor must reach.
struct share {
  std::string processor;
  double percent, peak;
};

struct limits {
  std::string instruction;
  double each;
  int stack = 0;
  std::vector<share> shares;
};

limits read_limits(int argc, char** argv) {
  static const std::regex form("([a-z0-9-]+)=([0-9]+)(?:%of([0-9]+))?");
  if (argc < 3) throw std::runtime_error("usage: loops <instruction> <limit> [<key>=<limit>]...");
  limits all{argv[1], std::stod(argv[2]), 0, {}};
  for (int i = 3; i < argc; ++i) {
    std::cmatch found;
    if (!std::regex_match(argv[i], found, form)) {
      throw std::runtime_error(std::string("what is '") + argv[i] + "'?");
    }
    if (found[3].matched)
      all.shares.push_back({found[1], std::stod(found[2]), std::stod(found[3])});
    else if (found[1] == "stack") all.stack = std::stoi(found[2]);
    else throw std::runtime_error("nothing is called '" + found[1].str() + "'");
  }
  return all;
}

bool check(const loop& one, const limits& most, bool has_model) {
  bool kept = true;
  const auto hold = [&](bool holds, const char* sentence) {
    if (!holds) std::printf("  %s\n", sentence);
    kept = kept && holds;
  };
  const int products = count(one, most.instruction), stack = stack_accesses(one);
  const double each = static_cast<double>(one.body.size()) / products;
  std::printf("%s: %zu instructions, %d %s, %.3f for one, %d on the stack\n", one.function.c_str(),
              one.body.size(), products, most.instruction.c_str(), each, stack);
  hold(each <= most.each, "more instructions for one than allowed");
  hold(stack <= most.stack, "reads or writes the stack more often than allowed");
  for (const share& s : most.shares) {
    if (!has_model) continue;
    const double cycles = modelled_cycles(one, s.processor);
    const double reached = 100 * products / cycles / s.peak;
    std::printf("  %s: %.2f cycles, %.1f %% of its peak\n", s.processor.c_str(), cycles, reached);
    hold(reached >= s.percent, "less than the share that it must reach");
  }
  return kept;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const limits most = read_limits(argc, argv);
    const bool has_model = std::system((mca + " --version > /dev/null 2>&1").c_str()) == 0;
    if (!most.shares.empty() && !has_model) std::printf("no %s: no cycles\n", mca.c_str());
    int seen = 0;
    bool kept = true;
    for (const loop& one : read_loops(std::cin)) {
      if (count(one, most.instruction) < fewest_products) continue;
      ++seen;
      if (!check(one, most, has_model)) kept = false;
    }
    if (seen == 0) std::printf("no loop has %s\n", most.instruction.c_str());
    return kept && seen > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "loops: %s\n", error.what());
    return 2;
  }
}
